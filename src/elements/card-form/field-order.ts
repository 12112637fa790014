import { FIELD_GROUPS, type FieldGroup } from '../../protocol/adapter/form-fields.js';
import type { FormField } from '../fields/form-field.js';

const GROUPS = Object.keys(FIELD_GROUPS) as FieldGroup[];

/** Returns the group of a field; undefined for one that only redirect payment methods ask for. */
export function groupOf(name: string): FieldGroup | undefined {
  return GROUPS.find((group) => FIELD_GROUPS[group].some((one) => one === name));
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
  const groups: readonly unknown[] = groupOrder(order);
  return name !== undefined && groups.indexOf(groupOf(name)) < groups.indexOf('card-details');
}
