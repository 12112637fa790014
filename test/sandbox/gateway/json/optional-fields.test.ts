import { describe, expect, test } from 'vitest';
import { authenticateCard, authenticationBody, CARDS, drivenSandbox, type Json } from '../../sandbox-client.js';

/** Every field of the table of optional fields (spec: Authentication request: optional fields), with what is right and what is wrong. */
const FIELDS: readonly (readonly [path: string, right: unknown, ...wrong: unknown[]])[] = [
  ['merchant_initiated_request_type', 'RECURRING_TRANSACTION', 'WEEKLY', 1],
  ['card_detail.first_name', 'Ada', 7, ''],
  ['card_detail.last_name', 'Lovelace', {}, ''],
  ['order.gift_card_count', '01', 'one', '100'],
  ['order.gift_card_currency', 'EUR', 'EURO', 978],
  ['order.gift_card_amount', '500', '5.00', '-1'],
  ['order.delivery_email', 'ada@example.com', 'ada', 5],
  ['order.delivery_timeframe', 'ELECTRONIC_DELIVERY', 'TOMORROW'],
  ['order.shipping_method', 'ANOTHER_VERIFIED_ADDRESS', 'BY_SHIP'],
  ['order.shipping_name_matches_cardholder_name', 'true', 'yes'],
  ['order.preorder_indicator', 'MERCHANDISE_AVAILABLE', 'SOON'],
  ['order.preorder_availability_date', '2026-12-01', '20261201', '2026-12-1'],
  ['order.reorder_indicator', 'FIRST_TIME_ORDER', 'AGAIN'],
  ['order.transaction_type', 'GOODS_SERVICE_PURCHASE', 'GOODS'],
  ['order.address_match_indicator', 'false', 'maybe'],
  ['payer.id', 'p-1', 7, ''],
  ...[
    'account_age',
    'account_change_indicator',
    'account_password_change_indicator',
    'payment_account_age_indicator',
    'shipping_address_creation_indicator',
  ].map((name) => [`payer.${name}`, 'LESS_THAN_THIRTY_DAYS', 'NEW', 30] as const),
  ...[
    'account_creation_date',
    'account_change_date',
    'account_password_change_date',
    'payment_account_creation_date',
    'shipping_address_creation_date',
  ].map((name) => [`payer.${name}`, '2026-01-31', '31.01.2026', 20260131] as const),
  [
    'payer.home_phone',
    { country_code: '44', subscriber_number: '2079460000' },
    '+442079460000',
    { country_code: '44' },
    { country_code: '+44', subscriber_number: '2079460000' },
  ],
  [
    'payer.work_phone',
    { country_code: '44', subscriber_number: '2079460000' },
    442079460000,
    { subscriber_number: '2079460000' },
  ],
  ['payer.suspicious_account_activity', 'NO_SUSPICIOUS_ACTIVITY', 'NONE'],
  ['payer.purchase_count_last_6months', '0003', 'many', '10000'],
  ['payer.transaction_count_last_24hours', '001', 'x', '1000'],
  ['payer.transaction_count_last_year', '012', '-1'],
  ['payer.provision_attempt_count_last_24hours', '000', '1.5'],
  ['payer_prior_three_ds_authentication_data.authentication_method', 'FRICTIONLESS_AUTHENTICATION', 'NONE'],
  ['payer_prior_three_ds_authentication_data.acs_transaction_id', 'a-1', 7],
  ['payer_prior_three_ds_authentication_data.authentication_timestamp', '20261119120000', 'yesterday'],
  ['payer_prior_three_ds_authentication_data.authentication_data', 'x', {}],
  ['recurring_authorization_data.max_number_of_instalments', '12', 'twelve', '100'],
  ['recurring_authorization_data.frequency', '28', 'monthly'],
  ['recurring_authorization_data.expiry_date', '2028-01-01', '01/28'],
  ['payer_login_data.authentication_data', 'x', 1],
  ['payer_login_data.authentication_timestamp', '2026-11-20', 'today'],
  ['payer_login_data.authentication_type', 'MERCHANT_SYSTEM_AUTHENTICATION', 'PASSWORD'],
  ['decouple_flow_request', 'DO_NOT_USE_DECOUPLED', 'PERHAPS'],
  ['decouple_flow_timeout', '5', 'soon', '-5'],
  ['whitelist_status', 'NOT_WHITELISTED', 'YES'],
  ['message_extension', [{ name: 'n', id: 'i', criticality_indicator: 'false', data: {} }], [{ name: 'n' }], {}],
  ['currency_conversion.payer_amount', '2200', '22.00'],
  ['currency_conversion.payer_currency', 'USD', 'Dollar'],
  ['order.shipping_address.country', '826', 'GB', '82'],
  ['payer.billing_address.country', '276', 'Germany'],
  ['payer.billing_address.line1', 'Street 1', ''],
  ['order.shipping_address.state', 'CA', 'California'],
];

const ADDRESS = { line1: 'Street 1', city: 'London', postal_code: 'N1', country: '826' };
/** What an object must have beside the field that is tried. */
const BESIDE: Readonly<Record<string, Json>> = {
  'order.shipping_address': ADDRESS,
  'payer.billing_address': ADDRESS,
  currency_conversion: { payer_amount: '2200', payer_currency: 'USD' },
};

function withField(path: string, value: unknown): Json {
  const names = path.split('.');
  const field = names.pop()!;
  const body = structuredClone(authenticationBody(CARDS.success, '')) as Json;
  let inner: Json = body;
  names.forEach(
    (name, depth) =>
      (inner = inner[name] =
        { ...BESIDE[names.slice(0, depth + 1).join('.')], ...(inner[name] as Json | undefined) } as Json),
  );
  inner[field] = value;
  const { server_trans_id: _id, ...more } = body;
  return more;
}

for (const [path, right, ...wrong] of FIELDS)
  describe(path, () => {
    test('is taken as it should be', async () => {
      const { status, body } = await authenticateCard(drivenSandbox().sandbox, CARDS.success, withField(path, right));
      expect([status, body['error_detail']]).toEqual([200, undefined]);
    });

    test.each(wrong.map((value) => [value]))('is refused and named when it is %j', async (value) => {
      const { status, body } = await authenticateCard(drivenSandbox().sandbox, CARDS.success, withField(path, value));
      expect(status).toBe(400);
      expect(body['error_detail']).toContain(path);
      expect(body['error_code']).toMatch(/^20[13]$/);
      expect(body['error_component']).toBe('S');
    });
  });
