import { readFileSync } from 'node:fs';
import { emailSchema, phoneNumberSchema } from '../../../src/protocol/three-d-secure/authentication-request.js';
import { cardInputSchema, payerInputSchema } from '../../../src/protocol/adapter/adapter-requests.js';
import { digitsOf } from '../../../src/protocol/values/card-number.js';
import {
  cardNumberIn,
  cardNumberText,
  groupedDigits,
  isCardNumber,
} from '../../../src/elements/card-form/card-number-text.js';
import { parseExpiryDate, withMonthNumbers } from '../../../src/elements/card-form/expiry-date.js';
import { expiryText, writtenExpiry } from '../../../src/elements/card-form/expiry-text.js';
import { CARD_FIELDS, cardOf } from '../../../src/elements/card-form/form-fields.js';
import { securityCodeText } from '../../../src/elements/card-form/security-code-text.js';
import type { TextEdit } from '../../../src/elements/card-form/text-edit.js';
import { EMPTY, type FieldTexts } from '../../../src/elements/fields/form-field.js';
import { fill } from '../../../src/elements/i18n/fill.js';
import { chooseLanguage } from '../../../src/elements/i18n/languages.js';
import type { AddressData, StateList } from '../../../src/elements/payer-fields/address-format.js';
import { billingAddressOf } from '../../../src/elements/payer-fields/address-fields.js';
import { countryOptions } from '../../../src/elements/payer-fields/countries.js';
import { askedFields, type FieldContext } from '../../../src/elements/payer-fields/payer-fields.js';
import { readPhoneNumber, type PhonePlans } from '../../../src/elements/payer-fields/phone-number.js';
import { renamed, wireName } from '../../../src/protocol/values/camel-case.js';
import type * as z from 'zod/mini';
import { asText, expectEqual, expectThat, numberOf, textOf, type Input, type Target } from '../engine/target.js';

const dataFile = (name: string): unknown =>
  JSON.parse(readFileSync(`src/elements/late-data/data/${name}.json`, 'utf8')) as unknown;
const PLANS = dataFile('phones') as PhonePlans;
const ADDRESSES = dataFile('addresses') as AddressData;
const STATES = dataFile('states') as Readonly<Record<string, StateList>>;
const COUNTRIES = Object.keys(ADDRESSES.countries);
const NOW = new Date('2026-11-20T12:00:00Z');

/** An edit as a browser makes it: a text is inserted instead of a selection. */
function editOf(input: Input): TextEdit {
  const before = textOf(input, 'before');
  const from = numberOf(input, 'from', before.length);
  const to = from + numberOf(input, 'length', before.length - from);
  const inserted = textOf(input, 'inserted');
  const text = before.slice(0, from) + inserted + before.slice(to);
  const start = numberOf(input, 'known', 1) === 1 ? { start: from } : {};
  return { before, text, caret: from + inserted.length, forward: numberOf(input, 'forward', 1) === 1, ...start };
}

const EDIT_SEEDS: readonly Input[] = [
  { before: '', from: 0, length: 0, inserted: '4', forward: 0, known: 1 },
  { before: '4222 0000 0628 5344', from: 4, length: 1, inserted: '', forward: 1, known: 0 },
  { before: '12 / 27', from: 0, length: 7, inserted: '15/28', forward: 0, known: 1 },
  { before: '12 / 2', from: 6, length: 0, inserted: '04 2027', forward: 0, known: 0 },
  { before: '', from: 0, length: 0, inserted: 'Card: 4222000006285344 exp 12/28', forward: 0, known: 1 },
];

function editing(name: string, write: (edit: TextEdit, input: Input) => { text: string; caret: number }): Target {
  return {
    name,
    holds: 'a text with its caret inside; a text without digits keeps none of another text',
    seeds: EDIT_SEEDS,
    share: 2,
    run(input) {
      const edit = editOf(input);
      const { text, caret } = write(edit, input);
      expectThat(Number.isInteger(caret) && caret >= 0 && caret <= text.length, `caret ${caret} of "${text}"`);
      const written = withMonthNumbers(edit.text) + edit.text + edit.before;
      const [digits, known] = [digitsOf(text), digitsOf(written)];
      // Months get a leading zero, and a name of a month becomes its number.
      for (const digit of new Set(digits))
        expectThat(digit === '0' || known.includes(digit), `invents ${digit}: ${text}`);
    },
  };
}

/** Throws unless the backend accepts what the form has accepted. */
function expectAccepted(schema: z.ZodMiniType, value: unknown): void {
  const { success, error } = schema.safeParse(value);
  expectThat(success, `the backend refuses ${JSON.stringify(value)}: ${String(error?.message)}`);
}

function textsOf(input: Input): FieldTexts {
  const given = Object.keys(EMPTY).map((name) => [name, textOf(input, name)]);
  return Object.fromEntries(given) as unknown as FieldTexts;
}

