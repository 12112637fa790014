import { describe, expect, it } from 'vitest';
import type { StoredPayment } from '../../../../src/server/use-cases/card/stored-payment.js';
import {
  authenticationAnswer,
  authorizationAnswer,
  authorizationsAt,
  CARDS,
  isXml,
  orderIdIn,
  recordOf,
  shop,
  type Shop,
} from '../../scripted-gateway.js';
import { paidByOther, sharedStore } from './changed-meanwhile.js';

const stored = (number: string) => ({ number, expiryMonth: '12', expiryYear: '28', fullName: 'Ada Lovelace' });
const payStored = (place: Shop, id: string, number: string = CARDS.success, more: Partial<StoredPayment> = {}) =>
  place.backend.orders.payStored(id, { card: stored(number), ...more });
const bodyAt = (place: Shop, path: string) =>
  JSON.parse(place.sent.find((one) => one.path === path)!.text) as Record<string, unknown>;

/** A shop whose gateway answers the authentication so. */
function answering(status: string, more: Record<string, unknown> = {}, options: Parameters<typeof shop>[0] = {}) {
  const place = shop(options);
  place.intercept = (path, text, pass) => {
    if (isXml(path)) return authorizationAnswer({ orderid: orderIdIn(text), result: '00' });
    if (path !== '/3ds2/authentications') return pass();
    return authenticationAnswer((JSON.parse(text) as { server_trans_id: string }).server_trans_id, status, more);
  };
  return place;
}

describe('the steps of a payment with a stored card', () => {
  it('the version check has no method step, and the authentication has the payer and the card', async () => {
    const place = shop();
    const id = await place.order();
    await payStored(place, id);
    expect(bodyAt(place, '/3ds2/protocol-versions')).toMatchObject({ number: CARDS.success, scheme: 'VISA' });
    expect(bodyAt(place, '/3ds2/protocol-versions')).not.toHaveProperty('method_notification_url');
    expect(bodyAt(place, '/3ds2/authentications')).toMatchObject({
      authentication_source: 'MERCHANT_INITIATED',
      message_version: '2.2.0',
      payer: { email: 'ada@example.com', mobile_phone: { country_code: '44', subscriber_number: '2079460000' } },
      card_detail: { number: CARDS.success, expiry_month: '12', expiry_year: '28', full_name: 'Ada Lovelace' },
      order: { id, amount: '1999', currency: 'EUR' },
    });
    const { authentications, attempts, history, liabilityShift } = await recordOf(place, id);
    const { server_trans_id: serverTransId } = bodyAt(place, '/3ds2/authentications');
    expect(authentications).toMatchObject([
      {
        serverTransId,
        messageVersion: '2.2.0',
        card: '422200******5344',
        stage: 'closed',
        status: 'AUTHENTICATION_SUCCESSFUL',
      },
    ]);
    expect(attempts).toMatchObject([{ serverTransId, card: '422200******5344', progress: { step: 'succeeded' } }]);
    expect(liabilityShift).toBe(true);
    expect(history[1]).toMatchObject({
      event: 'authentication-sent',
      detail: { serverTransId, source: 'MERCHANT_INITIATED' },
    });
    expect(authorizationsAt(place)[0]!.text).toContain('<message_version>2.2.0</message_version>');
  });

  it('the authentication is stored before it is sent', async () => {
    const place = shop();
    const id = await place.order();
    const stages: unknown[] = [];
    place.intercept = async (path, _text, pass) => {
      if (path === '/3ds2/authentications') stages.push((await recordOf(place, id)).authentications);
      return pass();
    };
    await payStored(place, id);
    expect(stages).toMatchObject([[{ stage: 'requested', cardFingerprint: expect.stringMatching(/^[0-9a-f.]{73}$/) }]]);
  });

  it('the history has no authentication that was not sent, because there was no connection', async () => {
    const place = shop();
    const id = await place.order();
    const refused = Object.assign(new Error('refused'), { code: 'ECONNREFUSED' });
    place.intercept = (path, _text, pass) =>
      path === '/3ds2/authentications' ? Promise.reject(new TypeError('fetch failed', { cause: refused })) : pass();
    await expect(payStored(place, id)).rejects.toMatchObject({ failure: { sent: false } });
    const events = (await recordOf(place, id)).history.map(({ event }) => event);
    expect(events).toEqual(['created']);
  });

  it('the authorization has the use of the card on file, with the reference of the scheme from its first payment', async () => {
    const place = shop();
    const use = { type: 'recurring', initiator: 'merchant' } as const;
    const first = await place.order();
    await payStored(place, first, CARDS.success, { storedCredential: { ...use, sequence: 'first' } });
    const { srd } = (await place.backend.orders.shopView(first))!.authorization!;
    const later = { ...use, sequence: 'subsequent', srd: srd! } as const;
    await payStored(place, await place.order(), CARDS.success, { storedCredential: later });
    await payStored(place, await place.order());
    const elements = authorizationsAt(place).map(
      ({ text }) => /<storedcredential>.*<\/storedcredential>/.exec(text)?.[0],
    );
    const common = '<storedcredential><type>recurring</type><initiator>merchant</initiator>';
    expect(elements).toEqual([
      `${common}<sequence>first</sequence></storedcredential>`,
      `${common}<sequence>subsequent</sequence><srd>${srd!}</srd></storedcredential>`,
      undefined,
    ]);
  });

  it('the request type of the order is sent where the call has none', async () => {
    const place = shop();
    const merchantInitiatedRequestType = 'INSTALLMENT_TRANSACTION' as const;
    await payStored(place, await place.order({ authentication: { merchantInitiatedRequestType } }));
    expect(bodyAt(place, '/3ds2/authentications')).toMatchObject({
      merchant_initiated_request_type: 'INSTALLMENT_TRANSACTION',
    });
  });
});

