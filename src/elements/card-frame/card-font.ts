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
