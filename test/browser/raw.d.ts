/** A file's text, as Vite gives it. */
declare module '*?raw' {
  const text: string;
  export default text;
}

interface ImportMeta {
  /** Files by a pattern, as Vite gives them. */
  glob<Content>(
    pattern: string,
    options: { readonly query: string; readonly import: string; readonly eager: true },
  ): Record<string, Content>;
}
