/**
 * The code of the form that is not needed to show the card fields: it is part of late.js, which the element fetches while it
 * reads the order (docs/decisions/0014-late-code.md).
 */
export { LateData } from '../late-data/late-data.js';
export { fieldContext } from '../payer-fields/field-context.js';
export { askedFields, methodField, type FieldContext } from '../payer-fields/payer-fields.js';
export { payerOf } from '../payer-fields/payer-values.js';
export { readPhoneNumber } from '../payer-fields/phone-number.js';
export {
  BRAND_NAMES,
  brandOf,
  CARD_FIELDS,
  exampleOf,
  hintOf,
  securityCodeLength,
  validCardNumber,
} from './form-fields.js';
export { fieldPicture } from './field-picture.template.js';
export { cardGroups, fieldGroup } from './form-groups.template.js';
export { inGroups, inOrder, isBeforeCard } from './field-order.js';
export { usableArrangement } from './arrangement.js';
export { fieldTemplate } from './field.template.js';
export { phonePrefix } from '../payer-fields/phone-prefix.template.js';
export { LATE_STYLES } from '../themes/late.styles.js';
export { cardOf, redirectInputOf } from './form-values.js';
export { leftText, refuseKey, writeField } from './card-field-text.js';
