import { describe, expect, it, vi } from 'vitest';
import type { PaymentAnswer } from '../../../../src/protocol/adapter/adapter-answers.js';
import type { OutcomeCode } from '../../../../src/protocol/adapter/outcome-codes.js';
import { Problem } from '../../../../src/server/domain/problems/problem.js';
import type { StoredAnswer } from '../../../../src/server/domain/record/order-record.js';
import { FIRST, NOON } from '../../orders/attempts.js';
import { callsOf, heldWork, KEY, LEASE, outcome, REQUEST, time } from './calls-of-order.js';

const payment = { gatewayOrderId: FIRST, method: 'card' };
const answered = (answer: PaymentAnswer): Record<string, StoredAnswer> => ({
  [KEY]: { request: REQUEST, since: NOON, answer },
});

describe('a repeated call', () => {
  it('a repeated call has the answer of the first one, without being checked or carried out again', async () => {
    const { begin, work, run } = await callsOf({ answers: answered(outcome('declined')) });
    expect(await run()).toEqual(outcome('declined'));
    expect(begin).not.toHaveBeenCalled();
    expect(work).not.toHaveBeenCalled();
  });

  it.each([
    ['call', { ...REQUEST, call: 'authorizations' }],
    ['transaction', { ...REQUEST, subject: 'T2' }],
    ['card', { ...REQUEST, fingerprint: `0123abcd.${'2'.repeat(64)}` }],
  ])('a repeated call is refused for another %s', async (_what, request) => {
    const { work, run } = await callsOf({ answers: answered(outcome('declined')) });
    await expect(run({ request })).rejects.toMatchObject({ code: 'key-reused' });
    expect(work).not.toHaveBeenCalled();
  });

  it('a repeated call has the payment of another call once that has paid the order, unless it has paid itself', async () => {
    const paid = { state: 'paid', payment } as const;
    const challenge = { result: 'challenge' } as PaymentAnswer;
    for (const answer of [outcome('declined'), outcome('authorization-unanswered'), challenge]) {
      const { run } = await callsOf({ ...paid, answers: answered(answer) });
      expect(await run()).toMatchObject({ outcome: { code: 'already-paid', order: { state: 'paid' } } });
    }
    const { run } = await callsOf({ ...paid, answers: answered(outcome('authorized')) });
    expect(await run()).toEqual(outcome('authorized'));
    const failed = await callsOf({
      ...paid,
      answers: { [KEY]: { request: REQUEST, since: NOON, problem: 'gateway-refused' } },
    });
    expect(await failed.run()).toMatchObject({ outcome: { code: 'already-paid' } });
  });
});

