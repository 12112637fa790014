import {
  FORM_LAYOUTS,
  LABEL_PLACES,
  type FormLayout,
  type LabelPlace,
} from '../../protocol/adapter/card-frame-lists.js';
import { ORDERED_FIELDS, type FieldName } from '../../protocol/adapter/form-fields.js';

/** The arrangement of a form as the page sets it. An attribute may have any value. */
export interface Arrangement {
  readonly layout?: string | undefined;
  readonly labels?: string | undefined;
  readonly fieldOrder?: readonly string[] | undefined;
  /** True to focus the next card field after a complete one. */
  readonly autoAdvance?: boolean | undefined;
}

/** The part of an arrangement that the form has. */
export interface UsableArrangement {
  readonly layout: FormLayout | undefined;
  readonly labels: LabelPlace | undefined;
  readonly fieldOrder: readonly FieldName[];
}

/** Returns the values that the form has. Others have no effect, and set-up-check.ts reports them. */
export function usableArrangement({ layout, labels, fieldOrder = [] }: Arrangement): UsableArrangement {
  return {
    layout: known(layout, FORM_LAYOUTS),
    labels: known(labels, LABEL_PLACES),
    fieldOrder: [...new Set(fieldOrder)].flatMap((name) => known(name, ORDERED_FIELDS) ?? []),
  };
}

function known<Value extends string>(value: string | undefined, values: readonly Value[]): Value | undefined {
  return values.find((one) => one === value);
}
