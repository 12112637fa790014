import { Problem } from '../../../../src/server.js';
import { describe, expect, it } from 'vitest';
import { authorizationsAt, CARDS, shop, type Shop } from '../../scripted-gateway.js';

const stored = (number: string) => ({ number, expiryMonth: '12', expiryYear: '28', fullName: 'Ada Lovelace' });
const sentAuthentication = (place: Shop) =>
  JSON.parse(place.sent.find(({ path }) => path === '/3ds2/authentications')!.text);

/** Changes the answers of the gateway to authentications. */
function answerAuthentications(place: Shop, change: object): void {
  place.intercept = async (path, _text, pass) => {
    const response = await pass();
    if (path !== '/3ds2/authentications') return response;
    return Response.json({ ...((await response.json()) as object), ...change });
  };
}

describe('payStored', () => {
  it('sends a merchant-initiated authentication with the order’s extra fields, and authorizes without a security code', async () => {
    const place = shop();
    const authentication = {
      recurringAuthorizationData: { maxNumberOfInstalments: '12', frequency: '28', expiryDate: '2028-01-01' },
      payerPriorThreeDsAuthenticationData: {
        authenticationMethod: 'CHALLENGE_OCCURRED',
        acsTransactionId: 'acs-1',
        authenticationTimestamp: '20261119120000',
      },
    } as const;
    const id = await place.order({ authentication });
    expect(await place.backend.orders.payStored(id, { card: stored(CARDS.success) })).toMatchObject({
      status: 'paid',
      order: { state: 'paid' },
    });
    expect(sentAuthentication(place)).toMatchObject({
      authentication_source: 'MERCHANT_INITIATED',
      merchant_initiated_request_type: 'RECURRING_TRANSACTION',
      recurring_authorization_data: { max_number_of_instalments: '12', frequency: '28', expiry_date: '2028-01-01' },
      payer_prior_three_ds_authentication_data: {
        authentication_method: 'CHALLENGE_OCCURRED',
        acs_transaction_id: 'acs-1',
        authentication_timestamp: '20261119120000',
      },
    });
    expect(sentAuthentication(place)).not.toHaveProperty('browser_data');
    expect(sentAuthentication(place)).not.toHaveProperty('challenge_notification_url');
    expect(authorizationsAt(place)[0]!.text).toContain('<cvn><presind>4</presind></cvn>');
    expect(await place.backend.orders.shopView(id)).toMatchObject({
      state: 'paid',
      authentication: { status: 'AUTHENTICATION_SUCCESSFUL' },
    });
  });

  it('sends the source and the request type that the caller sets', async () => {
    const place = shop();
    await place.backend.orders.payStored(await place.order(), {
      card: stored(CARDS.success),
      source: 'STORED_RECURRING',
      requestType: 'INSTALLMENT_TRANSACTION',
    });
    expect(sentAuthentication(place)).toMatchObject({
      authentication_source: 'STORED_RECURRING',
      merchant_initiated_request_type: 'INSTALLMENT_TRANSACTION',
    });
  });

  it('ends as not-authenticated when the issuer requires a challenge', async () => {
    const place = shop();
    answerAuthentications(place, {
      status: 'CHALLENGE_REQUIRED',
      challenge_request_url: 'https://acs.example/',
      encoded_creq: 'e30',
    });
    const id = await place.order();
    expect(await place.backend.orders.payStored(id, { card: stored(CARDS.success) })).toMatchObject({
      status: 'not-authenticated',
      order: { state: 'open' },
    });
    expect(authorizationsAt(place)).toHaveLength(0);
  });

  it('returns the cardholder text of a refusal as cardholderText', async () => {
    const place = shop();
    answerAuthentications(place, { status: 'AUTHENTICATION_FAILED', cardholder_response_info: 'Call us' });
    const id = await place.order();
    expect(await place.backend.orders.payStored(id, { card: stored(CARDS.success) })).toEqual({
      status: 'not-authenticated',
      code: 'authentication-failed',
      retryable: true,
      sameCard: true,
      order: { id, state: 'open' },
      cardholderText: 'Call us',
    });
  });

  it('payStored applies the policies', async () => {
    const place = shop();
    const id = await place.order();
    expect(await place.backend.orders.payStored(id, { card: stored(CARDS.notEnrolled) })).toMatchObject({
      code: 'not-enrolled',
    });
  });

  it('authorizes an order once when it is called six times at once', async () => {
    const place = shop();
    const id = await place.order();
    const calls = Array.from({ length: 6 }, () => place.backend.orders.payStored(id, { card: stored(CARDS.success) }));
    const codes = (await Promise.all(calls)).map(({ code }) => code).sort();
    expect(codes).toEqual([...Array.from({ length: 5 }, () => 'already-paid'), 'authorized']);
    expect(authorizationsAt(place)).toHaveLength(1);
    expect(await place.backend.orders.payStored(id, { card: stored(CARDS.success) })).toMatchObject({
      code: 'already-paid',
    });
  });

  it('rejects with order-not-open while an authorization of the order is unresolved', async () => {
    const place = shop({ patience: 0 });
    const id = await place.order();
    place.intercept = (path, _text, pass) =>
      path === '/epage-remote.cgi' ? Promise.reject(new Error('reset')) : pass();
    expect(await place.backend.orders.payStored(id, { card: stored(CARDS.success) })).toMatchObject({
      status: 'in-doubt',
    });
    await expect(place.backend.orders.payStored(id, { card: stored(CARDS.success) })).rejects.toMatchObject({
      code: 'order-not-open',
    });
    expect(authorizationsAt(place)).toHaveLength(1);
  });

  it.each([
    [{ number: '4222000006285345' }, 'card.number'],
    [{ expiryMonth: '13' }, 'card.expiryMonth'],
    [{ expiryYear: '2028' }, 'card.expiryYear'],
    [{ fullName: '' }, 'card.fullName'],
  ])('rejects %j and names the field %s', async (change, field) => {
    const place = shop();
    const id = await place.order();
    const card = { ...stored(CARDS.success), ...change };
    await expect(place.backend.orders.payStored(id, { card })).rejects.toMatchObject({
      name: 'MessageError',
      issues: [{ field }],
    });
    expect(place.sent).toHaveLength(0);
  });

  it('rejects with the exported class Problem for a card of no accepted scheme and for an unknown order', async () => {
    const place = shop();
    const id = await place.order();
    const card = { ...stored(CARDS.success), number: '9999999999999995' };
    const error = await place.backend.orders.payStored(id, { card }).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(Problem);
    expect(error).toMatchObject({ code: 'card-not-supported' });
    const unknown = place.backend.orders.payStored('unknown', { card: stored(CARDS.success) });
    await expect(unknown).rejects.toBeInstanceOf(Problem);
    expect(place.sent).toHaveLength(0);
  });
});
