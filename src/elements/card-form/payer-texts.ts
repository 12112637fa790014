import { FIELD_NAMES } from '../../protocol/adapter/form-fields.js';
import { digitsOf, passesLuhn } from '../../protocol/values/card-number.js';
import { isCardField, type FieldName, type FieldTexts } from '../fields/form-field.js';

/**
 * Returns the texts of fields besides the card. A text whose digits may be those of a card is left out, whatever is
 * between them (docs/element.md#remembered-fields).
 */
export function payerTextsIn(texts: object): Partial<FieldTexts> {
  const given = texts as Partial<Record<FieldName, unknown>>;
  const textOf = (name: FieldName) => (typeof given[name] === 'string' ? given[name] : '');
  const digits = (name: FieldName) => digitsOf(textOf(name));
  const isKept = (name: FieldName) => {
    if (isCardField(name) || textOf(name) === '') return false;
    if (name === 'phone') return mayBePhone(digits(name));
    // A number can begin in one line of an address and end in the other.
    const all = name === 'line1' || name === 'line2' ? digits('line1') + digits('line2') : digits(name);
    return all.length < 12;
  };
  return Object.fromEntries(FIELD_NAMES.filter(isKept).map((name) => [name, textOf(name)]));
}

/** False for more digits than a phone number has (ITU-T E.164), and for digits that contain a card number. */
function mayBePhone(digits: string): boolean {
  if (digits.length > 15) return false;
  const parts = [13, 14, 15].flatMap((length) =>
    Array.from({ length: Math.max(0, digits.length - length + 1) }, (_, at) => digits.slice(at, at + length)),
  );
  return !parts.some(passesLuhn);
}
