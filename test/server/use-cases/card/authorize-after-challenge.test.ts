import { describe, expect, it } from 'vitest';
import type { PaymentAnswer } from '../../../../src/protocol/adapter/adapter-answers.js';
import { encodeBase64url } from '../../../../src/protocol/values/base64url.js';
import { decodeChallengeRequest } from '../../../../src/protocol/three-d-secure/challenge-messages.js';
import type { MerchantBackendOptions } from '../../../../src/server.js';
import { codeOf } from '../../code-of.js';
import {
  answerChallenge,
  authorizationsAt,
  CARDS,
  gate,
  GATEWAY,
  isXml,
  json,
  newKey,
  pay,
  report,
  shop,
  virtualClock,
  type Shop,
  type World,
} from '../../scripted-gateway.js';
import { memoryOrderStore } from '../../adapters/store/memory-order-store.js';

type Challenge = Extract<PaymentAnswer, { result: 'challenge' }>;

/** An order whose shopper is being challenged. */
async function challenged(options: Partial<MerchantBackendOptions> = {}, world: Partial<World> = {}) {
  const place = shop(options, {}, world);
  const id = await place.order();
  const answer: Challenge = await json(await pay(place, id, CARDS.challenge));
  const { threeDSServerTransID, acsTransID } = decodeChallengeRequest(answer.encoded_creq);
  const notedResults = async () =>
    (await place.backend.orders.shopView(id))?.history
      .filter(({ event }) => event.startsWith('challenge-result'))
      .map(({ event, detail }) => [event, (detail as { transStatus?: string }).transStatus]);
  return {
    place,
    id,
    answer,
    transaction: answer.server_trans_id,
    notedResults,
    cres: { messageType: 'CRes', messageVersion: '2.2.0', threeDSServerTransID, acsTransID, transStatus: 'Y' },
  };
}

const encoded = (value: unknown) => encodeBase64url(JSON.stringify(value));
const OTHER = '3f1c1f0e-0000-4000-8000-00000000000f';
const readingsAt = (place: Shop) => place.sent.filter(({ method }) => method === 'GET').length;

