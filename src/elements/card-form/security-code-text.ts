import { digitsOf } from '../../protocol/values/card-number.js';
import { cardBrand } from '../../protocol/values/card-scheme.js';
import { capped, digitEdit, type CaretText, type TextEdit } from './text-edit.js';

/** Returns the text of the security code after an edit: its digits, up to the length of the card's brand. */
export function securityCodeText(edit: TextEdit, number: string): CaretText {
  const { digits, place } = capped(digitEdit(edit), cardBrand(digitsOf(number))?.securityCodeLength ?? 4);
  return { text: digits, caret: place };
}
