import { describe, expect, it } from 'vitest';
import { openedFields, PAGE_FIELDS, type PageField } from '../../../../src/server/domain/input/page-fields.js';

/** The names in the authentication request, and values that the interface allows and does not allow. */
const FIELDS: Readonly<Record<PageField, readonly [name: string, right: string, wrong: string]>> = {
  'order.deliveryEmail': ['delivery_email', 'ada@example.com', 'ada'],
  'order.deliveryTimeframe': ['delivery_timeframe', 'SAME_DAY', 'NEVER'],
  'order.shippingMethod': ['shipping_method', 'SHIP_TO_STORE', 'BY_BALLOON'],
  'order.giftCardCount': ['gift_card_count', '02', 'two'],
  'order.giftCardCurrency': ['gift_card_currency', 'EUR', 'euro'],
  'order.giftCardAmount': ['gift_card_amount', '500', '5.00'],
  'order.preorderIndicator': ['preorder_indicator', 'FUTURE_AVAILABILITY', 'SOON'],
  'order.preorderAvailabilityDate': ['preorder_availability_date', '2026-12-24', 'Christmas'],
};
const all = Object.keys(FIELDS) as PageField[];

it('the fields that a page may add are those of the document', () => {
  expect(Object.keys(PAGE_FIELDS)).toEqual(all);
});

describe('a field that the page adds', () => {
  it.each(all)('a field that the page adds is accepted when the merchant has opened it: %s', (field) => {
    const [name, right] = FIELDS[field];
    const sent = { order: { [name]: right } };
    expect(openedFields(sent, [field])).toEqual(sent);
    expect(openedFields(sent, all)).toEqual(sent);
    const others = all.filter((other) => other !== field);
    expect(openedFields(sent, others)).toEqual({ order: {} });
  });

  it.each(all)(
    'a wrong value of an opened field is refused with its name, and ignored where it is closed: %s',
    (field) => {
      const [name, , wrong] = FIELDS[field];
      const sent = { order: { [name]: wrong } };
      expect(() => openedFields(sent, [field])).toThrow(
        expect.objectContaining({
          name: 'MessageError',
          what: 'payment',
          issues: [expect.objectContaining({ field: `authentication.order.${name}` }) as unknown],
        }),
      );
      expect(openedFields(sent, [])).toEqual({ order: {} });
    },
  );

  it('a field that the page adds is ignored when the interface has no such field for a page', () => {
    const sent = { payer_login_data: { authentication_type: 'GUEST' }, order: { amount: '1' } };
    expect(openedFields(sent, all)).toEqual({ order: {} });
  });

  it.each([undefined, null, 'order', 7, [], {}, { order: null }, { order: 'x' }, { order: [] }])(
    'a field that the page adds is absent where the page sends no object with fields: %j',
    (authentication) => {
      expect(openedFields(authentication, all)).toEqual({ order: {} });
    },
  );

  it('a field that the page adds is an own property of what the page sends, not one that every object inherits', () => {
    const inherited = Object.create({ order: { gift_card_count: '02' } }) as object;
    expect(openedFields(inherited, all)).toEqual({ order: {} });
    const order = Object.create({ gift_card_count: '02' }) as object;
    expect(openedFields({ order }, all)).toEqual({ order: {} });
  });
});