describe('a challenge', () => {
  it('a challenge is paid when the gateway reads a success', async () => {
    const { place, id, answer, transaction, notedResults } = await challenged();
    expect(answer).toMatchObject({
      result: 'challenge',
      acs_url: `${GATEWAY}/acs/challenge`,
      session_data: encodeBase64url(id),
    });
    const cres = await answerChallenge(place, answer);
    expect(await codeOf(report(place, id, transaction, { cres }))).toBe('authorized');
    expect(await notedResults()).toEqual([['challenge-result', 'Y']]);
  });

  it.each([
    ['timed-out', 'failed', 'challenge-timed-out'],
    ['too-late', 'failed', 'challenge-too-late'],
    ['blocked', 'failed', 'challenge-blocked'],
    ['cancelled', 'cancelled', 'challenge-cancelled'],
  ])(
    'a challenge that is open at the gateway and reported as %s ends as %s (%s) for good',
    async (ended, status, code) => {
      const { place, id, answer, transaction } = await challenged();
      expect(await json(await report(place, id, transaction, { ended }))).toMatchObject({
        outcome: { status, code, order: { state: 'open' } },
      });
      // A later success at the ACS authorizes nothing.
      const cres = await answerChallenge(place, answer);
      const late = await report(place, id, transaction, { cres });
      expect([late.status, await codeOf(late)]).toEqual([409, 'authentication-unknown']);
      expect(authorizationsAt(place)).toHaveLength(0);
    },
  );

  /** The challenge of a shop whose pauses are noted. They take virtual time. */
  async function noted() {
    const pauses: number[] = [];
    const clock = virtualClock();
    const pause = (ms: number) => {
      pauses.push(ms);
      return Promise.resolve(clock.advance(ms));
    };
    return { pauses, ...(await challenged({ pause }, { clock })) };
  }

  it.each([
    ['the shopper returns', { ended: 'returned' }],
    ['a matching result is notified that the gateway does not know', { ended: 'notified', isResult: true }],
    ['a result is notified that cannot be read', { ended: 'notified', cres: 'forged' }],
  ])(
    'a challenge that is open when %s answers challenge-open for each call with the same key, and a later success pays',
    async (_what, { isResult = false, ...signal }: { ended: string; isResult?: boolean; cres?: string }) => {
      const { place, id, answer, transaction, cres } = await noted();
      const key = newKey();
      const more = isResult ? { cres: encoded(cres) } : {};
      for (let call = 0; call < 2; call++) {
        expect(await json(await report(place, id, transaction, { ...signal, ...more, key }))).toEqual({
          result: 'challenge-open',
        });
      }
      expect((await place.backend.orders.read(id))!.authentications).toMatchObject([{ stage: 'challenge' }]);
      await answerChallenge(place, answer);
      place.clock.advance(3_000);
      expect(await codeOf(report(place, id, transaction, { ended: 'returned', key }))).toBe('authorized');
      expect(authorizationsAt(place)).toHaveLength(1);
    },
  );

  it('a challenge whose notification precedes the gateway’s result is read again after three seconds', async () => {
    const { place, id, answer, transaction, pauses } = await noted();
    let readings = 0;
    place.intercept = async (path, _text, pass) => {
      if (path.startsWith('/3ds2/authentications/') && ++readings === 2) await answerChallenge(place, answer);
      return pass();
    };
    expect(await codeOf(report(place, id, transaction))).toBe('authorized');
    expect(pauses).toEqual([3_000]);
  });

  it('a challenge that stays open after its notification is read three times, and stays open', async () => {
    const { place, id, transaction, pauses } = await noted();
    expect(await codeOf(report(place, id, transaction))).toBe('challenge-open');
    expect([pauses, readingsAt(place)]).toEqual([[3_000, 3_000], 3]);
  });

  it('a challenge is read once in three seconds, however often the shopper returns, and in any process', async () => {
    const clock = virtualClock();
    const store = memoryOrderStore(undefined, clock.now);
    const pause = () => Promise.reject(new Error('No pause is expected.'));
    const { place, id, answer, transaction } = await challenged({ store, pause }, { clock });
    const other = shop({ store, pause }, {}, place);
    const returned = (one: Shop) => codeOf(report(one, id, transaction, { ended: 'returned' }));
    expect([await returned(place), await returned(other)]).toEqual(['challenge-open', 'challenge-open']);
    await answerChallenge(place, answer);
    clock.advance(2_999);
    expect([await returned(place), await returned(other)]).toEqual(['challenge-open', 'challenge-open']);
    expect([readingsAt(place), readingsAt(other)]).toEqual([1, 0]);
    clock.advance(1);
    expect(await returned(other)).toBe('authorized');
    expect([readingsAt(place), readingsAt(other)]).toEqual([1, 1]);
  });

  it('a challenge that is being read is reported as open to other readers, who change nothing in the order', async () => {
    const { place, id, transaction } = await challenged();
    const [reached, go] = [gate(), gate()];
    place.intercept = async (_path, _text, pass) => {
      reached.open();
      await go.opened;
      return pass();
    };
    const first = codeOf(report(place, id, transaction, { ended: 'returned' }));
    await reached.opened;
    const stored = await place.backend.orders.read(id);
    expect(await codeOf(report(place, id, transaction, { ended: 'returned' }))).toBe('challenge-open');
    expect(await place.backend.orders.read(id)).toEqual(stored);
    go.open();
    expect([await first, readingsAt(place)]).toEqual(['challenge-open', 1]);
  });

  it('a challenge that was read for a shopper who returned is read for its end when three seconds are over', async () => {
    const { place, id, answer, transaction, pauses } = await noted();
    expect(await codeOf(report(place, id, transaction, { ended: 'returned' }))).toBe('challenge-open');
    await answerChallenge(place, answer);
    place.clock.advance(1_000);
    expect(await codeOf(report(place, id, transaction))).toBe('authorized');
    expect([pauses, readingsAt(place)]).toEqual([[2_000], 2]);
  });

  it('a challenge is not read more often while the gateway fails', async () => {
    const { place, id, transaction, pauses } = await noted();
    place.intercept = () => new Response('', { status: 500 });
    for (let call = 0; call < 3; call++) {
      expect(await codeOf(report(place, id, transaction, { ended: 'cancelled' }))).toBe('gateway-unavailable');
    }
    expect([pauses, readingsAt(place)]).toEqual([[3_000, 3_000], 3]);
  });

  it('a challenge is read at once although another transaction of the order was just read', async () => {
    const { place, id, transaction, pauses } = await noted();
    const second = await json(await pay(place, id, CARDS.challenge));
    for (const one of [transaction, second.server_trans_id as string]) {
      expect(await codeOf(report(place, id, one, { ended: 'returned' }))).toBe('challenge-open');
    }
    expect([pauses, readingsAt(place)]).toEqual([[], 2]);
  });

  it('a challenge is refused as in progress while the store’s clock stands still, with no second read', async () => {
    const { place, id, transaction } = await challenged({ pause: () => Promise.resolve() });
    expect(await codeOf(report(place, id, transaction, { ended: 'returned' }))).toBe('challenge-open');
    expect(await codeOf(report(place, id, transaction, { ended: 'cancelled' }))).toBe('request-in-progress');
    expect(readingsAt(place)).toBe(1);
  });

  it.each(['cancelled', 'timed-out', 'too-late', 'blocked', 'returned'])(
    'a challenge that is reported as %s is read once, without a pause',
    async (ended) => {
      const { place, id, transaction } = await challenged({
        pause: () => Promise.reject(new Error('No pause is expected.')),
      });
      expect((await report(place, id, transaction, { ended })).status).toBe(200);
      expect(readingsAt(place)).toBe(1);
    },
  );

  it('a challenge whose result the gateway did not answer gives the same problem to its key, so that a late repetition charges nothing', async () => {
    const { place, id, answer, transaction } = await challenged();
    await answerChallenge(place, answer);
    place.intercept = () => new Response('', { status: 500 });
    const key = newKey();
    const failed = await report(place, id, transaction, { key, ended: 'timed-out' });
    expect(failed.status).toBe(503);
    expect(await json(failed)).toMatchObject({ code: 'gateway-unavailable', retryable: true });
    place.intercept = undefined;
    expect(await codeOf(report(place, id, transaction, { key }))).toBe('gateway-unavailable');
    expect(await codeOf(report(place, id, transaction, { key, ended: 'returned' }))).toBe('gateway-unavailable');
    expect(authorizationsAt(place)).toHaveLength(0);
    expect(await codeOf(report(place, id, transaction))).toBe('authorized');
  });

  it('authorizes no other card than the one that was authenticated', async () => {
    const { place, id, answer, transaction } = await challenged();
    await answerChallenge(place, answer);
    expect(await codeOf(report(place, id, transaction, { number: CARDS.success }))).toBe('authentication-unknown');
    expect(authorizationsAt(place)).toHaveLength(0);
  });

  it('authorizes no other order, and its replay authorizes nothing', async () => {
    const { place, id, answer, transaction } = await challenged();
    const other = await place.order({ amount: '500000' });
    await answerChallenge(place, answer);
    expect(await codeOf(report(place, other, transaction))).toBe('authentication-unknown');
    expect(await codeOf(report(place, id, transaction))).toBe('authorized');
    expect(await codeOf(report(place, id, transaction))).toBe('already-paid');
    expect(authorizationsAt(place)).toHaveLength(1);
  });

  it('ends as challenge-failed with the cardholder text after too many wrong codes', async () => {
    const { place, id, answer, transaction } = await challenged();
    const post = (address: string, fields: Record<string, string>) =>
      place.sandbox.fetch(
        new Request(address, {
          method: 'POST',
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
          body: new URLSearchParams(fields).toString(),
        }),
      );
    let page = await (await post(answer.acs_url, { creq: answer.encoded_creq })).text();
    for (let attempt = 0; attempt < 3; attempt++) {
      const action = /<form[^>]*action="([^"]+)"/.exec(page)?.[1] ?? '';
      const fields = [...page.matchAll(/<input[^>]*type="hidden"[^>]*name="([^"]+)"[^>]*value="([^"]*)"/g)];
      const hidden = Object.fromEntries(fields.map(([, name = '', value = '']) => [name, value]));
      page = await (await post(new URL(action, GATEWAY).href, { ...hidden, code: '000000', action: 'confirm' })).text();
    }
    expect(await json(await report(place, id, transaction))).toMatchObject({
      outcome: {
        status: 'not-authenticated',
        code: 'challenge-failed',
        cardholder_text: expect.stringContaining('too often') as unknown,
        order: { state: 'open' },
      },
    });
    expect(authorizationsAt(place)).toHaveLength(0);
  });
});

