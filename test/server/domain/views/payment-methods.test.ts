import { describe, expect, it } from 'vitest';
import { methodsOf, missingFields, offeredMethods } from '../../../../src/server/domain/views/payment-methods.js';
import { sampleRecord } from '../../../../src/server/adapters/store/conformance/sample-record.js';

const methods = [{ code: 'testpay', name: 'Pay by test' }, { code: 'card' }, { code: 'sofort' }];
const known = { accountHolderName: 'Ada Lovelace', country: 'GB' };

describe('the payment methods of an order', () => {
  it('the payment methods of an order are those that the merchant chose, and only the card for one that is to be stored', () => {
    expect(methodsOf(sampleRecord('A', { methods }))).toEqual(methods);
    expect(methodsOf(sampleRecord('A', { methods, purpose: 'add-card' }))).toEqual([{ code: 'card' }]);
  });

  it('the payment methods of an order ask for the fields of a redirect payment that the order does not have, and for none with a card', () => {
    expect(offeredMethods(sampleRecord('A', { methods, country: 'GB' }), [])).toEqual([
      { code: 'testpay', name: 'Pay by test', ask: ['account_holder_name'] },
      { code: 'card' },
      { code: 'sofort', ask: ['account_holder_name'] },
    ]);
    expect(offeredMethods(sampleRecord('A', { methods: [{ code: 'testpay' }], ...known }), [])).toEqual([
      { code: 'testpay', ask: [] },
    ]);
  });

  it('the payment methods of an order miss the account holder and the country where the order has neither', () => {
    expect(missingFields(sampleRecord('A'), 'testpay')).toEqual(['account_holder_name', 'country']);
    expect(missingFields(sampleRecord('A', { accountHolderName: 'Ada Lovelace' }), 'testpay')).toEqual(['country']);
    expect(missingFields(sampleRecord('A', known), 'testpay')).toEqual([]);
  });
});
