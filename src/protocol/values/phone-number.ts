import { digitsOf, latinDigits } from './card-number.js';
import { cleanText } from './clean-text.js';

/** A phone number of the interface: digits only, with a separate calling code. */
export interface PhoneNumber {
  readonly country_code: string;
  readonly subscriber_number: string;
}

/**
 * The length of a calling code follows from its first digits (ITU-T E.164 list of assigned codes):
 * the codes 1 and 7 have one digit, the codes below two, all others three.
 */
const TWO_DIGITS = /^(2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58])/;

/**
 * Splits an international number (`+44 20 7946 0000`, `0049 …`, `011 49 …`). Returns undefined without a calling code,
 * with an extension, and without a plausible length (E.164 allows 15 digits in all). A zero stays unless it is in
 * brackets: in some countries it is part of the number. 999 is no calling code, and never will be (ITU-T E.164 list of
 * assigned codes).
 */
export function parsePhoneNumber(text: string): PhoneNumber | undefined {
  const written = cleanText(latinDigits(text)).replace(/^tel:/i, '').replace('(0)', '');
  if (!/^\(?(\+|00)/.test(written) || /[\p{L}#*,;]/u.test(written)) return undefined;
  const digits = digitsOf(written).replace(/^00/, '');
  const codeLength = /^[17]/.test(digits) ? 1 : TWO_DIGITS.test(digits) ? 2 : 3;
  const subscriber = digits.slice(codeLength);
  if (digits.startsWith('0') || digits.startsWith('999') || digits.length > 15 || subscriber.length < 4)
    return undefined;
  return { country_code: digits.slice(0, codeLength), subscriber_number: subscriber };
}
