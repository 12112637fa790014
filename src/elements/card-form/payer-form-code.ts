/** The code of the fields besides the card, which the frame of isolated card fields does not have. */
export { takeCallingCode } from '../payer-fields/calling-code-input.js';
export { fieldContext, presetCountry } from '../payer-fields/field-context.js';
export { askedFields, methodField } from '../payer-fields/payer-fields.js';
export { payerOf } from '../payer-fields/payer-values.js';
export { separateCallingCode } from '../payer-fields/phone-number.js';
export { phonePrefix } from '../payer-fields/phone-prefix.template.js';
export { redirectInputOf } from './form-values.js';
