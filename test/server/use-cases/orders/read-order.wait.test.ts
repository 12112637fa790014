import { describe, expect, it, vi } from 'vitest';
import type { LookUp } from '../../../../src/server/domain/record/attempts.js';
import type { OrderRecord } from '../../../../src/server/domain/record/order-record.js';
import { readOrder } from '../../../../src/server/use-cases/orders/read-order.js';
import { sampleRecord } from '../../../../src/server/adapters/store/conformance/sample-record.js';
import {
  afterNoon,
  CARD_SUCCEEDED,
  cardAttempt,
  FIRST,
  NOON,
  REDIRECT_FAILED,
  REDIRECT_SUCCEEDED,
  redirectAttempt,
  refundAttempt,
  SECOND,
} from '../../orders/attempts.js';

const MINUTE = 60_000;

/** A redirect payment that was set aside. */
const setAside = (lookUp: LookUp) =>
  redirectAttempt({ progress: { step: 'set-aside', at: NOON, by: 'other-method' }, lookUp });

/** The arguments of a wait. */
type Wait = [id: string, condition: (record: OrderRecord) => boolean, limit: { readonly ms: number }];
type Input = Partial<Parameters<typeof readOrder>[2]>;

/** Reads an order of which a wait returns `later`. */
function reading(change: Partial<OrderRecord> = {}, later: Partial<OrderRecord> = {}) {
  const found = sampleRecord('A', change);
  const waitUntil = vi.fn((..._wait: unknown[]) => Promise.resolve({ ...found, ...later }));
  const leave = vi.fn();
  const enter = vi.fn(() => leave);
  const book = { readTimed: () => Promise.resolve({ record: found, at: new Date(0) }), waitUntil };
  const context = {
    book,
    waiting: { enter },
    ask: () => [],
    hiddenMethods: () => [],
    publicUrl: 'https://shop.example/scudo',
  } as never;
  const { signal } = new AbortController();
  const read = (input: Input = {}) =>
    readOrder(context, 'A', { signal, lookUp: (record) => Promise.resolve(record), ...input });
  return { read, waitUntil, enter, leave, signal };
}

describe('the order as the page sees it', () => {
  it('the order as the page sees it has the redirect payment for which it waits, and whether the shopper has left it unfinished', async () => {
    const attempts = [redirectAttempt({ gatewayOrderId: SECOND, progress: REDIRECT_FAILED }), redirectAttempt()];
    const pending = await reading({ state: 'pending', attempts }).read();
    expect(pending).toMatchObject({ redirect: { method: 'testpay', unfinished: true } });
    const returned = [redirectAttempt({ method: 'sofort', messages: ['return-01'] })];
    expect((await reading({ state: 'pending', attempts: returned }).read()).redirect).toEqual({
      id: 'A-0000000001',
      method: 'sofort',
      unfinished: false,
    });
  });

  it.each([
    ['an order that is not pending', { state: 'open' as const, attempts: [redirectAttempt()] }],
    [
      'a pending order whose payment has ended',
      { state: 'pending' as const, attempts: [redirectAttempt({ progress: REDIRECT_FAILED })] },
    ],
    ['a card authorization', { state: 'pending' as const, attempts: [cardAttempt()] }],
  ])('the order as the page sees it has no redirect payment for %s', async (_title, change) => {
    expect(await reading(change).read()).not.toHaveProperty('redirect');
  });

  it.each([
    ['since the page asked', 1, false],
    ['since the page asked, on a clock that was set back', -1, false],
    ['before the page asked', 0, true],
  ])(
    'the order as the page sees it has a payment that was set aside, unless the gateway, asked %s, says that it was not begun: %i ms, %s',
    async (_title, ms, isShown) => {
      const notBegun = (at: string) => ({ attempts: [setAside({ lastAt: at, notBegunAt: at })] });
      const later = sampleRecord('A', notBegun(afterNoon(ms).toISOString()));
      const order = await reading(notBegun(NOON)).read({ lookUp: () => Promise.resolve(later) });
      expect(order.redirect).toEqual(isShown ? { id: 'A-0000000001', method: 'testpay', unfinished: true } : undefined);
    },
  );

  it('the order as the page sees it has the redirect payment method that has paid it, and not that a card has', async () => {
    const payment = { gatewayOrderId: FIRST, method: 'testpay' };
    const other = redirectAttempt({ gatewayOrderId: SECOND, method: 'sofort', progress: REDIRECT_FAILED });
    const paid = redirectAttempt({ progress: REDIRECT_SUCCEEDED });
    expect(await reading({ state: 'paid', payment, attempts: [other, paid] }).read()).toMatchObject({
      state: 'paid',
      paid_with: 'testpay',
      paid_at: REDIRECT_SUCCEEDED.at,
    });
    const byCard = [cardAttempt({ progress: CARD_SUCCEEDED }), refundAttempt(), other];
    const card = await reading({ state: 'paid', payment: { ...payment, method: 'card' }, attempts: byCard }).read();
    expect(card).not.toHaveProperty('paid_with');
    const unpaid = await reading({ attempts: [other, paid] }).read();
    expect(unpaid).not.toHaveProperty('paid_with');
    expect(unpaid).not.toHaveProperty('paid_at');
  });

  it('the order as the page sees it has no country where the order has none, or one that the page does not know', async () => {
    expect(await reading().read()).not.toHaveProperty('country');
    const unknown = { line1: 'Damrak 1', country: '999' };
    expect(await reading({ payer: { billingAddress: unknown as never } }).read()).not.toHaveProperty('country');
  });
});

