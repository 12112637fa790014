import { REDIRECT_FIELDS } from '../redirect/redirect-fields.js';
import { CARD_FIELD_NAMES } from './card-frame-lists.js';

/** The fields of a card payment by their group, in the order of the form. A group has the key of its title. */
export const FIELD_GROUPS = {
  'card-details': CARD_FIELD_NAMES,
  'contact-details': ['email', 'phone', 'phone-country'],
  'billing-address': ['line1', 'line2', 'quarter', 'city', 'area', 'area-name', 'postcode', 'country'],
} as const;
export type FieldGroup = keyof typeof FIELD_GROUPS;

/** The name of a form field, which is also its id, and part of its CSS part `field-NAME`. */
export type FieldName =
  | (typeof FIELD_GROUPS)[FieldGroup][number]
  | (typeof REDIRECT_FIELDS)[keyof typeof REDIRECT_FIELDS]['formField'];

/** The names of all fields, also of redirect payment methods. */
export const FIELD_NAMES: readonly FieldName[] = [
  ...new Set([
    ...Object.values(FIELD_GROUPS).flat(),
    ...Object.values(REDIRECT_FIELDS).map(({ formField }) => formField),
  ]),
];

/** The names of the property `fieldOrder`. The calling code is part of the phone number. */
export const ORDERED_FIELDS = FIELD_NAMES.filter((name) => name !== 'phone-country');
