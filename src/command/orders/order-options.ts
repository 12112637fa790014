import { wireName } from '../../protocol/values/camel-case.js';
import { DECISIONS } from '../../server/use-cases/orders/settle-by-person.js';
import { fieldValue, type FieldKind, type OperatorCall } from '../operator/operator-calls.table.js';
import { BASE_ADDRESS, ofForm, type OptionTable, type ValueOption } from '../option-reader.js';

/** `createdFrom` is the option `--created-from`. */
export const optionName = (field: string) => wireName(field).replaceAll('_', '-');

const asGiven = (text: string) => text;

/** The form of a value by the kind of its field. The API checks the rest. */
const FORMS: Readonly<Record<Exclude<FieldKind, 'flag'>, ValueOption<string>>> = {
  text: { expected: 'a text', example: 'text', read: asGiven },
  number: { expected: 'a whole number', example: '20', read: ofForm(/^\d+$/) },
  list: { expected: 'a list with commas', example: 'paid,failed', read: asGiven },
  date: {
    expected: 'a date',
    example: '2026-11-28',
    read: (text) => (typeof fieldValue('date', text) === 'object' ? text : undefined),
  },
};

/** Fields whose form is narrower, or whose example says more. */
const OWN_FORMS: Readonly<Record<string, Partial<ValueOption<string>>>> = {
  day: {
    expected: 'a day in UTC',
    example: '2026-11-28',
    read: (text) => (/^.{10}$/.test(text) && FORMS.date.read(text)) || undefined,
  },
  amount: { expected: 'an amount in minor units', example: '500', read: ofForm(/^\d+$/) },
  as: {
    expected: `one of ${Object.keys(DECISIONS).join(', ')}`,
    example: 'failed',
    read: (text) => (Object.hasOwn(DECISIONS, text) ? text : undefined),
  },
  format: { expected: 'csv or jsonl', example: 'csv', read: ofForm(/^(csv|jsonl)$/) },
  by: { example: 'Ada' },
  key: { example: 'form-1' },
};

/** The options of a command by name. */
export function orderOptions({ fields }: Pick<OperatorCall, 'fields'>): OptionTable {
  const own = Object.entries(fields).map(([field, kind]) => [
    optionName(field),
    kind === 'flag' ? kind : { ...FORMS[kind], ...OWN_FORMS[field] },
  ]);
  return { ...Object.fromEntries(own), ...PLACES } as OptionTable;
}

/** The options that name the place of the orders. */
export const PLACES = {
  url: { ...BASE_ADDRESS, example: 'http://127.0.0.1:3002' },
  store: { expected: 'a postgres: address, or the path of a file', example: 'scudo.db', read: asGiven, isSecret: true },
} as const satisfies OptionTable;