describe('a repeated call beside the first one', () => {
  it('waits for its answer in a place of its own', async () => {
    const { call, settle, timers, waiting, run, ended } = await callsOf();
    const { work, end } = heldWork();
    const first = call({ work });
    await settle();
    const repeated = call();
    await settle();
    expect(timers.map(({ ms }) => ms).sort()).toEqual([1_000, LEASE]);
    await expect(run()).rejects.toMatchObject({ code: 'too-many-requests' });
    end();
    expect(await ended(Promise.all([first, repeated]))).toEqual([outcome('declined'), outcome('declined')]);
    expect(timers).toEqual([]);
    expect(() => waiting.enter('A')()).not.toThrow();
  });

  it('a repeated call beside the first one has its problem', async () => {
    const { call, settle, work: next, ended } = await callsOf();
    const { work, end } = heldWork();
    const problem = new Problem('issuer-unavailable', [], { usedUp: true });
    const first = call({ work: async (...given) => work(...given).then(() => Promise.reject(problem)) });
    await settle();
    const repeated = call();
    await settle();
    end();
    await expect(ended(first)).rejects.toBe(problem);
    await expect(ended(repeated)).rejects.toMatchObject({ code: 'issuer-unavailable' });
    expect(next).not.toHaveBeenCalled();
  });

  it('a repeated call beside the first one is still in progress when the first one has left its key free', async () => {
    const { call, settle, ended } = await callsOf();
    const { work, end } = heldWork();
    const first = call({ work: async (...given) => work(...given).then(() => Promise.reject(new Problem('closing'))) });
    await settle();
    const repeated = call();
    await settle();
    end();
    await expect(ended(first)).rejects.toMatchObject({ code: 'closing' });
    await expect(ended(repeated)).rejects.toMatchObject({ code: 'request-in-progress' });
  });

  it('waits for as long as the backend is patient', async () => {
    const { call, settle, elapse, timers, ended } = await callsOf({}, 2_000);
    const { work, end } = heldWork();
    const first = call({ work });
    await settle();
    const repeated = call();
    await settle();
    expect(timers.map(({ ms }) => ms).sort()).toEqual([1_000, 2_000]);
    await elapse(2_000);
    await expect(ended(repeated)).rejects.toMatchObject({ code: 'request-in-progress' });
    end();
    await ended(first);
  });

  it('waits no longer than the lease that is left, and is answered by the state of the order then', async () => {
    const { clock, call, settle, elapse, timers, answers, ended } = await callsOf();
    const { work, end } = heldWork();
    const first = call({ work });
    await settle();
    clock.advance(4_000);
    const repeated = call();
    await settle();
    expect(timers.map(({ ms }) => ms).sort()).toEqual([1_000, 6_000]);
    clock.advance(6_000);
    await elapse(6_000);
    expect(await ended(repeated)).toEqual(outcome('gateway-unavailable'));
    const kept = { [KEY]: { request: REQUEST, since: time(LEASE), answer: outcome('gateway-unavailable') } };
    expect(await answers()).toEqual(kept);
    end();
    await ended(first);
  });

  it('a repeated call beside the first one is in progress when the first one has renewed its lease meanwhile', async () => {
    const { clock, call, settle, elapse, ended } = await callsOf();
    const { work, steps, end } = heldWork();
    const first = call({ work });
    await settle();
    const repeated = call();
    await settle();
    clock.advance(9_000);
    await steps[0]![2].book.update('A', (record) => ({ ...record, description: 'noted' }));
    clock.advance(1_000);
    await elapse(LEASE);
    await expect(ended(repeated)).rejects.toMatchObject({ code: 'request-in-progress' });
    end();
    expect(await ended(first)).toEqual(outcome('declined'));
  });

  it('ends its wait when its page has gone', async () => {
    const { call, settle, timers, ended } = await callsOf();
    const { work, end } = heldWork();
    const first = call({ work });
    await settle();
    const leaving = new AbortController();
    const repeated = call({ signal: leaving.signal });
    await settle();
    leaving.abort();
    await expect(ended(repeated)).rejects.toMatchObject({ code: 'request-in-progress' });
    expect(timers).toEqual([]);
    end();
    await ended(first);
  });
});

describe('a repeated call whose first one died', () => {
  const claimed = (since: string): Record<string, StoredAnswer> => ({ [KEY]: { request: REQUEST, since } });

  it.each([
    ['open', 'gateway-unavailable'],
    ['in-doubt', 'authorization-unanswered'],
    ['pending', 'awaiting-final-status'],
  ] as const)(
    'a repeated call whose first one died is answered by the order that is %s once the lease has lapsed',
    async (state, code) => {
      const { begin, work, answers, run } = await callsOf({ state, answers: claimed(time(-LEASE)) });
      const answer = await run();
      expect(answer).toMatchObject({ outcome: { code, order: { state } } });
      expect(await answers()).toEqual({ [KEY]: { request: REQUEST, since: NOON, answer } });
      expect([begin.mock.calls, work.mock.calls]).toEqual([[], []]);
      expect(await run()).toEqual(answer);
    },
  );

  it('waits while the lease lasts', async () => {
    const { clock, call, settle, elapse, timers, ended } = await callsOf({ answers: claimed(time(1 - LEASE)) });
    const repeated = call();
    await settle();
    expect(timers.map(({ ms }) => ms)).toContain(1);
    clock.advance(1);
    await elapse(1);
    expect(await ended(repeated)).toEqual(outcome('gateway-unavailable'));
  });
});

describe('a repeated call that takes no place', () => {
  it.each<[string, Partial<StoredAnswer>, string]>([
    ['a first one with an answer', { answer: outcome('declined') }, 'declined'],
    ['a first one that died', { since: time(-LEASE) }, 'gateway-unavailable'],
  ])('a repeated call is answered although all places are taken, beside %s', async (_title, first, code) => {
    const { run, waiting } = await callsOf({ answers: { [KEY]: { request: REQUEST, since: NOON, ...first } } });
    waiting.enter('A');
    expect(await run()).toMatchObject({ outcome: { code } });
  });

  it('a repeated call has the problem of the first one although all places are taken', async () => {
    const { run, waiting } = await callsOf({
      answers: { [KEY]: { request: REQUEST, since: NOON, problem: 'closing' } },
    });
    waiting.enter('A');
    await expect(run()).rejects.toMatchObject({ code: 'closing' });
  });
});

