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

/** NUL, other controls, invisible and reordering characters, private use, unassigned, half a pair. */
const INVISIBLE = ['\0', '\u0001', '\u007f', '\u009f', '\u00ad', '\u200b', '\u202e', '\u2066', '\ufeff'];
const INVISIBLE_TOO = ['\ue000', '\u0378', '\ud800', '\udc00', '\ufffe', '\u{e0001}', '\u{10ffff}'];

describe('a name', () => {
  it.each([...INVISIBLE, ...INVISIBLE_TOO])('a name with the character %j is read without it', (character) => {
    const name = `Ada ${character}Lovelace${character}`;
    const read = 'Ada Lovelace';
    expect(cardInputSchema.parse({ ...CARD, full_name: name }).full_name).toBe(read);
    expect(redirectRequestSchema.parse({ method: 'testpay', account_holder_name: name }).account_holder_name).toBe(
      read,
    );
    const { billing_address, email } = payerInputSchema.parse({
      billing_address: { ...ADDRESS, line1: name, city: name },
      email: `${character}ada@example.com${character}`,
    });
    expect([billing_address?.line1, billing_address?.city, email]).toEqual([read, read, 'ada@example.com']);
  });

  it.each(['\t', '\r\n', '\u0085', '\u2028', '\u2029'])(
    'a name with the line end %j is read with a space',
    (character) => {
      expect(cardInputSchema.parse({ ...CARD, full_name: `Ada${character}Lovelace` }).full_name).toBe('Ada Lovelace');
    },
  );

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
