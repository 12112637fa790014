import {
  FORM_LAYOUTS,
  LABEL_PLACES,
  type FormLayout,
  type LabelPlace,
} from '../../protocol/adapter/card-frame-lists.js';
import { warnDeveloper } from '../developer/console-line.js';
import { EMPTY, type FieldName } from '../fields/form-field.js';

/** The arrangement of a form as the page sets it. An attribute may have any value. */
export interface Arrangement {
  readonly layout?: string | undefined;
  readonly labels?: string | undefined;
  readonly fieldOrder?: readonly string[] | undefined;
}

/** The part of an arrangement that the form has. */
export interface UsableArrangement {
  readonly layout: FormLayout | undefined;
  readonly labels: LabelPlace | undefined;
  readonly fieldOrder: readonly FieldName[];
}

const warned = new Set<string>();

/** Returns the values that the form has. Each other one is reported on the console, once in a page. */
export function usableArrangement({ layout, labels, fieldOrder = [] }: Arrangement): UsableArrangement {
  return {
    layout: known('layout', layout, FORM_LAYOUTS),
    labels: known('labels', labels, LABEL_PLACES),
    fieldOrder: [...new Set(fieldOrder)].flatMap((name) => known('fieldOrder', name, FIELD_NAMES) ?? []),
  };
}

/** The calling code is part of the phone number. */
const FIELD_NAMES = (Object.keys(EMPTY) as FieldName[]).filter((name) => name !== 'phone-country');

function known<Value extends string>(
  property: string,
  value: string | undefined,
  values: readonly Value[],
): Value | undefined {
  const found = values.find((one) => one === value);
  const text = `"${value ?? ''}" of ${property} has no effect. Use: ${values.join(', ')}.`;
  if ((value ?? '') !== '' && found === undefined && !warned.has(text)) {
    warned.add(text);
    warnDeveloper(text);
  }
  return found;
}
