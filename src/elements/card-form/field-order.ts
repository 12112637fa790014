import { CARD_FIELD_NAMES } from '../../protocol/adapter/card-frame-lists.js';
import type { FormField } from '../fields/form-field.js';

const GROUPS = ['card-details', 'contact-details', 'billing-address'] as const;
const HOLDER = 'holder-details';

/** The groups of a card payment, by the message that names them. */
export type FieldGroup = (typeof GROUPS)[number];

/** Returns the group of a field. Account holders are asked for by redirect payment methods only. */
export function groupOf(name: string): FieldGroup | typeof HOLDER {
  if (name === 'holder') return HOLDER;
  if (CARD_FIELD_NAMES.some((one) => one === name)) return 'card-details';
  return name === 'email' || name === 'phone' ? 'contact-details' : 'billing-address';
}

/** Names that are not in the list are at its end. */
const placeIn = (list: readonly string[], found: (name: string) => boolean) => {
  const place = list.findIndex(found);
  return place < 0 ? list.length : place;
};

/**
 * Returns the groups in the order in which a list first names one of their fields, then those of which it names none.
 */
export function groupOrder(order: readonly string[]): readonly FieldGroup[] {
  const place = (group: FieldGroup) => placeIn(order, (name) => groupOf(name) === group);
  return [...GROUPS].sort((one, other) => place(one) - place(other));
}

/**
 * Returns the fields of a card payment in the order of a list: those that it names first, within their group. A group
 * stays together, so that its fields have one legend.
 */
export function inGroups(fields: readonly FormField[], order: readonly string[]): readonly FormField[] {
  return groupOrder(order).flatMap((group) =>
    inOrder(
      fields.filter(({ name }) => groupOf(name) === group),
      order,
    ),
  );
}

/** Returns fields in the order of a list: those that it names first. */
export function inOrder(fields: readonly FormField[], order: readonly string[]): readonly FormField[] {
  const place = ({ name }: FormField) => placeIn(order, (one) => one === name);
  return [...fields].sort((one, other) => place(one) - place(other));
}

/** True for a field of a group that is before the card. */
export function isBeforeCard(name: string | undefined, order: readonly string[]): boolean {
  const groups: readonly string[] = groupOrder(order);
  return name !== undefined && groups.indexOf(groupOf(name)) < groups.indexOf('card-details');
}
