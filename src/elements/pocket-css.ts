/**
 * What the elements use of Lit's `css`, and nothing else: `dist/scudo.js` is bundled with this in its
 * place. Lit's own falls back to `<style>` where there are no constructable style sheets; whoever has
 * `light-dark()` and form-associated elements has those.
 */
export function css(texts: TemplateStringsArray): CSSStyleSheet {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(texts[0] ?? '');
  return sheet;
}

export const unsafeCSS = css;
export const supportsAdoptingStyleSheets = true;
export const getCompatibleStyle = (style: CSSStyleSheet): CSSStyleSheet => style;

export function adoptStyles(root: ShadowRoot, styles: CSSStyleSheet[]): void {
  root.adoptedStyleSheets = styles;
}

/** Lit passes the name on; nothing here makes one. */
export const CSSResult = undefined;