describe('a call with wait', () => {
  it.each([
    ['30', 30_000],
    ['7', 7_000],
    ['031', 30_000],
    ['999', 30_000],
  ])('waits for %s seconds, but not longer than half a minute', async (wait, ms) => {
    const { read, waitUntil, enter, leave, signal } = reading({}, { state: 'paid' });
    expect(await read({ wait })).toMatchObject({ state: 'paid' });
    expect(enter).toHaveBeenCalledExactlyOnceWith('A');
    expect(leave).toHaveBeenCalledOnce();
    expect(waitUntil.mock.calls[0]?.[0]).toBe('A');
    expect(waitUntil.mock.calls[0]?.[2]).toEqual({ ms, signal });
  });

  it('waits for another state than the one that the page knows', async () => {
    const { read, waitUntil } = reading({ state: 'pending' });
    await read({ wait: '30', state: 'pending' });
    const isChanged = waitUntil.mock.calls[0]?.[1] as (record: OrderRecord) => boolean;
    expect(isChanged(sampleRecord('A', { state: 'pending' }))).toBe(false);
    expect(isChanged(sampleRecord('A', { state: 'paid' }))).toBe(true);
  });

  it('waits until the gateway says that a payment, which was set aside, was not begun', async () => {
    const { read, waitUntil } = reading({ attempts: [setAside({ lastAt: NOON })] });
    await read({ wait: '30', state: 'open' });
    const isChanged = waitUntil.mock.calls[0]?.[1] as (record: OrderRecord) => boolean;
    const byPerson = {
      ...setAside({ lastAt: NOON, notBegunAt: NOON }),
      progress: { step: 'dismissed' as const, at: NOON },
      messages: ['return-01' as const],
    };
    expect(isChanged(sampleRecord('A', { attempts: [byPerson] }))).toBe(false);
    expect(isChanged(sampleRecord('A', { attempts: [setAside({ lastAt: NOON, undecided: 2 })] }))).toBe(false);
    expect(isChanged(sampleRecord('A', { attempts: [setAside({ lastAt: NOON, notBegunAt: NOON })] }))).toBe(true);
  });

  it('waits until the gateway can be asked again, when an earlier answer says that a payment was not begun', async () => {
    const lastAt = afterNoon(MINUTE - 1).toISOString();
    const { read, waitUntil } = reading({ attempts: [setAside({ lastAt, notBegunAt: lastAt })] });
    expect(await read({ wait: '30', state: 'open' })).toHaveProperty('redirect');
    const [[, isChanged, pause], [, isAnswered, rest]] = waitUntil.mock.calls as Wait[] as [Wait, Wait];
    expect([pause.ms, rest.ms]).toEqual([3_000, 27_000]);
    const before = sampleRecord('A', { attempts: [setAside({ lastAt, notBegunAt: lastAt })] });
    expect([isChanged(before), isAnswered(before)]).toEqual([false, true]);
    const paid = sampleRecord('A', { state: 'paid' });
    expect([isChanged(paid), isAnswered(paid)]).toEqual([true, true]);
    await read({ wait: '2', state: 'open' });
    expect((waitUntil.mock.calls as Wait[]).slice(2).map(([, , { ms }]) => ms)).toEqual([2_000, 0]);
  });

  it('waits for the answer of a gateway that was asked again, and that needs longer than the page waits for a look-up', async () => {
    const [before, at] = [afterNoon(MINUTE - 1).toISOString(), afterNoon(MINUTE).toISOString()];
    const answered = setAside({ lastAt: before, notBegunAt: before });
    const asked = { attempts: [setAside({ lastAt: at })] };
    const { read, waitUntil } = reading({ attempts: [answered] });
    const lookUp = vi.fn((record: OrderRecord) => Promise.resolve(record));
    waitUntil.mockImplementationOnce(() => Promise.resolve(sampleRecord('A', asked)));
    waitUntil.mockImplementationOnce((_id, condition) => {
      const isAnswered = condition as (record: OrderRecord) => boolean;
      expect(isAnswered(sampleRecord('A', asked))).toBe(false);
      const later = sampleRecord('A', { attempts: [setAside({ lastAt: at, notBegunAt: at })] });
      expect(isAnswered(later)).toBe(true);
      return Promise.resolve(later);
    });
    expect(await read({ wait: '30', state: 'open', lookUp })).not.toHaveProperty('redirect');
    // Another one would take back the answer.
    expect(lookUp).toHaveBeenCalledTimes(2);
  });

  it('takes no place when the gateway, asked since the call, says that a payment was not begun', async () => {
    const at = afterNoon(MINUTE).toISOString();
    const { read, enter } = reading({ attempts: [setAside({ lastAt: NOON })] });
    const asked = sampleRecord('A', { attempts: [setAside({ lastAt: at, notBegunAt: at })] });
    const lookUp = () => Promise.resolve(asked);
    expect(await read({ wait: '30', state: 'open', lookUp })).not.toHaveProperty('redirect');
    expect(enter).not.toHaveBeenCalled();
  });

  it.each([
    ['without wait', {}],
    ['for 0 seconds', { wait: '0' }],
    ['for a state that the order no longer has', { wait: '30', state: 'pending' }],
  ])('takes no place %s', async (_title, input) => {
    const { read, waitUntil, enter } = reading();
    expect(await read(input)).toMatchObject({ id: 'A', state: 'open' });
    expect(enter).not.toHaveBeenCalled();
    expect(waitUntil).not.toHaveBeenCalled();
  });

  it('leaves its place when the wait fails', async () => {
    const { read, waitUntil, leave } = reading();
    waitUntil.mockRejectedValueOnce(new Error('down'));
    await expect(read({ wait: '30' })).rejects.toThrow('down');
    expect(leave).toHaveBeenCalledOnce();
  });

  it('looks the order up before and after the wait', async () => {
    const lookUp = vi.fn((record: OrderRecord) => Promise.resolve({ ...record, description: 'looked up' }));
    const { read } = reading({}, { state: 'pending' });
    expect(await read({ wait: '30', lookUp })).toMatchObject({ state: 'pending', description: 'looked up' });
    expect(lookUp.mock.calls.map(([{ state }]) => state)).toEqual(['open', 'pending']);
  });

  it.each([
    ['wait', { wait: '' }],
    ['wait', { wait: '1000' }],
    ['wait', { wait: '-1' }],
    ['wait', { wait: '1.5' }],
    ['wait', { wait: '5s' }],
    ['wait', { wait: 's5' }],
    ['state', { wait: '30', state: 'lost' }],
    ['state', { state: '' }],
  ])('a call with wait is refused with the name of the field %s: %j', async (field, input) => {
    const issues = [expect.objectContaining({ field }) as unknown];
    await expect(reading().read(input)).rejects.toMatchObject({ code: 'invalid-request', fields: issues });
  });
});
