import { describe, expect, it } from 'vitest';
import type * as z from 'zod/mini';
import {
  cardInputSchema,
  challengeReportSchema,
  pageVersionCheckRequestSchema,
  payerInputSchema,
  paymentRequestSchema,
  redirectRequestSchema,
} from '../../../src/protocol/adapter/adapter-requests.js';
import { checkMessage } from '../../../src/protocol/values/field-issue.js';
import { ID, PAYMENT_REQUEST } from '../samples.js';

const CARD = { ...PAYMENT_REQUEST.card, frame_key: ID };
const REPORT = { server_trans_id: ID, card: CARD, ended: 'notified', cres: 'e30' };
const REDIRECT = { method: 'testpay', account_holder_name: 'Ada Lovelace', country: 'DE' };

/** The issues of a message with another value of one field. */
const issuesOf = (schema: z.ZodMiniType, message: object, field: string, value: unknown) =>
  checkMessage(schema, { ...message, [field]: value }).issues?.map((issue) => `${issue.field} ${issue.message}`);

describe('a card as the shopper typed it', () => {
  it('a card as the shopper typed it is read with all its fields', () => {
    expect(cardInputSchema.parse(CARD)).toEqual(CARD);
    for (const [field, value] of [
      ['security_code', '1234'],
      ['security_code', '000'],
      ['expiry_month', '01'],
      ['expiry_month', '09'],
      ['expiry_month', '10'],
      ['expiry_year', '00'],
    ] as const)
      expect(issuesOf(cardInputSchema, CARD, field, value), `${field} ${value}`).toBeUndefined();
  });

  it.each([
    ['number', '4222000006285345', 'must be a card number with a right check digit'],
    ['number', '42220000062', 'must be a card number of 12 to 19 digits'],
    ['expiry_month', '00', 'must be a month of two digits'],
    ['expiry_month', '13', 'must be a month of two digits'],
    ['expiry_month', '1', 'must be a month of two digits'],
    ['expiry_year', '2028', 'must be a year of two digits'],
    ['expiry_year', 'x8', 'must be a year of two digits'],
    ['expiry_year', '8', 'must be a year of two digits'],
    ['security_code', '12', 'must be 3 or 4 digits'],
    ['security_code', '12345', 'must be 3 or 4 digits'],
    ['security_code', 'x123', 'must be 3 or 4 digits'],
    ['security_code', '123x', 'must be 3 or 4 digits'],
    ['frame_key', 'x', 'must be a UUID'],
    ['frame_key', `${ID}0`, 'must be a UUID'],
    ['frame_key', `${ID.slice(1)}g`, 'must be a UUID'],
    ['number', undefined, 'is missing'],
    ['full_name', undefined, 'is missing'],
  ])('a card as the shopper typed it is refused when its %s is %j', (field, value, message) => {
    expect(issuesOf(cardInputSchema, CARD, field, value)).toContain(`${field} ${message}`);
  });

  it('a card as the shopper typed it is the same in a version check', () => {
    const { number, frame_key } = CARD;
    expect(pageVersionCheckRequestSchema.parse({ number, frame_key })).toEqual({ number, frame_key });
    expect(pageVersionCheckRequestSchema.parse({ number })).toEqual({ number });
    for (const wrong of [{}, { number: '4222000006285345' }, { number, frame_key: 'x' }])
      expect(pageVersionCheckRequestSchema.safeParse(wrong).success).toBe(false);
  });
});

describe('the payer of a payment', () => {
  const address = { line1: '1 Coin Lane', city: 'London', postal_code: 'N1', country: 'GB' };

  it('the payer of a payment has the three digits of the country, and needs no field', () => {
    const payer = { ...PAYMENT_REQUEST.payer, billing_address: address };
    expect(payerInputSchema.parse(payer)).toEqual({ ...payer, billing_address: { ...address, country: '826' } });
    expect(payerInputSchema.parse({})).toEqual({});
  });

  it.each(['XX', 'gb', 'GBR', '826', '', undefined, 826])('the payer of a payment has no country %j', (country) => {
    const fields = checkMessage(payerInputSchema, { billing_address: { ...address, country } }).issues;
    expect(fields?.map(({ field }) => field)).toEqual(['billing_address.country']);
  });
});

describe('a payment of the page', () => {
  it('a payment of the page is read with all its fields, and needs neither transaction nor payer', () => {
    const payment = { ...PAYMENT_REQUEST, authentication: { order: { gift_card_count: 1 } } };
    expect(paymentRequestSchema.parse(payment)).toEqual(payment);
    const { card, browser_data, method_url_completion } = payment;
    const least = { card, browser_data, method_url_completion };
    expect(paymentRequestSchema.parse(least)).toEqual(least);
    for (const field of Object.keys(least))
      expect(issuesOf(paymentRequestSchema, least, field, undefined)).toEqual([`${field} is missing`]);
    expect(issuesOf(paymentRequestSchema, payment, 'server_trans_id', 'x')).toEqual(['server_trans_id must be a UUID']);
  });
});

describe('the report of a challenge', () => {
  it.each(['notified', 'cancelled', 'timed-out', 'too-late', 'blocked', 'returned'])(
    'the report of a challenge can end as %s',
    (ended) => {
      expect(challengeReportSchema.parse({ ...REPORT, ended })).toEqual({ ...REPORT, ended });
    },
  );

  it.each([
    ['ended', 'paid'],
    ['ended', undefined],
    ['server_trans_id', undefined],
    ['server_trans_id', 'x'],
    ['card', undefined],
    ['cres', 7],
    ['cres', 'x'.repeat(16_385)],
  ])('the report of a challenge is refused for a wrong %s', (field, value) => {
    expect(issuesOf(challengeReportSchema, REPORT, field, value)).toHaveLength(1);
  });
});

describe('the request of a redirect payment', () => {
  it('the request of a redirect payment keeps the two letters of the country, and needs only a method', () => {
    expect(redirectRequestSchema.parse(REDIRECT)).toEqual(REDIRECT);
    expect(redirectRequestSchema.parse({ method: 'testpay' })).toEqual({ method: 'testpay' });
  });

  it.each([
    ['method', undefined],
    ['method', 'test pay'],
    ['account_holder_name', 'A'],
    ['country', '276'],
    ['country', 'XX'],
    ['country', 'DEU'],
  ])('the request of a redirect payment is refused when its %s is %j', (field, value) => {
    expect(issuesOf(redirectRequestSchema, REDIRECT, field, value)).toHaveLength(1);
  });
});
