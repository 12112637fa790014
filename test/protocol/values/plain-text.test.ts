import { describe, expect, it } from 'vitest';
import {
  cardInputSchema,
  payerInputSchema,
  redirectRequestSchema,
} from '../../../src/protocol/adapter/adapter-requests.js';
import { isEmailAddress } from '../../../src/protocol/values/email-address.js';
import { checkMessage } from '../../../src/protocol/values/field-issue.js';

const CARD = {
  number: '4222000006285344',
  expiry_month: '12',
  expiry_year: '28',
  security_code: '987',
  full_name: 'Ada Lovelace',
};
const ADDRESS = { line1: 'Main Street 1', city: 'Köln', postal_code: '50667', country: 'DE' };

/** NUL, other controls, line breaks, invisible and reordering characters, private use, unassigned, half a pair. */
const WRONG = ['\0', '\u0001', '\t', '\n', '\r', '\u007f', '\u0085', '\u00ad', '\u200b', '\u202e', '\u2066', '\ufeff'];
const WRONG_TOO = ['\ue000', '\u0378', '\ud800', '\udc00', '\ufffe', '\u{e0001}', '\u{10ffff}'];

describe('a name', () => {
  it.each([...WRONG, ...WRONG_TOO])('a name with the character %j is rejected by its field', (character) => {
    const name = `Ada${character}Lovelace`;
    const fieldsOf = (issues: readonly { field: string }[] | undefined) => issues?.map(({ field }) => field);
    expect(fieldsOf(checkMessage(cardInputSchema, { ...CARD, full_name: name }).issues)).toEqual(['full_name']);
    expect(
      fieldsOf(checkMessage(redirectRequestSchema, { method: 'testpay', account_holder_name: name }).issues),
    ).toEqual(['account_holder_name']);
    expect(
      fieldsOf(checkMessage(payerInputSchema, { billing_address: { ...ADDRESS, line1: name, city: name } }).issues),
    ).toEqual(['billing_address.line1', 'billing_address.city']);
    expect(fieldsOf(checkMessage(payerInputSchema, { email: `ada${character}@example.com` }).issues)).toEqual([
      'email',
    ]);
  });

  it.each([
    'Zoë O’Brien-Smith',
    'Nguyễn Thị Ánh',
    '李 小龍',
    'محمد\u200cرضا',
    'क्\u200dष',
    'J. R. R.',
    "D'Arcy & Søn <A/S>",
  ])('a name such as %s is accepted', (name) => {
    expect(checkMessage(cardInputSchema, { ...CARD, full_name: name }).issues).toBeUndefined();
    expect(
      checkMessage(redirectRequestSchema, { method: 'testpay', account_holder_name: name }).issues,
    ).toBeUndefined();
  });

  it('a name of the wrong length is rejected with the lengths that are right', () => {
    for (const full_name of ['Al', 'A'.repeat(45)])
      expect(checkMessage(cardInputSchema, { ...CARD, full_name }).issues).toBeUndefined();
    for (const full_name of ['A', 'A'.repeat(46)])
      expect(checkMessage(cardInputSchema, { ...CARD, full_name }).issues).toEqual([
        {
          field: 'full_name',
          message: 'must be text of 2 to 45 characters without control characters',
          missing: false,
        },
      ]);
  });
});

describe('an e-mail address', () => {
  it.each(['ada@example.com', 'a.b+c@sub.example.co.uk', 'é@exämple.de', `${'a'.repeat(242)}@example.com`])(
    'an e-mail address can be %s',
    (text) => {
      expect(isEmailAddress(text)).toBe(true);
    },
  );

  it.each([
    '',
    'ada',
    'ada@example',
    '@example.com',
    'ada@',
    'ada@.com',
    'ada@example.',
    'ada@example..com',
    'a b@example.com',
    ' ada@example.com',
    'ada@example.com ',
    'ada@example.com.',
    'ada@example.com/x@',
    'a@b@example.com',
    `${'a'.repeat(243)}@example.com`,
  ])('an e-mail address cannot be %j', (text) => {
    expect(isEmailAddress(text)).toBe(false);
  });
});
