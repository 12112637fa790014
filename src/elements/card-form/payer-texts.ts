import { CLEARED_FOR, isCardField, type FieldName, type FieldTexts } from '../fields/form-field.js';
import { cardNumberIn } from './card-number-text.js';

/** Returns the texts of fields besides the card. A text with a card number is left out. */
export function payerTextsIn(texts: object): Partial<FieldTexts> {
  const known = Object.entries(texts as Record<string, unknown>).filter(
    ([name, text]) =>
      Object.hasOwn(CLEARED_FOR.none, name) &&
      !isCardField(name as FieldName) &&
      typeof text === 'string' &&
      text !== '' &&
      !cardNumberIn(text),
  );
  return Object.fromEntries(known);
}
