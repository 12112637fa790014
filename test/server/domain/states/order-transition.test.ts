import { describe, expect, it } from 'vitest';
import {
  handles,
  withFlag,
  withOrderEvent,
  withoutFlag,
} from '../../../../src/server/domain/states/order-transition.js';
import { sampleRecord } from '../../../../src/server/adapters/store/conformance/sample-record.js';
import { afterNoon, FIRST, NOON, SECOND } from '../../orders/attempts.js';

const record = sampleRecord('A');
const [noon, later] = [afterNoon(0), afterNoon(1_000)];

describe('an event of an order', () => {
  it('changes the state, and is recorded as a numbered change with the attempt that caused it', () => {
    const sent = withOrderEvent(record, { type: 'AUTHORIZATION_SENT', attempt: FIRST }, noon);
    expect(sent).toEqual({
      ...record,
      state: 'in-doubt',
      changeCount: 1,
      changes: [
        {
          id: '',
          sequence: 1,
          at: NOON,
          kind: 'state',
          event: 'AUTHORIZATION_SENT',
          from: 'open',
          to: 'in-doubt',
          attempt: FIRST,
        },
      ],
    });
    const reopened = withOrderEvent(sent, { type: 'REOPENED' }, later);
    expect(reopened).toMatchObject({ state: 'open', changeCount: 2 });
    expect(reopened.changes).toEqual([
      sent.changes[0],
      {
        id: '',
        sequence: 2,
        at: '2026-11-20T12:00:01.000Z',
        kind: 'state',
        event: 'REOPENED',
        from: 'in-doubt',
        to: 'open',
      },
    ]);
  });

  it('continues the numbers of changes that were delivered', () => {
    const delivered = { ...record, changeCount: 7, changes: [] };
    expect(withOrderEvent(delivered, { type: 'REOPENED' }, noon).changes).toMatchObject([{ id: '', sequence: 8 }]);
  });

  it('an event of an order is refused with a TypeError that names the state and the event when the state does not handle it', () => {
    expect(handles(record, 'AUTHORIZATION_SENT')).toBe(true);
    expect(handles(record, 'AUTHORIZATION_APPROVED')).toBe(false);
    const refused = () => withOrderEvent(record, { type: 'AUTHORIZATION_APPROVED' }, noon);
    expect(refused).toThrow(new TypeError('An order that is open does not handle AUTHORIZATION_APPROVED.'));
  });
});

describe('a flag of an order', () => {
  it('a flag of an order is added with its attempt to the flags, the history and the changes', () => {
    const flagged = withFlag(record, 'contradiction', FIRST, noon);
    expect(flagged).toEqual({
      ...record,
      flags: [{ kind: 'contradiction', at: NOON, attempt: FIRST }],
      history: [{ at: NOON, event: 'flagged', state: 'open', detail: { flag: 'contradiction', orderId: FIRST } }],
      changeCount: 1,
      changes: [{ id: '', sequence: 1, at: NOON, kind: 'flag', flag: 'contradiction', attempt: FIRST }],
    });
  });

  it('a flag of an order is added with the limit that was reached, without an attempt', () => {
    const flagged = withFlag(record, 'too-many-attempts', undefined, noon, { limit: 'cardsPerOrder' });
    expect(flagged).toEqual({
      ...record,
      flags: [{ kind: 'too-many-attempts', at: NOON, limit: 'cardsPerOrder' }],
      history: [
        {
          at: NOON,
          event: 'flagged',
          state: 'open',
          detail: { flag: 'too-many-attempts', limit: 'cardsPerOrder' },
        },
      ],
      changeCount: 1,
      changes: [{ id: '', sequence: 1, at: NOON, kind: 'flag', flag: 'too-many-attempts' }],
    });
  });

  it('a flag of an order is added once for each kind and attempt', () => {
    const once = withFlag(record, 'contradiction', FIRST, noon);
    expect(withFlag(once, 'contradiction', FIRST, later)).toBe(once);
    const all = withFlag(withFlag(once, 'contradiction', SECOND, later), 'second-payment', FIRST, later);
    expect(all.flags).toEqual([
      { kind: 'contradiction', at: NOON, attempt: FIRST },
      { kind: 'contradiction', at: later.toISOString(), attempt: SECOND },
      { kind: 'second-payment', at: later.toISOString(), attempt: FIRST },
    ]);
    expect(all.changes.map(({ sequence }) => sequence)).toEqual([1, 2, 3]);
  });

  it('a flag of an order is removed by its kind and attempt, and the other flags stay', () => {
    const flags = [
      { kind: 'contradiction', at: NOON, attempt: FIRST },
      { kind: 'contradiction', at: NOON, attempt: SECOND },
      { kind: 'report-behind', at: NOON, attempt: FIRST },
      { kind: 'too-many-attempts', at: NOON, limit: 'cardsPerOrder' },
    ] as const;
    const flagged = { ...record, flags };
    expect(withoutFlag(flagged, 'contradiction', FIRST).flags).toEqual(flags.slice(1));
    expect(withoutFlag(flagged, 'too-many-attempts').flags).toEqual(flags.slice(0, 3));
    expect(withoutFlag(flagged, 'contradiction')).toBe(flagged);
    expect(withoutFlag(flagged, 'unconfirmed', FIRST)).toBe(flagged);
  });
});
