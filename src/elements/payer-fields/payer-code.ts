/** The code of the fields besides the card. It is part of late.js. */
export { takeCallingCode } from './calling-code-input.js';
export { fieldContext, presetCountry } from './field-context.js';
export { askedFields, methodField } from './payer-fields.js';
export { payerOf, redirectInputOf } from './payer-values.js';
export { leftPhone } from './phone-number.js';
export { phonePrefix } from './phone-prefix.template.js';