function contextOf({ country }: FieldTexts, language: string): FieldContext {
  const states =
    Object.hasOwn(ADDRESSES.countries, country) && ADDRESSES.countries[country]?.states ? STATES[country] : undefined;
  return { language, plans: PLANS, addresses: ADDRESSES, states, countries: countryOptions(language, COUNTRIES) };
}

/** Texts of the shopper, as the form reads and writes them. */
export const FIELD_TARGETS: readonly Target[] = [
  editing('edit-number', (edit) => cardNumberText(edit)),
  editing('edit-expiry', (edit) => expiryText(edit)),
  editing('edit-code', (edit, input) => securityCodeText(edit, textOf(input, 'number'))),
  {
    name: 'expiry-date',
    holds: 'a month and a year that are equal when they are written and read again, or none',
    seeds: ['4/27', '04 2027', '0427', '2027-04', '12 / 28'],
    isText: true,
    share: 2,
    run(input) {
      const date = parseExpiryDate(asText(input));
      if (!date) return;
      expectThat(/^(0[1-9]|1[0-2])$/.test(date.month) && /^\d\d$/.test(date.year), 'no month and year');
      expectEqual(parseExpiryDate(writtenExpiry(date)), date, 'read again');
    },
  },
  {
    name: 'card-number',
    holds: 'a valid number whose digits are in the text, or none; equal after grouping',
    seeds: ['4222 0000 0628 5344', 'Card: 4222000006285344 exp 12/28 cvv 123', '3741 010000 00608'],
    isText: true,
    share: 2,
    run(input) {
      const found = cardNumberIn(asText(input));
      if (found === undefined) return;
      expectThat(isCardNumber(found) && digitsOf(asText(input)).includes(found), `another number: ${found}`);
      expectEqual(digitsOf(groupedDigits(found)), found, 'grouped');
    },
  },
  {
    name: 'card-form',
    holds: 'a card without an error in the form is accepted by the backend',
    seeds: [{ number: '4222 0000 0628 5344', expiry: '12 / 28', 'security-code': '123', name: 'Ada Lovelace' }],
    run(input) {
      const texts = textsOf(input);
      if (/[\p{C}\p{Zl}\p{Zp}]/u.test(texts.name)) return;
      if (CARD_FIELDS.some((field) => field.check(texts, NOW))) return;
      expectAccepted(cardInputSchema, renamed(cardOf(texts), wireName));
    },
  },
  {
    name: 'phone-form',
    holds: 'a phone number that the form reads is accepted by the backend',
    seeds: [
      { phone: '020 7946 0000', 'phone-country': 'GB' },
      { phone: '+1 202 555 0143', 'phone-country': 'DE' },
      { phone: '011 15-2345-6789', 'phone-country': 'AR' },
    ],
    share: 2,
    run(input) {
      const texts = textsOf(input);
      const { number } = readPhoneNumber(texts.phone, texts['phone-country'], PLANS);
      if (number) expectAccepted(phoneNumberSchema, number);
    },
  },
  {
    name: 'address-form',
    holds: 'an address and an email address without an error in the form are accepted by the backend',
    seeds: [
      { country: 'GB', line1: '1 Coin Lane', city: 'London', postcode: 'N1 1AA', email: 'ada@example.com' },
      { country: 'US', line1: '1 Main St', city: 'Austin', area: 'US-TX', postcode: '78701' },
      { country: 'JP', line1: '丸の内1', city: '千代田区', area: 'JP-13', postcode: '１００-０００５' },
      { country: 'KR', line1: '1', city: 'Seoul', quarter: 'Jung-gu', area: 'KR-11', postcode: '04524' },
      { country: 'SG', line1: '1', postcode: '049315' },
      { country: 'XX', line1: '1', 'area-name': 'A', city: 'B' },
    ],
    share: 2,
    run(input) {
      const texts = textsOf(input);
      // The form shows what the backend refuses in a text with such characters, which no keyboard writes.
      if (Object.values(texts).some((one) => /[\p{C}\p{Zl}\p{Zp}]/u.test(one))) return;
      const context = contextOf(texts, 'en');
      const fits = (asked: 'billing_address' | 'email') =>
        askedFields(asked, texts, context).every((field) => !field.check(texts, NOW));
      if (fits('email')) expectAccepted(emailSchema, texts.email.trim());
      if (!fits('billing_address')) return;
      const address = renamed(billingAddressOf(texts, context), wireName);
      expectAccepted(payerInputSchema, { billing_address: address });
    },
  },
  {
    name: 'languages',
    holds: 'a language of the element; a message with all texts filled in',
    seeds: [{ wanted: 'de-AT', text: 'At most {most} characters', most: '45' }],
    run(input) {
      const wanted = textOf(input, 'wanted').split(',');
      expectThat(chooseLanguage(wanted) !== '', 'no language');
      const most = textOf(input, 'most');
      expectThat(fill(`[{most}]`, { most }) === `[${most}]`, 'not filled in');
      fill(textOf(input, 'text'), { most });
    },
  },
];
