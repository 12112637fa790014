/** The languages of the browser. A privacy tool may have removed them. */
export function browserLanguages(): readonly string[] {
  try {
    const { languages, language } = navigator as {
      readonly languages?: readonly unknown[];
      readonly language?: unknown;
    };
    return [...(languages ?? [language])].filter((tag) => typeof tag === 'string');
  } catch {
    return [];
  }
}
