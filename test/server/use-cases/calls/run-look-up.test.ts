import { describe, expect, it, vi } from 'vitest';
import { createOrderBook } from '../../../../src/server/book/order-book.js';
import { runLookUp } from '../../../../src/server/use-cases/calls/run-look-up.js';
import { withLookUpEnded } from '../../../../src/server/domain/record/look-up-lease.js';
import type { CardAttempt } from '../../../../src/server/domain/record/attempts.js';
import {
  cardAttempt as attemptOf,
  withAttempt,
  type OrderRecord,
} from '../../../../src/server/domain/record/order-record.js';
import { sampleRecord } from '../../../../src/server/adapters/store/conformance/sample-record.js';
import { virtualClock } from '../../virtual-clock.js';
import { memoryOrderStore } from '../../adapters/store/memory-order-store.js';
import { cardAttempt, FIRST, NOON, SECOND } from '../../orders/attempts.js';

type LookUpSteps = Parameters<typeof runLookUp<CardAttempt, string>>[2];

const find = (record: OrderRecord) => attemptOf(record, FIRST);

/** An order with one authorization, and the look-up of it. */
async function looking(attempt: CardAttempt = cardAttempt()) {
  const clock = virtualClock(NOON);
  const store = memoryOrderStore(undefined, clock.now);
  const book = createOrderBook({ store, after: () => () => undefined, keepsChanges: false });
  await store.insert(sampleRecord('A', { attempts: [attempt] }));
  const ask = vi.fn((_attempt: CardAttempt) => Promise.resolve('an answer'));
  const apply = vi.fn((record: OrderRecord, _answer: string, at: Date) =>
    withAttempt(record, withLookUpEnded(find(record)!, at, { decided: true })),
  );
  const isOpen = vi.fn((_attempt: CardAttempt, _at: Date) => true);
  const steps: LookUpSteps = { find, isOpen, ask, apply };
  const look = (change: Partial<LookUpSteps> = {}) => runLookUp(book, 'A', { ...steps, ...change });
  const stored = async () => find(await book.read('A'))?.lookUp;
  return { clock, ask, apply, isOpen, look, stored };
}

describe('runLookUp', () => {
  it('runLookUp leases the attempt, asks about it, and stores the answer', async () => {
    const { ask, apply, isOpen, look, stored } = await looking();
    const { record, asked } = await look();
    const leased = { lastAt: NOON, leaseUntil: '2026-11-20T12:01:00.000Z' };
    expect(ask).toHaveBeenCalledExactlyOnceWith(cardAttempt({ lookUp: leased }));
    expect(isOpen).toHaveBeenCalledWith(cardAttempt(), new Date(NOON));
    expect(apply).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ id: 'A' }), 'an answer', new Date(NOON));
    expect(asked).toEqual({ answer: 'an answer' });
    expect(find(record)?.lookUp).toEqual({ lastAt: NOON, undecided: 0 });
    expect(await stored()).toEqual({ lastAt: NOON, undecided: 0 });
  });

  it('runLookUp asks nothing while another look-up is under way, and shortly after the last one', async () => {
    const { clock, ask, look } = await looking();
    let during: object = {};
    await look({
      ask: async (attempt) => {
        clock.advance(30_000);
        during = await look();
        return ask(attempt);
      },
    });
    expect(during).toEqual({ record: expect.objectContaining({ id: 'A' }) as unknown });
    expect(ask).toHaveBeenCalledOnce();
    clock.advance(-28_000);
    expect(await look()).not.toHaveProperty('asked');
    expect(ask).toHaveBeenCalledOnce();
    clock.advance(1_000);
    expect(await look()).toHaveProperty('asked');
  });

  it('runLookUp asks nothing about an attempt that is not open, or that the order does not have', async () => {
    const { ask, look, stored } = await looking();
    const { record, ...rest } = await look({ isOpen: () => false });
    expect([record.id, rest]).toEqual(['A', {}]);
    expect(await look({ find: (found) => attemptOf(found, SECOND) })).not.toHaveProperty('asked');
    expect(ask).not.toHaveBeenCalled();
    expect(await stored()).toBeUndefined();
  });

  it('runLookUp ends the look-up without a decision and rejects when the gateway cannot be asked', async () => {
    const { apply, look, stored } = await looking();
    const error = new Error('no answer');
    await expect(look({ ask: () => Promise.reject(error) })).rejects.toBe(error);
    expect(apply).not.toHaveBeenCalled();
    expect(await stored()).toEqual({ lastAt: NOON, undecided: 1 });
  });

  it('runLookUp rejects with the error of the gateway when the attempt has gone meanwhile', async () => {
    const { look, stored } = await looking();
    let calls = 0;
    // The attempt is found until the gateway has been asked.
    const gone = (record: OrderRecord) => (++calls <= 2 ? find(record) : undefined);
    await expect(look({ find: gone, ask: () => Promise.reject(new Error('no answer')) })).rejects.toThrow('no answer');
    expect(await stored()).toEqual({ lastAt: NOON, leaseUntil: '2026-11-20T12:01:00.000Z' });
  });
});
