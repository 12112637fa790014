import { describe, expect, it } from 'vitest';
import { authorizationsAt, CARDS, shop, type Shop } from '../scripted-gateway.js';

const stored = (number: string) => ({ number, expiry_month: '12', expiry_year: '28', full_name: 'Ada Lovelace' });
const sent = (it: Shop) => JSON.parse(it.sent.find(({ path }) => path === '/3ds2/authentications')!.text);

describe('a payment without the shopper', () => {
  it('is authenticated as merchant-initiated, with the order’s recurring and prior data, and authorized without a security code', async () => {
    const it = shop();
    const authentication = {
      recurring_authorization_data: { max_number_of_instalments: '12', frequency: '28', expiry_date: '2028-01-01' },
      payer_prior_three_ds_authentication_data: {
        authentication_method: 'CHALLENGE_OCCURRED',
        acs_transaction_id: 'acs-1',
        authentication_timestamp: '20261119120000',
      },
    } as const;
    const id = await it.order({ authentication });
    expect(await it.backend.orders.payStored(id, { card: stored(CARDS.success) })).toMatchObject({
      status: 'paid',
      order: { state: 'paid' },
    });
    expect(sent(it)).toMatchObject({
      authentication_source: 'MERCHANT_INITIATED',
      merchant_initiated_request_type: 'RECURRING_TRANSACTION',
      ...authentication,
    });
    expect(sent(it)).not.toHaveProperty('browser_data');
    expect(sent(it)).not.toHaveProperty('challenge_notification_url');
    expect(authorizationsAt(it)[0]!.text).toContain('<cvn><presind>4</presind></cvn>');
    expect(await it.backend.orders.shopView(id)).toMatchObject({
      state: 'paid',
      authentication: { status: 'AUTHENTICATION_SUCCESSFUL' },
    });
  });

  it('can say which kind it is', async () => {
    const it = shop();
    await it.backend.orders.payStored(await it.order(), {
      card: stored(CARDS.success),
      source: 'STORED_RECURRING',
      requestType: 'INSTALLMENT_TRANSACTION',
    });
    expect(sent(it)).toMatchObject({
      authentication_source: 'STORED_RECURRING',
      merchant_initiated_request_type: 'INSTALLMENT_TRANSACTION',
    });
  });

  it('ends where the issuer wants the cardholder: nobody is there', async () => {
    const it = shop();
    it.intercept = async (path, _text, pass) => {
      const response = await pass();
      return path === '/3ds2/authentications'
        ? Response.json({
            ...((await response.json()) as object),
            status: 'CHALLENGE_REQUIRED',
            challenge_request_url: 'https://acs.example/',
            encoded_creq: 'e30',
          })
        : response;
    };
    const id = await it.order();
    expect(await it.backend.orders.payStored(id, { card: stored(CARDS.success) })).toMatchObject({
      status: 'not-authenticated',
      order: { state: 'open' },
    });
    expect(authorizationsAt(it)).toHaveLength(0);
  });

  it('goes by the policies, and pays once', async () => {
    const it = shop();
    const id = await it.order();
    expect(await it.backend.orders.payStored(id, { card: stored(CARDS.notEnrolled) })).toMatchObject({
      code: 'not-enrolled',
    });
    const both = await Promise.all([1, 2].map(() => it.backend.orders.payStored(id, { card: stored(CARDS.success) })));
    expect(both.map(({ status }) => status)).toEqual(['paid', 'paid']);
    expect(authorizationsAt(it)).toHaveLength(1);
    expect(await it.backend.orders.payStored(id, { card: stored(CARDS.success) })).toMatchObject({
      code: 'already-paid',
    });
  });
});
