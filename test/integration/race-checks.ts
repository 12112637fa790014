import { expect } from 'vitest';
import type { OrderRecord } from '../../src/server.js';
import type { RaceResult } from './race.js';

/** Compares the gateway's books with the orders and with what the shop has received. */
export function checkRace(result: RaceResult): void {
  checkRecorded(result);
  for (const record of result.records) {
    checkBooks(result, record);
    checkRefunds(result, record);
    checkChanges(result, record);
  }
  for (const id of result.authorized) expect(chargesOf(result, recordOf(result, id)), id).not.toEqual([]);
}

function recordOf({ records }: RaceResult, id: string): OrderRecord {
  const record = records.find((one) => one.id === id);
  if (!record) throw new Error(`There is no order ${id}.`);
  return record;
}

/** Gateway order ids of everything that took money. */
function allCharges({ books }: RaceResult): readonly string[] {
  const cards = [...books.authorizations.values()].filter(({ result }) => result === '00');
  const redirects = [...books.payments.values()].filter(({ status }) => status === 'SUCCEEDED');
  return [...cards, ...redirects].map(({ orderId }) => orderId);
}

function chargesOf(result: RaceResult, { attempts }: OrderRecord): readonly string[] {
  const own = attempts.filter(({ kind }) => kind !== 'refund').map(({ gatewayOrderId }) => gatewayOrderId);
  return allCharges(result).filter((orderId) => own.includes(orderId));
}

/** Nothing is taken that no order has. */
function checkRecorded(result: RaceResult): void {
  const known = result.records.flatMap(({ attempts }) => attempts.map(({ gatewayOrderId }) => gatewayOrderId));
  expect(allCharges(result).filter((orderId) => !known.includes(orderId))).toEqual([]);
}

/**
 * Charged at most once, unless a later success is flagged; and not unresolved, because the gateway knows every answer.
 */
function checkBooks(result: RaceResult, record: OrderRecord): void {
  const { id, flags, state, payment, attempts } = record;
  const charges = chargesOf(result, record);
  const second = flags.filter(({ kind }) => kind === 'second-payment').map(({ attempt }) => attempt);
  expect(charges.filter((orderId) => !second.includes(orderId)).length, id).toBeLessThanOrEqual(1);
  for (const attempt of second) expect(charges, id).toContain(attempt);
  const found = JSON.stringify({ state, flags, attempts, charges }, undefined, 2);
  expect(['paid', 'partly-refunded', 'refunded'].includes(state), `${id}: ${found}`).toBe(charges.length > 0);
  if (payment) expect(charges, id).toContain(payment.gatewayOrderId);
  expect(['in-doubt', 'pending'], `${id}: ${found}`).not.toContain(state);
}

function checkRefunds(result: RaceResult, record: OrderRecord): void {
  const refunds = record.attempts.filter(({ kind }) => kind === 'refund');
  for (const refund of refunds) expect(['done', 'refused'], record.id).toContain(refund.progress.step);
  const paid = chargesOf(result, record);
  const refunded = result.books.refunds.filter(({ orderId }) => paid.includes(orderId));
  const keys = refunds.filter(({ progress }) => progress.step === 'done').length;
  expect(refunded.length, record.id).toBe(keys);
}

/** Every change at least once, and each for the first time in its order. */
function checkChanges({ changes }: RaceResult, { id, changeCount, state, changes: waiting }: OrderRecord): void {
  const received = changes.filter(({ order }) => order === id).map(({ change }) => change);
  const first = [...new Set(received.map(({ sequence }) => sequence))];
  expect(first, id).toEqual(Array.from({ length: changeCount }, (_one, index) => index + 1));
  const states = received.flatMap((change) => (change.kind === 'state' ? [change] : []));
  const last = states.toSorted((one, other) => one.sequence - other.sequence).at(-1);
  expect(last?.to ?? 'open', id).toBe(state);
  expect(waiting, id).toEqual([]);
}
