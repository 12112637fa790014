/** The two joiners are parts of Persian and Indic words and of emoji. All other format characters are invisible. */
const INVISIBLE = /(?![\u200C\u200D])[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Cn}]/gu;

/**
 * Returns a text as people mean it: what a text was copied with is removed, such as marks of direction, soft hyphens,
 * private characters and the tags of flags. Tabs and line ends become spaces, and the text is trimmed. Use it for every
 * text that a person types or pastes, before it is checked.
 */
export function cleanText(text: string): string {
  return text
    .replace(/[\t\n\v\f\r\u0085\u2028\u2029]+/g, ' ')
    .replace(INVISIBLE, '')
    .trim();
}

/**
 * Returns a technical text, such as that of a header, with a space in place of each character that is not visible, cut
 * at whole characters.
 *
 * @param most the most UTF-16 units
 */
export function visibleText(text: string, most: number): string {
  return text.slice(0, most).replace(/\p{C}/gu, ' ');
}
