import { expect, it } from 'vitest';
import { redirectInputOf } from '../src/elements/payer-fields/payer-values.js';
import { EMPTY, type FieldName } from '../src/elements/fields/form-field.js';
import type { MessageKey } from '../src/elements/i18n/english.js';
import { methodField } from '../src/elements/payer-fields/payer-fields.js';
import { fieldSchemas } from '../src/protocol/redirect/payment-method.js';
import {
  elementsOf,
  REDIRECT_FIELDS,
  sentValues,
  type MethodField,
  type RedirectField,
} from '../src/protocol/redirect/redirect-fields.js';
import * as z from '../src/protocol/zod.js';
import { withoutPayer } from '../src/server/domain/record/retention.js';
import { methodValues, missingFields } from '../src/server/domain/views/payment-methods.js';
import { sampleRecord } from '../src/server/adapters/store/conformance/sample-record.js';

/** A field of one method, which a copy of the table has. */
const BANK: RedirectField<FieldName & MessageKey, MessageKey> = {
  element: 'bankcode',
  place: 3,
  // The form has no field of this name; that of the line is one with a label.
  formField: 'line1',
  autocomplete: 'off',
  check: { least: 4, most: 8, message: 'field-missing' },
  isPersonal: true,
  methods: ['mybank'],
};
const FIELDS = { ...REDIRECT_FIELDS, bank_code: BANK };
const NAME = 'bank_code' as MethodField;
const ASK = ['account_holder_name', 'country', NAME] as const;
const CONTEXT = { countries: [], plans: undefined, addresses: undefined, states: undefined, language: 'en' };
const REQUEST = { method: 'mybank', account_holder_name: 'Ada Lovelace', country: 'GB', [NAME]: 'ABCD' };

it('a field that the table has for one method is asked for by this method only', () => {
  expect(missingFields({}, 'mybank', FIELDS)).toEqual(ASK);
  expect(missingFields({}, 'testpay', FIELDS)).toEqual(['account_holder_name', 'country']);
  expect(missingFields(methodValues({}, REQUEST, FIELDS), 'mybank', FIELDS)).toEqual([]);
  expect(methodValues({}, { ...REQUEST, method: 'testpay' }, FIELDS)).not.toHaveProperty('bankCode');
});

it('a field that the table has is checked in requests and in the form with the same limits', () => {
  const schema = z.object(fieldSchemas((name) => name, undefined, FIELDS));
  const field = methodField(NAME, CONTEXT, FIELDS);
  expect(field).toMatchObject({ name: 'line1', label: 'line1', autocomplete: 'off' });
  expect(field.wireNames.test('bank_code')).toBe(true);
  for (const [text, error] of [
    ['ABC', { message: 'field-missing' }],
    ['ABCD', undefined],
    ['ABCDEFGHI', { message: 'name-long', values: { most: '8' } }],
  ] as const) {
    expect(schema.safeParse({ [NAME]: text }).success).toBe(error === undefined);
    expect(field.check({ ...EMPTY, line1: text }, new Date(0))).toEqual(error);
  }
});

it('a field that the table has is sent by the page and to the gateway, in the order of the document', () => {
  const texts = { ...EMPTY, holder: ' Ada Lovelace', country: 'GB', line1: 'ABCD' };
  const input = redirectInputOf(texts, { code: 'mybank', ask: ASK }, FIELDS);
  expect(input).toEqual({ method: 'mybank', accountHolderName: 'Ada Lovelace', country: 'GB', bankCode: 'ABCD' });
  const elements = Object.entries(elementsOf(methodValues({}, REQUEST, FIELDS), FIELDS));
  expect(elements).toEqual([
    ['country', 'GB'],
    ['accountholdername', 'Ada Lovelace'],
    ['bankcode', 'ABCD'],
  ]);
});

it('a field that the table has makes another request of a repeated call', () => {
  const [one, other] = [sentValues(REQUEST, FIELDS), sentValues({ ...REQUEST, [NAME]: 'EFGH' }, FIELDS)];
  expect(one).toEqual(['Ada Lovelace', 'GB', 'ABCD']);
  expect(other).not.toEqual(one);
});

it('a field of the table stays in a final order only if it is not personal', () => {
  const record = sampleRecord('A', { accountHolderName: 'Ada Lovelace', country: 'GB', bankCode: 'ABCD' } as object);
  const kept = { ...FIELDS, bank_code: { ...BANK, isPersonal: false } };
  expect(withoutPayer(record, FIELDS)).not.toHaveProperty('bankCode');
  expect(withoutPayer(record, kept)).toMatchObject({ country: 'GB', bankCode: 'ABCD' });
});

it('a field of a record that retention does not name is deleted from a final order', () => {
  const record = sampleRecord('A', { nickname: 'Ada' } as object);
  expect(withoutPayer(record)).not.toHaveProperty('nickname');
  expect(withoutPayer(record)).toEqual(sampleRecord('A'));
});