describe('a first call that proceeds just before a repeated one ends it', () => {
  const claim = { request: REQUEST, since: time(-LEASE) };

  /** A repeated call after the lease, while the first one writes these answers. */
  async function racing(answers: Record<string, StoredAnswer>) {
    const calls = await callsOf({ answers: { [KEY]: claim } });
    const { update } = calls.book;
    vi.spyOn(calls.book, 'update').mockImplementationOnce(async (id, change) => {
      const found = await update(id, change);
      await update(id, (record) => ({ ...record, answers }));
      return found;
    });
    return calls;
  }

  it('keeps its answer, which the repeated call has as well', async () => {
    const answers = { [KEY]: { ...claim, answer: outcome('declined') } };
    const { run, answers: stored } = await racing(answers);
    expect(await run()).toEqual(outcome('declined'));
    expect(await stored()).toEqual(answers);
  });

  it('keeps its problem, which the repeated call has as well', async () => {
    const answers = { [KEY]: { ...claim, problem: 'gateway-refused' as const } };
    const { run, answers: stored } = await racing(answers);
    await expect(run()).rejects.toMatchObject({ code: 'gateway-refused' });
    expect(await stored()).toEqual(answers);
  });

  it.each<[string, Record<string, StoredAnswer>]>([
    ['keeps the lease that it has renewed', { [KEY]: { ...claim, renewedAt: time(-1) } }],
    ['leaves its key free', {}],
  ])('%s, and the repeated call is in progress', async (_title, answers) => {
    const { run, answers: stored } = await racing(answers);
    await expect(run()).rejects.toMatchObject({ code: 'request-in-progress' });
    expect(await stored()).toEqual(answers);
  });
});

describe('the answers that an order keeps', () => {
  const others = (answer: Partial<StoredAnswer>, count: number) =>
    Object.fromEntries(
      Array.from({ length: count }, (_, index) => [
        `other-${index}`,
        { request: { call: 'redirects', subject: 'x' }, since: NOON, ...answer },
      ]),
    );
  const keysAfter = async (kept: Record<string, StoredAnswer>, answer: PaymentAnswer) => {
    const { work, answers, run } = await callsOf({ answers: kept });
    work.mockResolvedValueOnce(answer);
    await run();
    return Object.keys(await answers());
  };

  it.each<[OutcomeCode, boolean]>([
    ['not-enrolled', true],
    ['already-paid', true],
    ['gateway-unavailable', true],
    ['gateway-refused', true],
    ['backend-unavailable', true],
    ['declined', false],
    ['authorized', false],
    ['authorization-unanswered', false],
    ['authentication-failed', false],
    ['issuer-unavailable', false],
  ])(
    'the answers that an order keeps are the newest 50 of those that began nothing, and all others: %s',
    async (code, isRepeatable) => {
      const keys = await keysAfter(others({ answer: outcome(code) }, 50), outcome('gateway-unavailable'));
      const all = [...Object.keys(others({}, 50)), KEY];
      expect(keys).toEqual(isRepeatable ? all.slice(1) : all);
    },
  );

  it.each<[string, Partial<StoredAnswer>, boolean]>([
    ['a started redirect payment', { answer: { result: 'redirect' } as PaymentAnswer }, true],
    ['a problem', { problem: 'gateway-refused' }, true],
    ['a challenge', { answer: { result: 'challenge' } as PaymentAnswer }, false],
    ['a call that is being processed', {}, false],
  ])(
    'the answers that an order keeps are the newest 50 of those that began nothing: %s',
    async (_title, answer, isRepeatable) => {
      const keys = await keysAfter(others(answer, 50), outcome('gateway-unavailable'));
      expect(keys).toHaveLength(isRepeatable ? 50 : 51);
      expect(keys.includes('other-0')).toBe(!isRepeatable);
    },
  );

  it('the answers that an order keeps are in the order in which they were given', async () => {
    const dead = { [KEY]: { request: REQUEST, since: time(-LEASE) } };
    const { run, answers } = await callsOf({ answers: { ...dead, ...others({ answer: outcome('declined') }, 2) } });
    await run();
    expect(Object.keys(await answers())).toEqual(['other-0', 'other-1', KEY]);
  });

  it('the answers that an order keeps give no place to the answer of a payment', async () => {
    const kept = others({ answer: outcome('not-enrolled') }, 50);
    expect(await keysAfter(kept, outcome('authorized'))).toEqual([...Object.keys(kept), KEY]);
  });
});
