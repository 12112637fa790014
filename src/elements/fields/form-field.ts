import { CARD_FIELD_NAMES, type CardFieldName, type NextTry } from '../../protocol/adapter/card-frame-lists.js';
import { FIELD_NAMES, type FieldName } from '../../protocol/adapter/form-fields.js';
import type { BrandCode } from '../../protocol/values/card-scheme.js';
import type { MessageKey } from '../i18n/english.js';
import type { AddressLabel } from '../i18n/messages.js';

export type { FieldName };

/** An option of a select. */
export type Option = readonly [value: string, text: string];

export type FieldTexts = Readonly<Record<FieldName, string>>;

/** The texts of a form in which nothing is filled in. */
export const EMPTY = emptied(FIELD_NAMES) as FieldTexts;

/** The texts that are cleared before the next try. */
export const CLEARED_FOR = {
  'same-texts': {},
  'same-card': emptied(['security-code']),
  'another-card': emptied(CARD_FIELD_NAMES),
  none: EMPTY,
} as const satisfies Readonly<Record<NextTry, Partial<FieldTexts>>>;

function emptied(names: readonly FieldName[]): Partial<FieldTexts> {
  return Object.fromEntries(names.map((name) => [name, '']));
}

/** The error of a field: a message and its values. */
export interface FieldError {
  readonly message: MessageKey;
  readonly values?: Readonly<Record<string, string>>;
}

export interface FormField {
  readonly name: FieldName;
  readonly label: MessageKey;
  /** The label that the address data give the field, with its English. */
  readonly late?: readonly [label: AddressLabel, english: string] | undefined;
  readonly hint?: MessageKey;
  /** The example in the empty input, if languages have words for it. */
  readonly example?: MessageKey;
  /** Values of the hint. */
  readonly values?: Readonly<Record<string, string>>;
  /** The token by which browsers and password managers recognise the field (HTML, Autofill). */
  readonly autocomplete: AutoFill;
  readonly type: 'text' | 'tel' | 'email' | 'select';
  readonly inputMode: 'numeric' | 'tel' | 'email' | 'text';
  /** False for a field that may stay empty. */
  readonly required?: boolean;
  /** The options of a select, and the text of the empty one. */
  readonly options?: readonly Option[];
  readonly placeholder?: MessageKey;
  /** The wire names by which the backend refuses the field. */
  readonly wireNames: RegExp;
  /** @param brands the brands of cards that are accepted. Default: all */
  readonly check: (texts: FieldTexts, now: Date, brands?: readonly BrandCode[]) => FieldError | undefined;
}

export function isCardField(name: FieldName): name is CardFieldName {
  return CARD_FIELD_NAMES.some((one) => one === name);
}

/** Returns the error that is shown if a new check finds the same one: the same message about the same brand. */
export function errorThatHolds(shown: FieldError | undefined, found: FieldError | undefined): FieldError | undefined {
  const isSame = shown?.message === found?.message && shown?.values?.['brand'] === found?.values?.['brand'];
  return isSame ? shown : undefined;
}
