import { expect, it } from 'vitest';
import { HashOrders, REQUEST_SLOTS } from '../../../src/command/certify/hash-order.js';
import { HASH_FIELDS } from '../../../src/protocol/values/securehash.js';
import { hashOf } from '../../sandbox/sandbox-client.js';

const MESSAGE = {
  ...{ request_timestamp: '1', merchant_id: '2', start_timestamp: '3', timestamp: '4', merchantId: '5' },
  ...{ accountId: '6', orderId: '7', startDateTime: '8', endDateTime: '9', returnPii: 'true' },
};

it.each([
  ['authenticationSearch', MESSAGE],
  ['paymentReport', MESSAGE],
  ['paymentReport', { ...MESSAGE, merchantTransactionId: '10' }],
  ['refundReport', { ...MESSAGE, merchantTransactionId: '10' }],
] as const)('certify begins its search for the fields of %s with those of the client', (name, message) => {
  const values: readonly unknown[] = REQUEST_SLOTS[name].map(({ valueOf }) => valueOf(message));
  expect(values).toEqual(HASH_FIELDS[name](message));
});

/** An answer whose hash covers these values after the timestamp. */
const answerWith = (...values: readonly string[]) =>
  `<response timestamp="1"><merchantid>2</merchantid><result>00</result><sha1hash>${hashOf(['1', ...values], 'secret')}</sha1hash></response>`;

it('certify ends its search for the fields of answers, and knows an order that it has found', () => {
  const orders = new HashOrders(2);
  const codesOf = (answer: string) => {
    const found = orders.of(answer, 'secret', {});
    return Array.isArray(found) ? found.map(({ code }) => code) : found;
  };
  const known = ['message.timestamp', 'message.merchantid', 'message.result'];
  expect(codesOf(answerWith('2', '00'))).toEqual(known);
  expect(codesOf(answerWith('unknown'))).toBeUndefined();
  expect(codesOf(answerWith('2'))).toBe('not-searched');
  expect(codesOf(answerWith('2', '00'))).toEqual(known);
});
