import type { CardFrameFont, CardFrameStyle } from '../../protocol/adapter/card-frame-codec.js';

/**
 * The fonts that the page has sent to the frame. They have other names here, which the page does not know, so it cannot
 * choose such a font for an input. The time that a font takes, and the height of a line, can depend on the digits
 * (docs/reference/browser-lessons.md#heights-of-frames).
 */
export class PageFonts {
  /** The families of the page, in lower case, with the names that they have here. */
  readonly #names = new Map<string, string>();
  #faces: readonly FontFace[] = [];

  /** @param randomUuid returns the random part of a name */
  constructor(private readonly randomUuid: () => string) {}

  /** Replaces the fonts. */
  use(fonts: readonly CardFrameFont[]): void {
    for (const face of this.#faces) document.fonts.delete(face);
    this.#names.clear();
    this.#faces = fonts.map(({ family, data, style, weight, unicodeRange }) => {
      const key = family.toLowerCase();
      const name = this.#names.get(key) ?? `page-font-${this.randomUuid()}`;
      this.#names.set(key, name);
      return new FontFace(name, data, {
        ...(style === undefined ? {} : { style }),
        ...(weight === undefined ? {} : { weight }),
        ...(unicodeRange === undefined ? {} : { unicodeRange }),
      });
    });
    for (const face of this.#faces) document.fonts.add(face);
  }

  /** Returns a list of font families, with the fonts of the page under the names that they have here. */
  family(families: string): string {
    const names = familiesIn(families).flatMap((family) => {
      const page = this.#names.get(family.replace(/^["']|["']$/g, '').toLowerCase());
      return page === undefined ? [family] : [page, family];
    });
    return names.join(', ');
  }
}

/**
 * Returns the names of families in a list, as they are written there. Anything else, such as `var()` or `inherit`, is
 * left out.
 */
export function familiesIn(list: string): readonly string[] {
  return list
    .split(',')
    .map((family) => family.trim())
    .filter(
      (family) => /^("[^"\\]*"|'[^'\\]*'|[\p{L}\d _-]+)$/u.test(family) && !KEYWORDS.includes(family.toLowerCase()),
    );
}

/** Keywords that stand for the value of another element or style sheet. */
const KEYWORDS = ['inherit', 'initial', 'unset', 'revert', 'revert-layer'];

/** The font of the inputs as the page has it. The fonts that the page has sent have other names here. */
export function inputFont({ inherited, parts }: CardFrameStyle): string {
  return parts.input?.['font-family'] ?? inherited['font-family'] ?? '';
}
