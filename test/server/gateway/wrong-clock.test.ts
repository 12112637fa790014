import { expect, it } from 'vitest';
import type { Gateway } from '../../../src/server.js';
import { AUTHORIZATION } from './sample-calls.js';
import { failureOf, gatewayAnswering } from './scripted-fetch.js';
import { shortAnswer } from './xml-answers.js';

const SET = {
  orderId: 'A1',
  amount: '1999',
  currency: 'EUR',
  method: 'testpay',
  returnUrl: 'https://shop.example/r',
  statusUrl: 'https://shop.example/s',
};
const CREDIT = { orderId: 'A1', pasref: '16898444372586159', amount: '500', currency: 'EUR', method: 'testpay' };

/** Calls of the XML interface, with what they say about the clock. */
const CALLS: readonly (readonly [string, (gateway: Gateway) => Promise<string | undefined>])[] = [
  ['a payment-set', async ({ paymentSets }) => (await failureOf(paymentSets.create(SET))).message],
  ['a card query', async ({ cardAuthorizations }) => (await failureOf(cardAuthorizations.query('A1'))).message],
  ['an authorization', async ({ cardAuthorizations }) => (await cardAuthorizations.create(AUTHORIZATION)).clock],
  ['a refund', async ({ paymentCredits }) => (await paymentCredits.create(CREDIT)).clock],
];

/** An answer with HTTP status 200, with the `Date` of the gateway. */
const refusedAt = (date: string) => () => {
  const response = shortAnswer({ result: '508', message: 'Timestamp out of range' })();
  response.headers.set('date', date);
  return response;
};

it.each(CALLS)('the refusal of %s with HTTP status 200 names a wrong clock of this server', async (_call, clockOf) => {
  const { gateway } = gatewayAnswering(refusedAt('Sat, 21 Nov 2026 22:24:10 GMT'), { refundPassword: 'refund' });
  expect(await clockOf(gateway)).toContain(
    'The clock of this server says 2026-11-20T22:24:10.123Z, and the one of the gateway 2026-11-21T22:24:10.000Z',
  );
});

it.each(CALLS)('the refusal of %s does not name a right clock', async (_call, clockOf) => {
  const { gateway } = gatewayAnswering(refusedAt('Fri, 20 Nov 2026 22:25:10 GMT'), { refundPassword: 'refund' });
  expect((await clockOf(gateway)) ?? '').not.toContain('clock of this server');
});
