import { describe, expect, it } from 'vitest';
import type { OrderRecord, OrderStore, ProblemReport } from '../../../../src/server.js';
import { memoryOrderStore } from '../../adapters/store/memory-order-store.js';
import { shop, virtualClock } from '../../scripted-gateway.js';
import { cardShop, kindsAt, never } from './card-shop.js';

const isSending = ({ attempts }: OrderRecord) =>
  attempts.some(({ kind, progress }) => kind !== 'card' && kind !== 'redirect' && progress.step === 'sent');

/** A shop whose store loses its connection once at the write of a call: before the write, or after it. */
async function failing(point: 'before' | 'after', beforeFault: () => Promise<unknown> = () => Promise.resolve()) {
  const clock = virtualClock();
  const inner = memoryOrderStore(undefined, clock.now);
  const problems: ProblemReport[] = [];
  let hasFailed = false;
  const store: OrderStore = {
    ...inner,
    async replace(record, revision) {
      if (hasFailed || !isSending(record)) return inner.replace(record, revision);
      hasFailed = true;
      if (point === 'after') await inner.replace(record, revision);
      await beforeFault();
      throw new Error('The connection broke.');
    },
  };
  const options = { store, autosettle: 'multi', pause: never } as const;
  const place = await cardShop({ ...options, onProblem: (one) => problems.push(one) }, undefined, { clock });
  return { ...place, inner, problems, place };
}

describe('a call about a payment whose write to the store fails', () => {
  it.each(['before', 'after'] as const)(
    'a call is not sent when the connection breaks %s the write, and can be repeated',
    async (point) => {
      const { place, id, backend, problems } = await failing(point);
      const capture = () => backend.orders.capture(id, { amount: '500', key: 'parcel' });
      await expect(capture()).rejects.toMatchObject({ code: 'store-busy' });
      expect(kindsAt(place)).toEqual([]);
      expect((await backend.orders.read(id))!.attempts).toHaveLength(1);
      expect(problems).toMatchObject([{ code: 'internal-error', cause: { message: 'The connection broke.' } }]);
      expect(await capture()).toMatchObject({ state: 'done', capturable: '1499' });
      expect(kindsAt(place)).toEqual(['multisettle']);
    },
  );

  it('a process never takes back the call of another one with the same key', async () => {
    const other = { capture: () => Promise.resolve<unknown>(undefined) };
    const { place, id, backend, inner, clock, random, sandbox } = await failing('before', () => other.capture());
    const second = shop({ store: inner, autosettle: 'multi', pause: never }, {}, { clock, random, sandbox });
    const capture = (one: typeof backend) => one.orders.capture(id, { amount: '500', key: 'parcel' });
    let arrive = () => {};
    const arrived = new Promise<void>((resolve) => (arrive = resolve));
    let answer = () => {};
    const answered = new Promise<void>((resolve) => (answer = resolve));
    second.intercept = async (_path, text, pass) => {
      if (!text.includes('multisettle')) return pass();
      arrive();
      await answered;
      return pass();
    };
    let sent: ReturnType<typeof capture> | undefined;
    other.capture = () => {
      sent = capture(second.backend);
      return arrived;
    };
    await expect(capture(backend)).rejects.toMatchObject({ code: 'store-busy' });
    answer();
    expect(await sent).toMatchObject({ state: 'done' });
    expect(await backend.orders.shopView(id)).toMatchObject({ captured: '500', capturable: '1499' });
    expect([...kindsAt(place), ...kindsAt(second)]).toEqual(['multisettle']);
  });
});
