import { describe, expect, it } from 'vitest';
import { codeOf } from '../../code-of.js';
import {
  answerChallenge,
  authorizationsAt,
  CARDS,
  json,
  pay,
  prepare,
  report,
  type Shop,
} from '../../scripted-gateway.js';
import { deliver, list, redirect, redirectShop, sentAway, statusPairs } from '../../signed-messages.js';

it('the time limit of a confirmation is cancelled when the report has answered', async () => {
  const timers = new Map<object, number>();
  const limits: number[] = [];
  const place = redirectShop({
    after: (ms) => {
      const timer = {};
      timers.set(timer, ms);
      limits.push(ms);
      return () => void timers.delete(timer);
    },
  });
  const away = await sentAway(place);
  list(place, away.orderid, '00');
  await deliver(place, 'status', away.id, statusPairs({ ...away, result: '00' }));
  await place.settled();
  expect(await place.backend.orders.shopView(away.id)).toMatchObject({ state: 'paid' });
  expect(limits).toContain(3_000);
  expect([...timers.values()]).toEqual([]);
});

describe('an earlier card payment whose call arrives after a redirect payment has begun', () => {
  /** Resolves with the code of the answer, after which the order must wait for its redirect payment as before. */
  async function refusedBeside(place: Shop, id: string, call: () => Promise<Response>): Promise<void> {
    await redirect(place, id);
    expect(await codeOf(call())).toBe('order-not-open');
    const { state, attempts } = (await place.backend.orders.read(id))!;
    expect({ state, attempts }).toMatchObject({
      state: 'pending',
      attempts: [{ progress: { step: 'awaiting-result' } }],
    });
    expect(authorizationsAt(place)).toEqual([]);
  }

  it('a payment with a transaction that was prepared before is refused, and a later version check replaces it', async () => {
    const place = redirectShop();
    const id = await place.order();
    const earlier = await prepare(place, id, CARDS.success);
    await refusedBeside(place, id, () => pay(place, id, CARDS.success, { serverTransId: earlier }));
    expect(await codeOf(pay(place, id, CARDS.success))).toBe('authorized');
  });

  it('a payment with a card that is not enrolled and was checked before is refused', async () => {
    const place = redirectShop();
    const id = await place.order({ policies: { notEnrolled: 'authorize' } });
    await prepare(place, id, CARDS.notEnrolled);
    await refusedBeside(place, id, () => pay(place, id, CARDS.notEnrolled, { serverTransId: undefined }));
  });

  it('a report of a challenge that was open before is refused', async () => {
    const place = redirectShop();
    const id = await place.order();
    const challenge = await json(await pay(place, id, CARDS.challenge));
    await answerChallenge(place, challenge as { encoded_creq: string; acs_url: string });
    await refusedBeside(place, id, () => report(place, id, challenge.server_trans_id as string));
  });

  it('a payment that was prepared while the redirect payment was set aside is refused after that was begun and failed', async () => {
    const place = redirectShop();
    const away = await sentAway(place);
    const earlier = await prepare(place, away.id, CARDS.success);
    for (const result of ['01', '101'] as const) {
      place.clock.advance(10_000);
      list(place, away.orderid, result);
      await deliver(place, 'status', away.id, statusPairs({ ...away, result }));
      await place.settled();
      const state = result === '01' ? 'pending' : 'failed';
      expect(await place.backend.orders.shopView(away.id)).toMatchObject({ state });
    }
    const late = pay(place, away.id, CARDS.success, { serverTransId: earlier });
    expect(await codeOf(late)).toBe('authentication-unknown');
    expect(authorizationsAt(place)).toEqual([]);
    expect(await codeOf(pay(place, away.id, CARDS.success))).toBe('authorized');
  });
});