describe('the CRes of a challenge', () => {
  it.each([
    ['of this transaction', {}, 'challenge-result', 'Y'],
    ['in upper case', 'upper', 'challenge-result', 'Y'],
    ['of a refusal', { transStatus: 'N' }, 'challenge-result', 'N'],
    ['of another transaction', { threeDSServerTransID: OTHER }, 'challenge-result-of-another-transaction', 'Y'],
    ['of another ACS transaction', { acsTransID: OTHER }, 'challenge-result-of-another-transaction', 'Y'],
    ['that is a CReq', { messageType: 'CReq' }, 'challenge-result-unreadable', ''],
    ['with an unknown status', { transStatus: 'X' }, 'challenge-result-unreadable', ''],
  ] as const)('the CRes %s is noted in the history and authorizes nothing', async (_what, change, event, status) => {
    const { place, id, transaction, notedResults, cres } = await challenged();
    const message =
      change === 'upper'
        ? {
            ...cres,
            threeDSServerTransID: cres.threeDSServerTransID.toUpperCase(),
            acsTransID: cres.acsTransID.toUpperCase(),
          }
        : { ...cres, ...change };
    // The challenge is still open at the gateway.
    expect(await json(await report(place, id, transaction, { cres: encoded(message) }))).toEqual({
      result: 'challenge-open',
    });
    expect(await notedResults()).toEqual([[event, status]]);
    expect(authorizationsAt(place)).toHaveLength(0);
  });

  it.each(['', '§§§', 'e30', encoded(null), encoded([]), encoded('text'), '='.repeat(16_384)])(
    'the CRes of a challenge that is unreadable does not stop a payment that the gateway confirms: “%s”',
    async (cres) => {
      const { place, id, answer, transaction, notedResults } = await challenged();
      await answerChallenge(place, answer);
      expect(await codeOf(report(place, id, transaction, { cres }))).toBe('authorized');
      expect(await notedResults()).toEqual([['challenge-result-unreadable', '']]);
    },
  );

  it('the CRes of a challenge with N does not stop a payment that the gateway confirms', async () => {
    const { place, id, answer, transaction, cres } = await challenged();
    await answerChallenge(place, answer);
    const refusal = encoded({ ...cres, transStatus: 'N' });
    expect(await codeOf(report(place, id, transaction, { cres: refusal }))).toBe('authorized');
  });

  it('the CRes of a challenge is refused above 16,384 characters', async () => {
    const { place, id, transaction } = await challenged();
    expect(await json(await report(place, id, transaction, { cres: 'x'.repeat(16_385) }))).toMatchObject({
      code: 'invalid-request',
      fields: [{ field: 'cres' }],
    });
  });
});

