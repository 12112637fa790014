import { describe, expect, it } from 'vitest';
import {
  withHistoryEntry,
  type HistoryEntry,
  type HistoryEvent,
} from '../../../../src/server/domain/record/history.js';
import { afterNoon } from '../../orders/attempts.js';

/** True for an event that a client can cause any number of times and that is not about money. */
const IS_EVICTED: Readonly<Record<HistoryEvent, boolean>> = {
  created: false,
  'version-checked': true,
  'authentication-sent': true,
  'authentication-answered': true,
  'challenge-closed': true,
  'challenge-result': true,
  'challenge-result-unreadable': true,
  'challenge-result-of-another-transaction': true,
  'authorization-sent': false,
  'authorization-not-sent': true,
  'authorization-answered': false,
  'authorization-unanswered': false,
  'authorization-looked-up': false,
  'authorization-never-arrived': false,
  'card-confirmed': false,
  'redirect-sent': false,
  'redirect-not-sent': true,
  'redirect-answered': false,
  'redirect-unanswered': false,
  'redirect-set-aside': false,
  'redirect-resumed': false,
  'status-interim': true,
  'status-success': true,
  'status-failure': true,
  'status-again': true,
  'status-late': true,
  'status-contradiction': true,
  'status-unexpected': true,
  'status-rejected': true,
  'return-interim': true,
  'return-success': true,
  'return-failure': true,
  'payment-confirmed': false,
  'payment-failed': false,
  'late-success': false,
  'success-waiting': false,
  'second-payment': false,
  'refund-sent': false,
  'refund-done': false,
  'refund-pending': false,
  'refund-refused': false,
  'refund-unresolved': false,
  'refund-released': false,
  'refund-status': true,
  'refund-status-early': true,
  settled: false,
  reopened: false,
  suspended: false,
  erased: false,
  cancelled: false,
  expired: false,
  updated: false,
  'capture-sent': false,
  'capture-done': false,
  'capture-pending': false,
  'capture-refused': false,
  'capture-unresolved': false,
  'void-sent': false,
  'void-done': false,
  'void-pending': false,
  'void-refused': false,
  'void-unresolved': false,
  flagged: false,
};

const LIMIT = 400;

function entry(event: HistoryEvent, index: number, detail?: object): HistoryEntry {
  return { at: afterNoon(index).toISOString(), event, state: 'open', ...(detail ? { detail } : {}) } as HistoryEntry;
}

const repeated = (event: HistoryEvent, count: number, first = 1) =>
  Array.from({ length: count }, (_, index) => entry(event, first + index, { orderId: `A-${first + index}` }));
const added = (entries: readonly HistoryEntry[]) =>
  entries.reduce<readonly HistoryEntry[]>((history, one) => withHistoryEntry(history, one), []);

describe('the history of an order', () => {
  it.each(Object.keys(IS_EVICTED) as HistoryEvent[])(
    'evicts its oldest entries unless they are about money: %s',
    (event) => {
      const entries = [entry('created', 0), ...repeated(event, LIMIT)];
      expect(added(entries)).toEqual(entries);
      const next = entry(event, 1_000);
      const expected = IS_EVICTED[event] ? [entries[0], ...entries.slice(2), next] : [...entries, next];
      expect(withHistoryEntry(entries, next)).toEqual(expected);
    },
  );

  it('evicts the oldest entries of all events that a client can repeat, in their order', () => {
    const entries = added([
      ...repeated('status-again', 250),
      entry('redirect-answered', 500),
      ...repeated('version-checked', 250, 1_000),
    ]);
    expect(entries).toEqual([
      ...repeated('status-again', 150, 101),
      entry('redirect-answered', 500),
      ...repeated('version-checked', 250, 1_000),
    ]);
  });

  it.each([
    ['authorization-sent', 'authorization-not-sent'],
    ['redirect-sent', 'redirect-not-sent'],
    ['redirect-unanswered', 'redirect-not-sent'],
  ] as const)('evicts the entry %s of a payment once %s says that it was not sent', (sent, notSent) => {
    const own = { orderId: 'A-own' };
    const entries = [
      entry(sent, 0, { orderId: 'A-other' }),
      entry(sent, 1, own),
      entry(notSent, 2, own),
      ...repeated('version-checked', LIMIT - 2, 10),
    ];
    expect(added(entries)).toEqual(entries);
    const [other, _sent, ...rest] = entries;
    expect(withHistoryEntry(entries, entry('status-late', 900))).toEqual([other, ...rest, entry('status-late', 900)]);
  });

  it.each(['authorization-answered', 'late-success', 'redirect-set-aside'] as const)(
    'keeps the entry %s of a payment that was not sent',
    (event) => {
      const own = { orderId: 'A-own' };
      const entries = [entry(event, 0, own), entry('redirect-not-sent', 1, own), ...repeated('status-late', LIMIT)];
      expect(added(entries)).toEqual([entries[0], ...entries.slice(2)]);
    },
  );
});
