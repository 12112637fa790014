import { describe, expect, it } from 'vitest';
import { CARD_ONLY } from '../../../../src/server/domain/input/method-offer.js';
import { methodOffersSchema } from '../../../../src/server/domain/input/method-offer.schema.js';

const issuesOf = (methods: unknown) =>
  methodOffersSchema.safeParse(methods).error?.issues.map(({ path, message }) => [path.join('.'), message]);

describe('the payment methods of an order', () => {
  it('the payment methods of an order are a card by default', () => {
    expect(CARD_ONLY).toEqual([{ code: 'card' }]);
  });

  it.each([
    [[{ code: 'card' }]],
    [[{ code: 'testpay', name: 'Pay by test' }, { code: 'card' }]],
    [[{ code: 'card', name: undefined }]],
    [[{ code: 'card', name: 'x'.repeat(100) }]],
    [[{ code: 'card', brands: ['jcb'] }, { code: 'testpay' }]],
    [[{ code: 'card', brands: ['visa', 'mastercard', 'amex', 'diners', 'discover', 'jcb'] }]],
  ])('the payment methods of an order have a code each, and a name of up to 100 characters: %j', (methods) => {
    expect(issuesOf(methods)).toBeUndefined();
    expect(methodOffersSchema.parse(methods)).toEqual(methods);
  });

  it.each([[[]], ['card'], [{ code: 'card' }], [null]])(
    'the payment methods of an order are a list of at least one: %j is refused',
    (methods) => {
      expect(issuesOf(methods)).toEqual([['', 'a list of at least one payment method, each with a code']]);
    },
  );

  it('the payment methods of an order have each code once', () => {
    const methods = [{ code: 'card' }, { code: 'testpay' }, { code: 'card', name: 'Another card' }];
    expect(issuesOf(methods)).toEqual([['', 'a list with each code once']]);
  });

  it.each([
    [['card'], '0'],
    [[{ code: 'card' }, {}], '1.code'],
    [[{ code: 'two words' }], '0.code'],
    [[{ code: 'card', name: '' }], '0.name'],
    [[{ code: 'card', name: 'x'.repeat(101) }], '0.name'],
    [[{ code: 'card', name: '\u200b' }], '0.name'],
    [[{ code: 'card', brands: [] }], '0.brands'],
    [[{ code: 'card', brands: 'visa' }], '0.brands'],
    [[{ code: 'card', brands: null }], '0.brands'],
    [[{ code: 'card', brands: ['visa', 'visa'] }], '0.brands'],
    [[{ code: 'card', brands: ['visa', 'VISA'] }], '0.brands.1'],
    [[{ code: 'card', brands: ['unionpay'] }], '0.brands.0'],
    [[{ code: 'card', brands: [undefined] }], '0.brands.0'],
    [[{ code: 'card' }, { code: 'testpay', brands: ['visa'] }], '1.brands'],
  ])('the payment methods of an order are refused with the name of the wrong field: %j', (methods, field) => {
    expect(issuesOf(methods)?.map(([path]) => path)).toEqual([field]);
  });
});