/** The lease of a call in these shops: one call of the gateway and five seconds. */
const LEASE = 10_000;

describe('of two reports of one challenge', () => {
  it('a cancel that was answered holds, although the other report read the success first', async () => {
    const { place, id, answer, transaction } = await challenged();
    const [seen, go] = [gate(), gate()];
    let readings = 0;
    place.intercept = async (path, _text, pass) => {
      if (!path.startsWith('/3ds2/authentications/')) return pass();
      if (++readings > 1) return Response.json({ server_trans_id: transaction, status: 'CHALLENGE_REQUIRED' });
      await answerChallenge(place, answer);
      const success = await pass();
      seen.open();
      await go.opened;
      return success;
    };
    const notified = codeOf(report(place, id, transaction));
    await seen.opened;
    expect(await codeOf(report(place, id, transaction, { ended: 'cancelled' }))).toBe('request-in-progress');
    place.clock.advance(LEASE);
    expect(await codeOf(report(place, id, transaction, { ended: 'cancelled' }))).toBe('challenge-cancelled');
    go.open();
    expect(await notified).toBe('authentication-unknown');
    expect(authorizationsAt(place)).toHaveLength(0);
    expect((await place.backend.orders.shopView(id))?.state).toBe('open');
  });

  it.each(['the same key', 'another key'])(
    'a cancel with %s that comes while the other report reads a success stops the authorization',
    async (which) => {
      const [seen, go, noted] = [gate(), gate(), gate()];
      const store = memoryOrderStore();
      const { place, id, answer, transaction } = await challenged({
        store: {
          ...store,
          async replace(record, revision) {
            const isReplaced = await store.replace(record, revision);
            if (record.authentications.some(({ isCancelled }) => isCancelled)) noted.open();
            return isReplaced;
          },
        },
      });
      await answerChallenge(place, answer);
      place.intercept = async (path, _text, pass) => {
        const success = await pass();
        if (!path.startsWith('/3ds2/authentications/')) return success;
        seen.open();
        await go.opened;
        return success;
      };
      const key = newKey();
      const notified = codeOf(report(place, id, transaction, { key }));
      await seen.opened;
      const isSame = which === 'the same key';
      const cancelled = codeOf(report(place, id, transaction, { ended: 'cancelled', key: isSame ? key : newKey() }));
      await noted.opened;
      go.open();
      expect(await notified).toBe('challenge-cancelled');
      expect(await cancelled).toBe(isSame ? 'challenge-cancelled' : 'request-in-progress');
      expect(authorizationsAt(place)).toHaveLength(0);
      expect((await place.backend.orders.shopView(id))?.state).toBe('open');
    },
  );

  it('a cancel that another process stores before the write of the authorization stops it', async () => {
    const store = memoryOrderStore();
    let rival: (() => Promise<void>) | undefined;
    const { place, id, answer, transaction } = await challenged({
      store: {
        ...store,
        async replace(record, revision) {
          if (record.state === 'in-doubt') await rival?.();
          return store.replace(record, revision);
        },
      },
    });
    await answerChallenge(place, answer);
    rival = async () => {
      rival = undefined;
      const other = shop({ store });
      expect(await codeOf(report(other, id, transaction, { ended: 'cancelled' }))).toBe('request-in-progress');
    };
    expect(await codeOf(report(place, id, transaction))).toBe('challenge-cancelled');
    expect(rival).toBeUndefined();
    expect(authorizationsAt(place)).toHaveLength(0);
    expect((await place.backend.orders.shopView(id))?.state).toBe('open');
  });

  it('a cancel that comes after the authorization was sent answers with its result', async () => {
    const { place, id, answer, transaction } = await challenged();
    await answerChallenge(place, answer);
    const [sent, go] = [gate(), gate()];
    place.intercept = async (path, _text, pass) => {
      if (isXml(path)) {
        sent.open();
        await go.opened;
      }
      return pass();
    };
    const key = newKey();
    const notified = codeOf(report(place, id, transaction, { key }));
    await sent.opened;
    const cancelled = codeOf(report(place, id, transaction, { ended: 'cancelled', key }));
    go.open();
    expect(await Promise.all([notified, cancelled])).toEqual(['authorized', 'authorized']);
    expect(authorizationsAt(place)).toHaveLength(1);
  });

  it('one of two concurrent reports of a challenge reads the result and authorizes', async () => {
    const { place, id, answer, transaction } = await challenged();
    await answerChallenge(place, answer);
    const reports = [report(place, id, transaction), report(place, id, transaction)];
    expect((await Promise.all(reports.map(codeOf))).sort()).toEqual(['authorized', 'request-in-progress']);
    expect([readingsAt(place), authorizationsAt(place).length]).toEqual([1, 1]);
  });

  it('the later one answers already-paid when the first has paid the order', async () => {
    const { place, id, answer, transaction } = await challenged();
    await answerChallenge(place, answer);
    const [seen, go] = [gate(), gate()];
    let readings = 0;
    place.intercept = async (path, _text, pass) => {
      const result = await pass();
      if (path.startsWith('/3ds2/authentications/') && ++readings === 1) {
        seen.open();
        await go.opened;
      }
      return result;
    };
    const slow = codeOf(report(place, id, transaction));
    await seen.opened;
    place.clock.advance(LEASE);
    expect(await codeOf(report(place, id, transaction))).toBe('authorized');
    go.open();
    expect(await slow).toBe('already-paid');
    expect(authorizationsAt(place)).toHaveLength(1);
  });
});

