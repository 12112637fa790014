import { describe, expect, it } from 'vitest';
import type { MerchantBackendOptions } from '../../../../src/server.js';
import { codeOf } from '../../code-of.js';
import {
  authenticationAnswer,
  authorizationsAt,
  CARDS,
  json,
  newKey,
  pay,
  report,
  shop,
} from '../../scripted-gateway.js';

const DECOUPLED_CARD = '4000000000000135';

/** An order whose shopper is being challenged, at a gateway that reads this result. */
async function challenged(
  status: string,
  more: Record<string, unknown> = {},
  number: string = CARDS.challenge,
  limits: MerchantBackendOptions['limits'] = {},
) {
  const place = shop({ limits });
  const id = await place.order({
    policies: { couldNotBePerformed: 'refuse' },
    ...(number === DECOUPLED_CARD ? { authentication: { decoupleFlowRequest: 'DECOUPLED_PREFERRED' } } : {}),
  });
  await pay(place, id, number);
  const { serverTransId = '' } = (await place.backend.orders.read(id))!.authentications.at(-1)!;
  place.intercept = (path, _text, pass) =>
    path.startsWith('/3ds2/authentications/') ? authenticationAnswer(serverTransId, status, more) : pass();
  return {
    place,
    id,
    serverTransId,
    report: (ended: string, key = newKey()) => report(place, id, serverTransId, { ended, key, number }),
  };
}

const FAILED = 'AUTHENTICATION_FAILED';
const LAPSED = { status_reason: 'TRANSACTION_TIMED_OUT_AT_THE_ACS' };
const STOLEN = { status_reason: 'STOLEN_CARD' };

describe('the outcome of a challenge', () => {
  it.each([
    // The shopper's own end of a challenge that failed, or that lapsed at the ACS, precedes the result.
    [FAILED, {}, 'notified', 'challenge-failed'],
    [FAILED, {}, 'returned', 'challenge-failed'],
    [FAILED, {}, 'timed-out', 'challenge-failed'],
    [FAILED, {}, 'blocked', 'challenge-failed'],
    [FAILED, {}, 'cancelled', 'challenge-cancelled'],
    [FAILED, {}, 'too-late', 'challenge-too-late'],
    [FAILED, LAPSED, 'notified', 'challenge-timed-out'],
    [FAILED, LAPSED, 'blocked', 'challenge-timed-out'],
    [FAILED, LAPSED, 'cancelled', 'challenge-cancelled'],
    [FAILED, LAPSED, 'too-late', 'challenge-too-late'],
    // A refusal of the issuer is final in any case.
    [FAILED, STOLEN, 'notified', 'issuer-rejected'],
    [FAILED, STOLEN, 'cancelled', 'issuer-rejected'],
    [FAILED, STOLEN, 'too-late', 'issuer-rejected'],
    ['AUTHENTICATION_ISSUER_REJECTED', {}, 'cancelled', 'issuer-rejected'],
    ['AUTHENTICATION_COULD_NOT_BE_PERFORMED', {}, 'cancelled', 'authentication-impossible'],
    // The challenge is still open at the gateway.
    ['CHALLENGE_REQUIRED', {}, 'cancelled', 'challenge-cancelled'],
    ['CHALLENGE_REQUIRED', {}, 'too-late', 'challenge-too-late'],
    ['CHALLENGE_REQUIRED', {}, 'blocked', 'challenge-blocked'],
    ['CHALLENGE_REQUIRED', {}, 'timed-out', 'challenge-timed-out'],
  ])('the gateway reads %s %j, the page reports %s: the outcome is %s', async (status, more, ended, code) => {
    const {
      place,
      id,
      report: send,
    } = await challenged(status, {
      challenge_request_url: 'https://acs.example/',
      encoded_creq: 'e30',
      ...more,
    });
    expect(await json(await send(ended))).toMatchObject({ outcome: { code, order: { id, state: 'open' } } });
    expect(authorizationsAt(place)).toEqual([]);
    expect((await place.backend.orders.read(id))!.authentications).toMatchObject([{ stage: 'closed', status }]);
  });

  it('the outcome has the cardholder text of the issuer', async () => {
    const { report: send } = await challenged(FAILED, { cardholder_response_info: 'Call us' });
    expect(await json(await send('notified'))).toMatchObject({ outcome: { cardholder_text: 'Call us' } });
  });
});

