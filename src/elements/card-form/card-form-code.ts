/** The code of the card fields: a part of late.js, and of the script of isolated card fields. */
export {
  acceptedBrands,
  brandOf,
  CARD_FIELDS,
  cardOf,
  changesNothingElse,
  eitherBrand,
  exampleOf,
  hintOf,
  isCardComplete,
  cardSummary,
  listedBrands,
  securityCodeLength,
  validCardNumber,
} from './form-fields.js';
export { acceptedCards, fieldPicture } from './field-picture.template.js';
export { cardGroups, fieldGroup } from './form-groups.template.js';
export { inGroups, inOrder, isBeforeCard } from './field-order.js';
export { usableArrangement } from './arrangement.js';
export { CLEARED_FOR, errorThatHolds, isCardField } from '../fields/form-field.js';
export { fieldTemplate } from './field.template.js';
export { Press } from '../press.controller.js';
export { leftText, beforeEdit, writeField, writeTexts } from './card-field-text.js';
