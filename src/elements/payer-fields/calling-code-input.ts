import type { FieldTexts } from '../fields/form-field.js';
import { readPhoneNumber, type PhonePlans } from './phone-number.js';

/** Types of input events of single characters; others, such as a paste, bring the whole text. */
const TYPING = /^(insert(Text|Comp)|delete)/;

/**
 * Takes the calling code out of a phone number after an event of its input. Returns the country of the code, and
 * removes the code from the input unless the shopper is still typing it. Returns nothing for a text without a known
 * code.
 */
export function takeCallingCode(
  input: HTMLInputElement,
  event: Event,
  { 'phone-country': chosen }: Pick<FieldTexts, 'phone-country'>,
  plans: PhonePlans,
): Partial<FieldTexts> {
  const { isInternational, country, national } = readPhoneNumber(input.value, chosen, plans);
  if (!isInternational || !country) return {};
  if (!TYPING.test((event as InputEvent).inputType)) input.value = national;
  return { 'phone-country': country };
}
