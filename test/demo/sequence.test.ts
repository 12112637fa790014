import { describe, expect, it } from 'vitest';
import { callsFor, sequenceOf, spanOf } from '../../demo/pages/studio/sequence.js';

const at = (ms: number) => new Date(1_000_000 + ms).toISOString();

describe('the time line', () => {
  it('the time line lists steps and messages in the order of time, with sender, receiver and duration', () => {
    const entries = sequenceOf(
      [
        { at: at(0), step: 'entering' },
        { at: at(10), preparation: 'prepared' },
        { at: at(50), step: 'authenticating' },
      ],
      [
        { at: 1_000_051, took: 27.4, status: 200, path: '/scudo/orders/A1/authentications' },
        { at: 999_990, took: 5, status: 404, path: '/scudo/orders/A1' },
      ],
      [
        { at: at(60), kind: 'authentications', request: { a: 1 }, response: { b: 2 }, http_status: 200 },
        { at: at(70), kind: 'creq', request: {}, response: {} },
        { at: at(80), kind: 'cres', request: {}, response: null },
        { at: at(90), kind: 'status', request: {}, response: null },
      ],
    );
    expect(
      entries.map((entry) => (entry.kind === 'step' ? entry.name : `${entry.from} > ${entry.to}: ${entry.name}`)),
    ).toEqual([
      'page > backend: order',
      'entering',
      'preparation: prepared',
      'authenticating',
      'page > backend: authentications',
      'backend > gateway: authentications',
      'page > acs: creq',
      'acs > backend: cres',
      'gateway > backend: status',
    ]);
    // A step lasts until the next one; what the preparation does lies beside it.
    expect(entries[1]).toMatchObject({ lasted: 50 });
    expect(entries[4]).toMatchObject({ took: 27.4, status: 200 });
    expect(entries[5]).toMatchObject({ content: { request: { a: 1 }, response: { b: 2 } } });
  });

  it('the time line has spans as people read them', () => {
    expect([spanOf(0), spanOf(27.4), spanOf(999), spanOf(1249)]).toEqual(['0 ms', '27 ms', '999 ms', '1.2 s']);
  });

  it('the time line marks disturbed arrows, and draws one for a call that reached no receiver', () => {
    const entries = sequenceOf(
      [],
      [
        { at: 1_000_000, took: 20, status: 200, path: '/scudo/orders/A1' },
        { at: 1_000_100, took: 30_000, status: 0, path: '/scudo/orders/A1/authentications' },
        { at: 1_040_000, took: 30, status: 200, path: '/scudo/orders/A1/authentications' },
      ],
      [
        { at: at(40_010), kind: 'auth', request: {}, response: null },
        { at: at(50_000), kind: 'cres', request: {}, response: null },
      ],
      [
        { at: 1_000_105, call: 'page:authentications', fault: 'no answer' },
        { at: 1_040_008, call: 'auth', fault: 'unreadable answer' },
        { at: 1_045_000, call: 'query', fault: 'not received' },
        { at: 1_050_020, call: 'page:challenge', fault: 'answer 500' },
      ],
    );
    expect(
      entries.map((entry) =>
        entry.kind === 'step' ? entry.name : [entry.from, entry.to, entry.name, entry.disturbed],
      ),
    ).toEqual([
      ['page', 'backend', 'order', undefined],
      ['page', 'backend', 'authentications', 'no answer'],
      ['page', 'backend', 'authentications', undefined],
      ['backend', 'gateway', 'auth', 'unreadable answer'],
      ['backend', 'gateway', 'query', 'not received'],
      ['acs', 'backend', 'cres', 'answer 500'],
    ]);
  });

  it('a call for another order is left out', () => {
    const call = (path: string) => ({ at: 0, took: 1, status: 200, path });
    const calls = ['/scudo/orders/A%201', '/scudo/orders/B/authentications', '/scudo/frame'].map(call);
    expect(callsFor('A 1', calls).map(({ path }) => path)).toEqual(['/scudo/orders/A%201', '/scudo/frame']);
  });
});