describe('the outcome of a payment with a stored card', () => {
  const CHALLENGE = { challenge_request_url: 'https://acs.example/', encoded_creq: 'e30' };

  it.each([
    ['CHALLENGE_REQUIRED', CHALLENGE, 'authentication-failed'],
    ['DECOUPLED_AUTHENTICATION_CONFIRMED', {}, 'authentication-failed'],
    ['AUTHENTICATION_FAILED', { status_reason: 'STOLEN_CARD' }, 'issuer-rejected'],
    ['AUTHENTICATION_COULD_NOT_BE_PERFORMED', {}, 'authentication-impossible'],
  ])('the answer %s %j ends the payment for good as %s', async (status, more, code) => {
    const place = answering(status, { ...more, cardholder_response_info: 'Call us' });
    const id = await place.order();
    expect(await payStored(place, id)).toMatchObject({
      status: 'not-authenticated',
      code,
      cardholderText: 'Call us',
      order: { id, state: 'open' },
    });
    expect(authorizationsAt(place)).toEqual([]);
    expect(await recordOf(place, id)).toMatchObject({ state: 'open', authentications: [{ stage: 'closed', status }] });
  });

  it('a policy authorizes what the issuer could not authenticate, without a shift of liability', async () => {
    const place = answering(
      'AUTHENTICATION_COULD_NOT_BE_PERFORMED',
      {},
      { policies: { couldNotBePerformed: 'authorize' } },
    );
    const id = await place.order();
    expect(await payStored(place, id)).toMatchObject({ status: 'paid', code: 'authorized' });
    expect(await recordOf(place, id)).toMatchObject({ state: 'paid', liabilityShift: false });
  });

  it('an add-card order is confirmed by the success, and nothing is authorized', async () => {
    const place = shop();
    const id = await place.order({ purpose: 'add-card' });
    expect(await payStored(place, id)).toMatchObject({ status: 'authenticated', code: 'card-authenticated' });
    expect(authorizationsAt(place)).toEqual([]);
  });

  it('a card that is not enrolled is authorized by the policy, without an authentication', async () => {
    const place = shop({ policies: { notEnrolled: 'authorize' } });
    const id = await place.order();
    expect(await payStored(place, id, CARDS.notEnrolled)).toEqual({
      status: 'paid',
      code: 'authorized',
      retryable: false,
      sameCard: true,
      order: { id, state: 'paid', paidAt: '2026-11-20T12:00:00.000Z' },
    });
    expect(authorizationsAt(place)[0]!.text).not.toContain('<mpi>');
    expect(await recordOf(place, id)).toMatchObject({ authentications: [], attempts: [{ serverTransId: null }] });
  });

  it('a card that is not enrolled is refused by the policy, and nothing is recorded', async () => {
    const place = shop();
    const id = await place.order();
    const before = await recordOf(place, id);
    expect(await payStored(place, id, CARDS.notEnrolled)).toEqual({
      status: 'not-authenticated',
      code: 'not-enrolled',
      retryable: true,
      sameCard: false,
      order: { id, state: 'open' },
    });
    expect(await recordOf(place, id)).toEqual(before);
  });

  it.each([
    ['paid', paidByOther(), 'already-paid'],
    ['pending', { state: 'pending' as const }, 'order-not-open'],
    ['refunded', { state: 'refunded' as const }, 'order-not-open'],
  ])('an order that is %s sends nothing', async (_state, by, code) => {
    const { store, clock, change } = sharedStore();
    const place = shop({ store }, {}, { clock });
    const id = await place.order();
    await change(id, () => by);
    const ended: unknown = await payStored(place, id).catch((error: unknown) => error);
    expect(ended).toMatchObject({ code });
    expect(place.sent).toEqual([]);
  });

  it('an order that another process has paid meanwhile is not authorized', async () => {
    const { store, clock, change } = sharedStore();
    const place = shop({ store }, {}, { clock });
    const id = await place.order();
    place.intercept = async (path, _text, pass) => {
      if (path === '/3ds2/authentications') await change(id, paidByOther);
      return pass();
    };
    expect(await payStored(place, id)).toMatchObject({
      status: 'paid',
      code: 'already-paid',
      order: { state: 'paid' },
    });
    expect(authorizationsAt(place)).toEqual([]);
  });

  it.each([
    ['a transaction that another call has closed', 'closed', 'open'],
    ['a transaction that another call authorizes', 'authorizing', 'in-doubt'],
  ] as const)(
    '%s is not authorized, and the answer has the state after the last write',
    async (_what, stage, state) => {
      const { store, clock, change } = sharedStore();
      const place = shop({ store }, {}, { clock });
      const id = await place.order();
      place.intercept = async (path, _text, pass) => {
        if (path === '/3ds2/authentications')
          await change(id, ({ authentications }) => ({
            state,
            authentications: authentications.map((one) => ({ ...one, stage })),
          }));
        return pass();
      };
      expect(await payStored(place, id)).toMatchObject({ order: { state } });
      expect(authorizationsAt(place)).toEqual([]);
    },
  );

  it.each([
    ['was cancelled', { state: 'cancelled' }, 'order-not-open'],
    ['has expired', { expiresAt: '2026-11-20T00:00:00.000Z' }, 'order-not-open'],
    ['has another amount', { amount: '2500', revision: '2' }, 'order-changed'],
  ] as const)('an order that %s during the version check is not authenticated', async (_what, changed, code) => {
    const { store, clock, change } = sharedStore();
    const place = shop({ store }, {}, { clock });
    const id = await place.order();
    place.intercept = async (path, _text, pass) => {
      if (path === '/3ds2/protocol-versions') await change(id, () => changed);
      return pass();
    };
    await expect(payStored(place, id)).rejects.toMatchObject({ code });
    expect(place.sent.map(({ path }) => path)).toEqual(['/3ds2/protocol-versions']);
  });

  it('a card that is not enrolled ends with the state that the order has by then', async () => {
    const { store, clock, change } = sharedStore();
    const place = shop({ store }, {}, { clock });
    const id = await place.order();
    place.intercept = async (path, _text, pass) => {
      if (path === '/3ds2/protocol-versions') await change(id, paidByOther);
      return pass();
    };
    expect(await payStored(place, id, CARDS.notEnrolled)).toMatchObject({ status: 'paid', order: { state: 'paid' } });
  });

  it.each([
    ['NO_CHALLENGE_REQUESTED_DATA_SHARE_ONLY', {}, 'authorized'],
    ['NO_CHALLENGE_REQUESTED_DATA_SHARE_ONLY', { successfulWithoutShift: 'refuse' }, 'authentication-impossible'],
    ['NO_CHALLENGE_REQUESTED', {}, 'authentication-impossible'],
    ['NO_PREFERENCE', {}, 'authentication-impossible'],
  ] as const)(
    'an informational answer to the indicator %s with the policies %j is %s',
    async (indicator, policies, code) => {
      const place = answering('CHALLENGE_PREFERENCE_ACKNOWLEDGED_INFORMATIONAL_ONLY');
      const id = await place.order({ challengeRequestIndicator: indicator, policies });
      expect(await payStored(place, id)).toMatchObject({ code });
      expect((await recordOf(place, id)).liabilityShift).toBe(false);
    },
  );
});
