import { FIELD_NAMES } from '../../protocol/adapter/form-fields.js';
import { isCardField, type FieldName, type FieldTexts } from '../fields/form-field.js';
import { cardNumberIn } from './card-number-text.js';

/** Returns the texts of fields besides the card. A text with a card number is left out. */
export function payerTextsIn(texts: object): Partial<FieldTexts> {
  const given = texts as Partial<Record<FieldName, unknown>>;
  const known = FIELD_NAMES.map((name) => [name, given[name]] as const).filter(
    ([name, text]) => !isCardField(name) && typeof text === 'string' && text !== '' && !cardNumberIn(text),
  );
  return Object.fromEntries(known);
}
