import type { CardFrameFont } from '../../protocol/adapter/card-frame-codec.js';

/** A font of the page for the isolated card fields. */
export interface CardFont {
  /** The name of the font family, as in the page's styles. */
  readonly family: string;
  /** The address of the file. The page loads it, so it is relative to the page. */
  readonly src: string;
  /** CSS `font-style`. Default: `normal`. */
  readonly style?: string;
  /** CSS `font-weight`, such as `400` or `100 900`. Default: `normal`. */
  readonly weight?: string;
  /** CSS `unicode-range`. Default: all characters. */
  readonly unicodeRange?: string;
}

/** Fetches fonts. Returns those that could be loaded, and the others. */
export async function loadFonts(
  fonts: readonly CardFont[],
  fetch: typeof globalThis.fetch,
): Promise<{ readonly loaded: CardFrameFont[]; readonly missing: CardFont[] }> {
  const loaded: CardFrameFont[] = [];
  const missing: CardFont[] = [];
  const loads = fonts.map(async (font) => [font, await fontData(font.src, fetch).catch(() => undefined)] as const);
  for (const [font, data] of await Promise.all(loads)) {
    const { family, style, weight, unicodeRange } = font;
    if (!data) missing.push(font);
    else
      loaded.push({
        family,
        data,
        ...(style === undefined ? {} : { style }),
        ...(weight === undefined ? {} : { weight }),
        ...(unicodeRange === undefined ? {} : { unicodeRange }),
      });
  }
  return { loaded, missing };
}

async function fontData(src: string, fetch: typeof globalThis.fetch): Promise<ArrayBuffer | undefined> {
  const response = await fetch(new URL(src, document.baseURI));
  return response.ok ? response.arrayBuffer() : undefined;
}
