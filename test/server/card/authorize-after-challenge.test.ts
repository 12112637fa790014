import { describe, expect, it } from 'vitest';
import { encodeBase64url } from '../../src/protocol/base64url.js';
import { decodeChallengeRequest } from '../../src/protocol/challenge-messages.js';
import type { MerchantBackendOptions } from '../../src/server.js';
import { answerChallenge, authorizationsAt, CARDS, json, pay, report, shop } from './scripted-gateway.js';

async function challenged(options: Partial<MerchantBackendOptions> = {}) {
  const place = shop(options);
  const id = await place.order();
  const answer = await json(await pay(place, id, CARDS.challenge));
  const { threeDSServerTransID, acsTransID } = decodeChallengeRequest(answer.encoded_creq as string);
  const noted = async () =>
    (await place.backend.orders.shopView(id))?.history
      .filter(({ event }) => event.startsWith('challenge-result'))
      .map(({ event, detail }) => [event, detail?.['trans_status']]);
  return {
    place,
    id,
    answer,
    transaction: answer.server_trans_id as string,
    noted,
    cres: { messageType: 'CRes', messageVersion: '2.2.0', threeDSServerTransID, acsTransID, transStatus: 'Y' },
  };
}
const encoded = (value: unknown) => encodeBase64url(JSON.stringify(value));
const OTHER = '3f1c1f0e-0000-4000-8000-00000000000f';

describe('what the page brings of a challenge', () => {
  it.each([
    ['a result that is ours', {}, 'challenge-result', 'Y'],
    ['one in upper case', 'upper', 'challenge-result', 'Y'],
    ['a refusal', { transStatus: 'N' }, 'challenge-result', 'N'],
    ['one of another transaction', { threeDSServerTransID: OTHER }, 'challenge-result-of-another-transaction', 'Y'],
    ['one of another challenge at the ACS', { acsTransID: OTHER }, 'challenge-result-of-another-transaction', 'Y'],
    ['a request in place of a result', { messageType: 'CReq' }, 'challenge-result-unreadable', ''],
    ['one of no known status', { transStatus: 'X' }, 'challenge-result-unreadable', ''],
  ] as const)('is noted only: %s', async (_what, change, event, status) => {
    const { place, id, transaction, noted, cres } = await challenged();
    const text = JSON.stringify(
      change === 'upper'
        ? {
            ...cres,
            threeDSServerTransID: cres.threeDSServerTransID.toUpperCase(),
            acsTransID: cres.acsTransID.toUpperCase(),
          }
        : { ...cres, ...change },
    );
    // The gateway knows of no end of the challenge: nothing is authorized, whatever the page says.
    expect(await json(await report(place, id, transaction, { cres: encodeBase64url(text) }))).toMatchObject({
      outcome: { code: 'challenge-timed-out', order: { state: 'open' } },
    });
    expect(await noted()).toEqual([[event, status]]);
    expect(authorizationsAt(place)).toHaveLength(0);
  });

  it.each(['', '§§§', 'e30', encoded(null), encoded([]), encoded('text'), '='.repeat(16_384)])(
    'is unreadable and does no harm: “%s”',
    async (cres) => {
      const { place, id, answer, transaction, noted } = await challenged();
      await answerChallenge(place, answer);
      expect(await json(await report(place, id, transaction, { cres }))).toMatchObject({ outcome: { status: 'paid' } });
      expect(await noted()).toEqual([['challenge-result-unreadable', '']]);
    },
  );

  it('counts for nothing where it says N and the gateway says that the shopper was authenticated', async () => {
    const { place, id, answer, transaction, cres } = await challenged();
    await answerChallenge(place, answer);
    expect(
      await json(await report(place, id, transaction, { cres: encoded({ ...cres, transStatus: 'N' }) })),
    ).toMatchObject({ outcome: { status: 'paid' } });
  });

  it('is refused where it is too long', async () => {
    const { place, id, transaction } = await challenged();
    expect(await json(await report(place, id, transaction, { cres: 'x'.repeat(16_385) }))).toMatchObject({
      code: 'invalid-request',
      fields: [{ field: 'cres' }],
    });
  });
});

describe('a gateway that still says that the challenge is open', () => {
  const asked = (place: ReturnType<typeof shop>) => place.sent.filter(({ method }) => method === 'GET').length;

  it('is asked again with longer and longer pauses after a notification, and then believed', async () => {
    const pauses: number[] = [];
    const { place, id, transaction } = await challenged({ pause: async (ms) => void pauses.push(ms) });
    expect(await json(await report(place, id, transaction))).toMatchObject({
      outcome: { code: 'challenge-timed-out', status: 'failed' },
    });
    expect(pauses).toEqual([250, 500, 1000, 2000]);
    expect(asked(place)).toBe(5);
  });

  it.each(['cancelled', 'timed-out', 'too-late', 'blocked', 'returned'])(
    'is asked once when the page says %s',
    async (ended) => {
      const { place, id, transaction } = await challenged({
        pause: () => Promise.reject(new Error('There is nothing to wait for.')),
      });
      await report(place, id, transaction, { ended });
      expect(asked(place)).toBe(1);
    },
  );
});

it('wrong codes end as the bank’s refusal, with its words', async () => {
  const { place, id, answer, transaction } = await challenged();
  const post = (address: string, fields: Record<string, string>) =>
    place.sandbox.fetch(
      new Request(address, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams(fields).toString(),
      }),
    );
  let page = await (await post(answer.acs_url as string, { creq: answer.encoded_creq as string })).text();
  for (let attempt = 0; attempt < 3; attempt++) {
    const action = /<form[^>]*action="([^"]+)"/.exec(page)?.[1] ?? '';
    const hidden = Object.fromEntries(
      [...page.matchAll(/<input[^>]*type="hidden"[^>]*name="([^"]+)"[^>]*value="([^"]*)"/g)].map(([, name, value]) => [
        name ?? '',
        value ?? '',
      ]),
    );
    page = await (
      await post(new URL(action, 'http://127.0.0.1:4174').href, { ...hidden, code: '000000', action: 'confirm' })
    ).text();
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
