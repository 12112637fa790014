import { describe, expect, it } from 'vitest';
import { checkMessage } from '../../../src/protocol/values/field-issue.js';
import {
  authenticationExtrasSchema,
  pageExtrasSchema,
} from '../../../src/protocol/three-d-secure/authentication-extras.js';
import { AUTHENTICATION } from '../samples.js';

/** The fields of the page: choices of the shopper. */
const PAGE_ORDER = {
  delivery_email: 'ada@example.com',
  delivery_timeframe: 'OVERNIGHT',
  shipping_method: 'SHIP_TO_STORE',
  gift_card_count: '01',
  gift_card_currency: 'EUR',
  gift_card_amount: '500',
  preorder_indicator: 'FUTURE_AVAILABILITY',
  preorder_availability_date: '2026-12-01',
};

const EXTRAS = {
  authentication_request_type: 'ADD_CARD',
  merchant_initiated_request_type: 'TOP_UP',
  currency_conversion: { payer_amount: '2200', payer_currency: 'USD' },
  payer_prior_three_ds_authentication_data: { acs_transaction_id: 'acs-1' },
  recurring_authorization_data: { frequency: '28' },
  payer_login_data: { authentication_type: 'NOT_AUTHENTICATED' },
  decouple_flow_request: 'DO_NOT_USE_DECOUPLED',
  decouple_flow_timeout: '5',
  whitelist_status: 'UNKNOWN',
  message_extension: [{ name: 'A', id: 'A1', criticality_indicator: 'false', data: { key: 'value' } }],
  card_detail: { first_name: 'Ada', last_name: 'Lovelace' },
  order: {
    ...PAGE_ORDER,
    address_match_indicator: 'true',
    shipping_name_matches_cardholder_name: 'false',
    reorder_indicator: 'REORDER',
    transaction_type: 'ACCOUNT_FUNDING',
  },
};

describe('the optional fields of an order', () => {
  it('the optional fields of an order are read, and each can be absent', () => {
    expect(authenticationExtrasSchema.parse(EXTRAS)).toEqual(EXTRAS);
    for (const field of Object.keys(EXTRAS) as (keyof typeof EXTRAS)[])
      expect(authenticationExtrasSchema.parse({ [field]: EXTRAS[field] })).toEqual({ [field]: EXTRAS[field] });
    for (const empty of [{}, { order: {} }, { card_detail: {} }])
      expect(authenticationExtrasSchema.parse(empty)).toEqual(empty);
  });

  it.each([
    { brand_new: 'x' },
    // The payment has these fields itself.
    { merchant_id: 'scudo' },
    { server_trans_id: AUTHENTICATION.server_trans_id },
    { order: { id: 'A1' } },
    { order: { amount: '1999' } },
    { order: { currency: 'EUR' } },
    { order: { date_time_created: '2026-11-20T22:24' } },
    { order: { shipping_address: AUTHENTICATION.order.shipping_address } },
    { card_detail: { number: '4222000006285344' } },
  ])('the optional fields of an order are refused with %j, which is none of them', (extras) => {
    expect(checkMessage(authenticationExtrasSchema, extras).issues).toHaveLength(1);
  });
});

describe('the fields of a page', () => {
  it('the fields of a page are read, and each can be absent', () => {
    expect(pageExtrasSchema.parse({ order: PAGE_ORDER })).toEqual({ order: PAGE_ORDER });
    for (const field of Object.keys(PAGE_ORDER) as (keyof typeof PAGE_ORDER)[])
      expect(pageExtrasSchema.parse({ order: { [field]: PAGE_ORDER[field] } })).toEqual({
        order: { [field]: PAGE_ORDER[field] },
      });
    expect(pageExtrasSchema.parse({})).toEqual({});
  });

  it('the fields of a page have none of the merchant’s own statements', () => {
    expect(pageExtrasSchema.parse(EXTRAS)).toEqual({ order: PAGE_ORDER });
    expect(checkMessage(pageExtrasSchema, { order: { gift_card_count: 'x' } }).issues).toMatchObject([
      { field: 'order.gift_card_count' },
    ]);
  });
});
