/** The two joiners are parts of Persian and Indic words and of emoji. All other format characters are invisible. */
const INVISIBLE = /(?![\u200C\u200D])[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Cn}]/gu;

/**
 * Letters and marks that are drawn as nothing: the fillers of Hangul and Khmer, the grapheme joiner, and the null note
 * head. Variation selectors stay, because names of people and emoji have them.
 */
const FILLERS = /[\u034F\u17B4\u17B5\u115F\u1160\u3164\uFFA0\u{1D159}]/gu;

/** A character that shows something by itself. A joiner, a variation selector and an accent need one before them. */
const VISIBLE = /[^\p{Default_Ignorable_Code_Point}\p{M}\p{Z}]/u;

/**
 * Returns a text as people mean it: what a text was copied with is removed, such as marks of direction, soft hyphens,
 * private characters and the tags of flags. Letters and their accents are composed (NFC). Tabs, line ends and blanks of
 * Braille become spaces, and the text is trimmed. A text without a visible character is empty. Use it for every text
 * that a person types or pastes, before it is checked.
 */
export function cleanText(text: string): string {
  const clean = text
    .replace(/[\t\n\v\f\r\u0085\u2028\u2029\u2800]+/g, ' ')
    .replace(INVISIBLE, '')
    .replace(FILLERS, '')
    .normalize('NFC')
    .trim();
  return VISIBLE.test(clean) ? clean : '';
}

/**
 * Returns the number of characters of a cleaned text that a reader sees. A letter with its accents counts as one where
 * Unicode has a character for it. Joiners, variation selectors and spaces do not count.
 */
export function visibleLength(text: string): number {
  return Array.from(text.normalize('NFC').replace(/[\p{Default_Ignorable_Code_Point}\p{Z}]/gu, '')).length;
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