describe('the card of a challenge that has ended', () => {
  const OPEN = { challenge_request_url: 'https://acs.example/', encoded_creq: 'e30' };
  const WRONG_CODES = { status_reason: 'EXCEEDS_ACS_MAXIMUM_CHALLENGES' };
  const CANCELLED = { status_reason: 'CARD_AUTHENTICATION_FAILED' };

  it.each([
    [FAILED, {}, true],
    [FAILED, WRONG_CODES, true],
    [FAILED, STOLEN, true],
    ['AUTHENTICATION_ISSUER_REJECTED', CANCELLED, true],
    // A challenge that was left unfinished, and one that is open.
    [FAILED, LAPSED, false],
    ['AUTHENTICATION_COULD_NOT_BE_PERFORMED', {}, false],
    ['CHALLENGE_REQUIRED', OPEN, false],
  ])('the card counts by the result %s %j, whatever the page reports: %s', async (status, more, counts) => {
    for (const ended of ['notified', 'timed-out', 'too-late', 'blocked', 'cancelled']) {
      const { place, report: send } = await challenged(status, more, CARDS.challenge, { declinedCardsPerClient: 1 });
      await send(ended);
      const next = place.call(`orders/${await place.order()}/protocol-versions`, { number: CARDS.success });
      expect([ended, (await next).status]).toEqual([ended, counts ? 429 : 200]);
    }
  });

  it.each([
    ['notified', 429],
    ['timed-out', 429],
    ['blocked', 429],
    ['cancelled', 200],
    ['too-late', 200],
  ])('the card of a failure that may be a cancel at the ACS counts by the report %s: %i', async (ended, status) => {
    const { place, report: send } = await challenged(FAILED, CANCELLED, CARDS.challenge, { declinedCardsPerClient: 1 });
    await send(ended);
    const next = place.call(`orders/${await place.order()}/protocol-versions`, { number: CARDS.success });
    expect((await next).status).toBe(status);
  });
});

describe('a decoupled authentication', () => {
  const CONFIRMED = 'DECOUPLED_AUTHENTICATION_CONFIRMED';

  it('a decoupled authentication stays open while the issuer asks the shopper, and is paid when the gateway reads a success', async () => {
    const { place, id, serverTransId, report: send } = await challenged(CONFIRMED, {}, DECOUPLED_CARD);
    expect(await json(await send('returned'))).toEqual({ result: 'challenge-open' });
    expect((await place.backend.orders.read(id))!.authentications).toMatchObject([{ stage: 'decoupled' }]);
    place.clock.advance(3_000);
    const proof = { eci: '05', authentication_value: 'AJkBBkhgQQAAAE4gSEJydQAAAAA=' };
    place.intercept = (path, _text, pass) =>
      path.startsWith('/3ds2/authentications/')
        ? authenticationAnswer(serverTransId, 'AUTHENTICATION_SUCCESSFUL', proof)
        : pass();
    expect(await codeOf(send('returned'))).toBe('authorized');
  });

  it.each([
    ['timed-out', 'challenge-timed-out'],
    ['cancelled', 'challenge-cancelled'],
  ])('a decoupled authentication ends for good when the page reports %s', async (ended, code) => {
    const { place, id, report: send } = await challenged(CONFIRMED, {}, DECOUPLED_CARD);
    expect(await codeOf(send(ended))).toBe(code);
    expect((await place.backend.orders.read(id))!.authentications).toMatchObject([{ stage: 'closed' }]);
    expect(await codeOf(send('returned'))).toBe('authentication-unknown');
  });
});

describe('the read of a result', () => {
  it.each(['returned', 'notified'])('a read that fails after %s is repeated with the same key', async (ended) => {
    const { place, report: send } = await challenged(FAILED);
    const inner = place.intercept;
    const key = newKey();
    place.intercept = () => new Response('', { status: 500 });
    expect(await codeOf(send(ended, key))).toBe('gateway-unavailable');
    place.intercept = inner;
    place.clock.advance(3_000);
    expect(await codeOf(send(ended, key))).toBe('challenge-failed');
  });

  it('a result is read three seconds after the last read, and at once when a clock was set back', async () => {
    const {
      place,
      id,
      serverTransId,
      report: send,
    } = await challenged('CHALLENGE_REQUIRED', {
      challenge_request_url: 'https://acs.example/',
      encoded_creq: 'e30',
    });
    const reads = () => place.sent.filter(({ method }) => method === 'GET').length;
    expect(await codeOf(send('returned'))).toBe('challenge-open');
    expect(await codeOf(send('returned'))).toBe('challenge-open');
    expect(reads()).toBe(1);
    // The clock is an hour behind that of the last read: the next one does not wait for it.
    place.clock.advance(-3_600_000);
    expect(await codeOf(send('returned'))).toBe('challenge-open');
    expect(reads()).toBe(2);
    const { authentications } = (await place.backend.orders.read(id))!;
    expect(authentications).toMatchObject([{ serverTransId, readAt: '2026-11-20T11:00:00.000Z' }]);
  });
});
