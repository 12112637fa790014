import { camelName, type CamelName } from '../values/camel-case.js';

/**
 * A field that a redirect payment method needs, from the form to the payment-set. `FormField` and `Message` are the
 * names that the page knows.
 */
export interface RedirectField<FormField extends string = string, Message extends string = string> {
  /** The element of `paymentmethoddetails` in the payment-set. */
  readonly element: string;
  /** The place of the element among those of this table. The document has a mandatory order. */
  readonly place: number;
  /** The name of the field in the form, and the key of its label. */
  readonly formField: FormField;
  /** The token by which browsers recognise the field (HTML, Autofill). */
  readonly autocomplete: string;
  /** Two letters of a country, or a text with the limits of its length and the message for a shorter one. */
  readonly check: 'country' | { readonly least: number; readonly most: number; readonly message: Message };
  /** True for data that retention deletes once the order takes no further payment. */
  readonly isPersonal: boolean;
  /** The codes of the payment methods that ask for the field. */
  readonly methods: 'all' | readonly string[];
}

/** Fields of redirect payment methods, by their names in the adapter contract. */
export type RedirectFields = Readonly<Record<string, RedirectField>>;

/**
 * The fields that redirect payment methods need, in the order of the form. Requests, forms, payment-set, fingerprints
 * and retention derive from this table.
 */
export const REDIRECT_FIELDS = {
  /** The name of the account holder, with 2 to 100 characters. The page asks for it when the order has none. */
  account_holder_name: {
    element: 'accountholdername',
    place: 2,
    formField: 'holder',
    autocomplete: 'name',
    check: { least: 2, most: 100, message: 'holder-missing' },
    isPersonal: true,
    methods: 'all',
  },
  /** A country by its two letters (ISO 3166-1 alpha-2). The page asks for it when the order has none. */
  country: {
    element: 'country',
    place: 1,
    formField: 'country',
    autocomplete: 'country',
    check: 'country',
    // Refunds need it.
    isPersonal: false,
    methods: 'all',
  },
} as const satisfies RedirectFields;

/** The name of a field of redirect payment methods. */
export type MethodField = keyof typeof REDIRECT_FIELDS;
export const METHOD_FIELDS = Object.keys(REDIRECT_FIELDS) as readonly MethodField[];

/** The element of such a field. */
export type RedirectElement = (typeof REDIRECT_FIELDS)[MethodField]['element'];

/** The values of these fields under their names in the JavaScript API. */
export type RedirectValues = {
  readonly [Name in MethodField as CamelName<Name>]?: string | undefined;
};

/** Returns the fields that a payment method asks for. */
export function fieldsOfMethod(
  method: string,
  fields: RedirectFields = REDIRECT_FIELDS,
): readonly (readonly [MethodField, RedirectField])[] {
  return entriesOf(fields).filter(([, { methods }]) => methods === 'all' || methods.includes(method));
}

/** Returns the fields in the order of the document. */
export function fieldsInDocument(fields: RedirectFields = REDIRECT_FIELDS) {
  return [...entriesOf(fields)].sort(([, one], [, other]) => one.place - other.place);
}

/** Returns the elements of a payment-set with the given values, in the order of the document. */
export function elementsOf(values: RedirectValues, fields?: RedirectFields): Record<string, string | undefined> {
  return Object.fromEntries(fieldsInDocument(fields).map(([name, { element }]) => [element, valueOf(values, name)]));
}

/** Returns the value of a field. */
export function valueOf(values: RedirectValues, name: MethodField): string | undefined {
  return values[camelName(name)];
}

/** The names of another table are read as those of this one. */
function entriesOf(fields: RedirectFields) {
  return Object.entries(fields) as readonly (readonly [MethodField, RedirectField])[];
}

/** Returns what a page has sent for all fields. A repeated call has the same values. */
export function sentValues(
  request: Readonly<Partial<Record<MethodField, string | undefined>>>,
  fields: RedirectFields = REDIRECT_FIELDS,
): readonly string[] {
  return entriesOf(fields).map(([name]) => request[name] ?? '');
}
