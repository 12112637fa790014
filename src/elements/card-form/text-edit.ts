import { digitsOf } from '../../protocol/values/card-number.js';

/** A text and the position of its caret. */
export interface CaretText {
  readonly text: string;
  readonly caret: number;
}

/** A text with its caret after an edit, and the text before it. */
export interface TextEdit extends CaretText {
  readonly before: string;
  /** True when the edit deleted forwards. */
  readonly forward?: boolean;
  /** The place at which the inserted text begins. Undefined where only the two texts are known. */
  readonly start?: number | undefined;
}

/** The digits of an edited text, with the caret counted in digits. */
export interface DigitEdit {
  readonly digits: string;
  readonly place: number;
  /** The digits that the edit inserted before the caret. */
  readonly inserted: string;
  /** True when the edit deleted separators only, and so the digit beside them, which was at `place`. */
  readonly crossed: boolean;
}

/** Returns the text that an edit inserted: all of it, if it replaced the earlier text, as autofill does. */
export function insertedText({ text, caret, before, start: known }: TextEdit): string {
  // A text that replaces another may begin with the same digits.
  if (known !== undefined) return text.slice(known, caret);
  const behind = text.slice(caret);
  if (!before.endsWith(behind)) return text;
  const most = Math.min(caret, before.length - behind.length);
  let start = 0;
  while (start < most && text[start] === before[start]) start++;
  return text.slice(start, caret);
}

/** Reads an edit of a text whose separators the form writes. */
export function digitEdit(edit: TextEdit): DigitEdit {
  const { text, caret, before, forward = false } = edit;
  const digits = digitsOf(text);
  const inserted = insertedText(edit);
  const crossed = inserted === '' && text.length < before.length && digits === digitsOf(before);
  const place = digitsOf(text.slice(0, caret)).length - (crossed && !forward ? 1 : 0);
  if (!crossed || place < 0) return { digits, place: Math.max(place, 0), inserted: digitsOf(inserted), crossed: false };
  return { digits: digits.slice(0, place) + digits.slice(place + 1), place, inserted: '', crossed };
}

/** Takes back the last of the inserted digits, as many as the text is too long, as `maxlength` does. */
export function capped(edit: DigitEdit, longest: number): DigitEdit {
  const { digits, place, inserted } = edit;
  const excess = Math.min(Math.max(digits.length - longest, 0), inserted.length);
  // The caret can be before a text that was filled in.
  const end = Math.max(place, inserted.length);
  return {
    ...edit,
    digits: digits.slice(0, end - excess) + digits.slice(end),
    place: end - excess,
    inserted: inserted.slice(0, inserted.length - excess),
  };
}