it.each([
  ['already-paid', 'has paid'],
  ['authorization-unanswered', 'may have paid'],
])('a report of a cancelled challenge answers %s when another payment %s the order meanwhile', async (code) => {
  const { place, id, transaction } = await challenged();
  const [reached, go] = [gate(), gate()];
  place.intercept = async (path, _text, pass) => {
    if (path.endsWith(transaction)) {
      reached.open();
      await go.opened;
    }
    if (isXml(path) && code === 'authorization-unanswered') throw new Error('reset');
    return pass();
  };
  const cancelled = codeOf(report(place, id, transaction, { ended: 'cancelled' }));
  await reached.opened;
  await pay(place, id);
  go.open();
  expect(await cancelled).toBe(code);
});

it('a challenge that the shopper cancels charges nothing, also when the issuer has confirmed it', async () => {
  const { place, id, answer, transaction } = await challenged();
  await answerChallenge(place, answer);
  expect(await codeOf(report(place, id, transaction, { ended: 'cancelled' }))).toBe('challenge-cancelled');
  expect(await codeOf(report(place, id, transaction))).toBe('authentication-unknown');
  expect(authorizationsAt(place)).toEqual([]);
  expect((await place.backend.orders.read(id))!.state).toBe('open');
});

it('a challenge that was cancelled while the gateway did not answer is not charged by a later report', async () => {
  const { place, id, answer, transaction } = await challenged();
  await answerChallenge(place, answer);
  place.intercept = (path, _text, pass) => (path.endsWith(transaction) ? Promise.reject(new Error('reset')) : pass());
  await codeOf(report(place, id, transaction, { ended: 'cancelled' }));
  place.intercept = undefined;
  place.clock.advance(10_000);
  expect(await codeOf(report(place, id, transaction))).toBe('challenge-cancelled');
  expect(authorizationsAt(place)).toEqual([]);
});

it('a report between the close of a challenge and its authorization answers request-in-progress', async () => {
  const [closed, go] = [gate(), gate()];
  let isHeld = false;
  const store = memoryOrderStore();
  const place = shop({
    store: {
      ...store,
      // The write that moves the order to in-doubt waits.
      replace: async (record, revision) => {
        if (record.state === 'in-doubt' && !isHeld) {
          isHeld = true;
          closed.open();
          await go.opened;
        }
        return store.replace(record, revision);
      },
    },
  });
  const id = await place.order();
  const answer: Challenge = await json(await pay(place, id, CARDS.challenge));
  await answerChallenge(place, answer);
  const first = codeOf(report(place, id, answer.server_trans_id));
  await closed.opened;
  const second = await report(place, id, answer.server_trans_id);
  expect(await json(second)).toMatchObject({ code: 'request-in-progress', retryable: true });
  go.open();
  expect(await first).toBe('authorized');
  expect(place.sent.filter(({ path }) => isXml(path))).toHaveLength(1);
});
