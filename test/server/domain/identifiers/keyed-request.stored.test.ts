import { describe, expect, it } from 'vitest';
import { fingerprintWith } from '../../../../src/server/domain/identifiers/fingerprint-key.js';
import { codeOf } from '../../code-of.js';
import { authorizationAnswer, CARDS, orderIdIn, pay, prepare, report, shop } from '../../scripted-gateway.js';
import type { Shop } from '../../scripted-gateway.js';
import { redirect, redirectShop } from '../../signed-messages.js';

/** Stores of running shops have these requests: a repeated call of a payment is recognized by them. */
describe('the request that is stored with an idempotency key', () => {
  const fingerprintKey = 'a key of the shop for cards';
  const fingerprint = (...parts: readonly string[]) => fingerprintWith(() => fingerprintKey)(JSON.stringify(parts));
  const stored = async ({ backend }: Shop, id: string) =>
    Object.values((await backend.orders.read(id))?.answers ?? {}).map(({ request }) => request);

  it('names the route, the transaction and the fingerprint of the card', async () => {
    const place = shop({ fingerprintKey });
    const id = await place.order();
    const serverTransId = (await prepare(place, id, CARDS.challenge)) ?? '';
    await pay(place, id, CARDS.challenge, { serverTransId });
    await report(place, id, serverTransId, { ended: 'timed-out' });
    const card = await fingerprint(id, CARDS.challenge, '12', '28', 'Ada Lovelace');
    expect(await stored(place, id)).toContainEqual({
      call: 'authentications',
      subject: serverTransId,
      fingerprint: card,
    });
  });

  it('names the masked card where there is no transaction', async () => {
    const place = shop({ fingerprintKey });
    place.intercept = (path, text, pass) =>
      path === '/epage-remote.cgi' ? authorizationAnswer({ orderid: orderIdIn(text), result: '101' }) : pass();
    const id = await place.order({ policies: { notEnrolled: 'authorize' } });
    expect(await codeOf(pay(place, id, CARDS.notEnrolled))).toBe('declined');
    const card = await fingerprint(id, CARDS.notEnrolled, '12', '28', 'Ada Lovelace');
    const masked = `${CARDS.notEnrolled.slice(0, 6)}******${CARDS.notEnrolled.slice(-4)}`;
    expect(await stored(place, id)).toEqual([{ call: 'authentications', subject: masked, fingerprint: card }]);
  });

  it('names the method of a redirect payment and the fingerprint of its payer', async () => {
    const place = redirectShop({ fingerprintKey });
    const id = await place.order();
    expect(await codeOf(redirect(place, id))).toBe('redirect');
    const payer = await fingerprint(id, 'Ada Lovelace', 'GB');
    expect(await stored(place, id)).toEqual([{ call: 'redirects', subject: 'testpay', fingerprint: payer }]);
  });
});
