import { vi } from 'vitest';
import type { PaymentAnswer } from '../../../../src/protocol/adapter/adapter-answers.js';
import type { OutcomeCode } from '../../../../src/protocol/adapter/outcome-codes.js';
import type { Ports } from '../../../../src/server/ports/ports.js';
import { createOrderBook } from '../../../../src/server/book/order-book.js';
import { once, type OnceInput } from '../../../../src/server/use-cases/calls/idempotency.js';
import { outcomeAnswer } from '../../../../src/server/domain/states/outcome-answer.js';
import { createWaitingRequests } from '../../../../src/server/limits/waiting-requests.js';
import type { OrderRecord } from '../../../../src/server/domain/record/order-record.js';
import { sampleRecord } from '../../../../src/server/adapters/store/conformance/sample-record.js';
import { gate } from '../../gate.js';
import { memoryOrderStore } from '../../adapters/store/memory-order-store.js';
import { virtualClock } from '../../virtual-clock.js';
import { afterNoon, NOON } from '../../orders/attempts.js';

/** The key of the call, and its request. */
export const KEY = 'key-00000001';
const ORDER = { id: 'A', state: 'open' } as const;
const FINGERPRINT = `0123abcd.${'1'.repeat(64)}`;
export const REQUEST = { call: 'authentications', subject: 'T1', fingerprint: FINGERPRINT };
/** The lease of a call: one call of the gateway, and five seconds. */
export const LEASE = 10_000;

/** A time after noon, as it is stored. */
export const time = (ms: number) => afterNoon(ms).toISOString();
/** The answer with an outcome of the open order. */
export const outcome = (code: OutcomeCode) => outcomeAnswer(code, ORDER);

/** Calls of one order by processes that share a store, a clock and manual timers. */
export async function callsOf(change: Partial<OrderRecord> = {}, patience = 30_000) {
  const clock = virtualClock(NOON);
  const store = memoryOrderStore(undefined, clock.now);
  await store.insert(sampleRecord('A', change));
  const timers: { readonly ms: number; readonly callback: () => void }[] = [];
  const after = (ms: number, callback: () => void) => {
    const timer = { ms, callback };
    timers.push(timer);
    return () => {
      if (timers.includes(timer)) timers.splice(timers.indexOf(timer), 1);
    };
  };
  const book = createOrderBook({ store, after, keepsChanges: false });
  const waiting = createWaitingRequests({ waitingPerOrder: 1, waitingInTotal: 10 });
  const context = { book, patience, gateway: { timeout: 5_000 }, waiting } as unknown as Ports;
  const begin = vi.fn<OnceInput['begin']>((record) => ({ record, checked: undefined }));
  const work = vi.fn<OnceInput['work']>(() => Promise.resolve(outcome('declined')));
  const call = (input: Partial<OnceInput> = {}) =>
    once(context, { id: 'A', key: KEY, request: REQUEST, begin, work, ...input });
  /** Lets work proceed that needs no time. */
  const settle = async () => {
    for (let round = 0; round < 200; round++) await Promise.resolve();
  };
  /** The result of a call that needs no more time. */
  const ended = async <Value>(running: Promise<Value>): Promise<Value> => {
    running.catch(() => undefined);
    await settle();
    return Promise.race([running, Promise.reject(new Error('The call has not ended.'))]);
  };
  const run = (input?: Partial<OnceInput>) => ended(call(input));
  /** Lets all timers of that length elapse. */
  const elapse = async (ms: number) => {
    for (const timer of timers.filter((one) => one.ms === ms)) timer.callback();
    await settle();
  };
  const answers = async () => (await book.read('A')).answers;
  return { clock, book, timers, waiting, begin, work, call, run, ended, settle, elapse, answers };
}

/** Work that waits until a test ends it. */
export function heldWork(answer: PaymentAnswer = outcome('declined')) {
  const { opened, open } = gate();
  const steps: Parameters<OnceInput['work']>[] = [];
  const work: OnceInput['work'] = async (...given) => {
    steps.push(given);
    await opened;
    return answer;
  };
  return { work, end: open, steps };
}
