import { expect, it } from 'vitest';
import { REQUEST_SLOTS } from '../../../src/command/certify/hash-order.js';
import { HASH_FIELDS } from '../../../src/protocol/values/securehash.js';

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
