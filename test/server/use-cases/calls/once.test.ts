import { describe, expect, it, vi } from 'vitest';
import type { PaymentAnswer } from '../../../../src/protocol/adapter/adapter-answers.js';
import { isCardCallRunning, type OnceInput } from '../../../../src/server/use-cases/calls/idempotency.js';
import { Problem } from '../../../../src/server/domain/problems/problem.js';
import type { OrderRecord, StoredAnswer } from '../../../../src/server/domain/record/order-record.js';
import { sampleRecord } from '../../../../src/server/adapters/store/conformance/sample-record.js';
import { gate } from '../../gate.js';
import { afterNoon, FIRST, NOON } from '../../orders/attempts.js';
import { callsOf, heldWork, KEY, LEASE, outcome, REQUEST, time } from './calls-of-order.js';

const payment = { gatewayOrderId: FIRST, method: 'card' };
const FOUND = { revision: 1, at: new Date(NOON), knownAt: 0 };
const noted = (record: OrderRecord): OrderRecord => ({ ...record, description: 'noted' });

describe('the first call with a key', () => {
  it('the first call with a key begins, claims its key, and its answer is stored', async () => {
    const { clock, begin, work, answers, run } = await callsOf();
    let claimed: object = {};
    work.mockImplementation(async () => {
      claimed = await answers();
      clock.advance(1_000);
      return outcome('declined');
    });
    expect(await run()).toEqual(outcome('declined'));
    expect(begin).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ id: 'A', answers: {} }), new Date(NOON));
    expect(claimed).toEqual({ [KEY]: { request: REQUEST, since: NOON } });
    expect(await answers()).toEqual({
      [KEY]: { request: REQUEST, since: time(1_000), answer: outcome('declined') },
    });
  });

  it('leaves the order as it is when it is refused, or is answered at once', async () => {
    const { begin, book, work, answers, run } = await callsOf();
    const onRefused = vi.fn();
    begin.mockImplementationOnce(() => {
      throw new Problem('order-not-open');
    });
    await expect(run({ onRefused })).rejects.toMatchObject({ code: 'order-not-open' });
    expect(onRefused).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({ code: 'order-not-open' }),
      await book.read('A'),
    );
    begin.mockReturnValueOnce({ answer: outcome('already-paid') });
    expect(await run()).toEqual(outcome('already-paid'));
    expect(work).not.toHaveBeenCalled();
    expect(await answers()).toEqual({});
  });

  it('begins in the write that claims its key, and hands its checks to the work', async () => {
    const { book, begin, work, run } = await callsOf();
    const update = vi.spyOn(book, 'update');
    begin.mockImplementationOnce((record) => ({ record: noted(record), checked: 'checked' }));
    work.mockImplementationOnce(async ({ record, checked }) => {
      expect([update.mock.calls.length, record.description, Object.keys(record.answers)]).toEqual([1, 'noted', [KEY]]);
      expect([await book.read('A'), checked]).toEqual([record, 'checked']);
      return outcome('declined');
    });
    expect(await run()).toEqual(outcome('declined'));
  });

  it('keeps a refusal with its key if the same request could begin later, and what the refusal notes', async () => {
    const { begin, work, answers, book, run } = await callsOf();
    const refusal = new Problem('too-many-attempts', [], { usedUp: true });
    begin.mockImplementationOnce((record) => ({ refusal, record: noted(record) }));
    for (const _try of [1, 2]) await expect(run()).rejects.toMatchObject({ code: 'too-many-attempts' });
    expect(await answers()).toEqual({ [KEY]: { request: REQUEST, since: NOON, problem: 'too-many-attempts' } });
    expect((await book.read('A')).description).toBe('noted');
    expect([begin.mock.calls.length, work.mock.calls.length]).toEqual([1, 0]);
  });

  it('keeps the answer of a call that the rules of the shop end with its key, and reports it once, also of calls at the same moment', async () => {
    const { begin, book, work, answers, call, ended } = await callsOf();
    const onEnded = vi.fn();
    begin.mockImplementation((record) => ({ ended: outcome('not-enrolled'), record }));
    for (const run of [call({ onEnded }), call({ onEnded })]) expect(await ended(run)).toEqual(outcome('not-enrolled'));
    expect(await ended(call({ onEnded }))).toEqual(outcome('not-enrolled'));
    expect(onEnded).toHaveBeenCalledExactlyOnceWith(outcome('not-enrolled'), await book.read('A'));
    expect(await answers()).toEqual({ [KEY]: { request: REQUEST, since: NOON, answer: outcome('not-enrolled') } });
    expect(work).not.toHaveBeenCalled();
  });

  it('keeps no answer while the challenge is open, so that a later call can have another result', async () => {
    const { work, answers, run } = await callsOf();
    const open = { result: 'challenge-open' } as PaymentAnswer;
    work.mockResolvedValueOnce(open);
    expect(await run()).toBe(open);
    expect(await answers()).toEqual({});
    expect(await run()).toEqual(outcome('declined'));
  });

  it('keeps the answer that a repeated call got while the process of the first one stood still in an open challenge', async () => {
    const { clock, begin, call, run, ended, settle } = await callsOf();
    const held = heldWork({ result: 'challenge-open' } as PaymentAnswer);
    const first = call({ work: held.work });
    await settle();
    clock.advance(LEASE);
    const repeated = await run();
    expect(repeated).toMatchObject({ result: 'outcome', outcome: { status: 'failed' } });
    held.end();
    await ended(first);
    // A later arrival of the same request begins nothing.
    expect(await run()).toEqual(repeated);
    expect(begin).toHaveBeenCalledOnce();
  });

  it('keeps no problem that changed nothing, and one after which the same call cannot succeed', async () => {
    const { work, answers, run } = await callsOf();
    work.mockRejectedValueOnce(new Problem('gateway-unavailable'));
    await expect(run()).rejects.toMatchObject({ code: 'gateway-unavailable' });
    work.mockRejectedValueOnce(new TypeError('a fault'));
    await expect(run()).rejects.toThrow('a fault');
    expect(await answers()).toEqual({});
    work.mockRejectedValueOnce(new Problem('issuer-unavailable', [], { usedUp: true }));
    await expect(run()).rejects.toMatchObject({ code: 'issuer-unavailable' });
    expect(await answers()).toEqual({ [KEY]: { request: REQUEST, since: NOON, problem: 'issuer-unavailable' } });
    await expect(run()).rejects.toMatchObject({ code: 'issuer-unavailable' });
    expect(work).toHaveBeenCalledTimes(3);
  });

  it('the first call with a key has its answer, or its problem, also when that cannot be stored', async () => {
    const { book, work, run } = await callsOf();
    const failing = vi.fn(book.update).mockImplementationOnce(book.update).mockRejectedValue(new Problem('store-busy'));
    Object.assign(book, { update: failing });
    expect(await run()).toEqual(outcome('declined'));
    failing.mockImplementationOnce((id, change) =>
      Promise.resolve({ ...FOUND, changed: true, record: change(sampleRecord(id), new Date(NOON))! }),
    );
    work.mockRejectedValueOnce(new Problem('gateway-refused'));
    await expect(run({ key: 'key-00000002' })).rejects.toMatchObject({ code: 'gateway-refused' });
  });
});

describe('the lease of a call in its order', () => {
  it('the lease of a call in its order is held for one call of the gateway and five seconds, and each write of the call renews it', async () => {
    const { clock, book, call, settle, answers, ended } = await callsOf();
    const { work, steps, end } = heldWork();
    const answer = call({ work });
    await settle();
    const [, { isLeaseHeld }, context] = steps[0]!;
    const record = await book.read('A');
    const claim = { request: REQUEST, since: NOON };
    expect(isLeaseHeld({ ...record, answers: {} }, afterNoon(0))).toBe(false);
    expect(
      isLeaseHeld({ ...record, answers: { [KEY]: { ...claim, answer: outcome('declined') } } }, afterNoon(0)),
    ).toBe(false);
    expect([LEASE - 1, LEASE].map((ms) => isLeaseHeld(record, afterNoon(ms)))).toEqual([true, false]);
    clock.advance(6_000);
    await context.book.update('A', noted);
    expect(await answers()).toEqual({ [KEY]: { request: REQUEST, since: NOON, renewedAt: time(6_000) } });
    const renewed = await book.read('A');
    expect([15_999, 16_000].map((ms) => isLeaseHeld(renewed, afterNoon(ms)))).toEqual([true, false]);
    end();
    await ended(answer);
    expect(isLeaseHeld(await book.read('A'), afterNoon(0))).toBe(false);
  });

  it('the lease of a call in its order is not renewed by a write that changes nothing, one of another order, or one of another call', async () => {
    const { clock, book, call, settle, answers, ended } = await callsOf();
    const { work, steps, end } = heldWork();
    const answer = call({ work });
    await settle();
    const [, , context] = steps[0]!;
    clock.advance(1_000);
    await book.update('A', noted);
    expect(await context.book.update('A', () => undefined)).toMatchObject({ changed: false });
    const store = vi.spyOn(book, 'update').mockResolvedValue({ ...FOUND, changed: false, record: sampleRecord('B') });
    await context.book.update('B', noted);
    const change = store.mock.calls[0]?.[1];
    expect(change?.(await book.read('A'), afterNoon(1_000))).not.toHaveProperty(['answers', KEY, 'renewedAt']);
    store.mockRestore();
    expect(await answers()).toEqual({ [KEY]: { request: REQUEST, since: NOON } });
    end();
    await ended(answer);
  });

  it('the lease of a call in its order is not renewed once it has lapsed', async () => {
    const { clock, call, settle, answers, ended } = await callsOf();
    const { work, steps, end } = heldWork();
    const answer = call({ work });
    await settle();
    clock.advance(LEASE);
    await steps[0]![2].book.update('A', noted);
    expect(await answers()).toEqual({ [KEY]: { request: REQUEST, since: NOON } });
    end();
    await ended(answer);
  });

  it('belongs to the call that claimed it, not to a later one with the same key', async () => {
    const { book, call, settle, answers, ended } = await callsOf();
    const { opened, open } = gate();
    const steps: Parameters<OnceInput['work']>[] = [];
    const failed = call({
      work: async (...given) => {
        steps.push(given);
        await opened;
        throw new Problem('gateway-unavailable');
      },
    });
    await settle();
    // Another process has answered a repeated call after the lease.
    const later = { request: REQUEST, since: time(LEASE) };
    await book.update('A', (record) => ({ ...record, answers: { [KEY]: later } }));
    expect(steps[0]![1].isLeaseHeld(await book.read('A'), afterNoon(LEASE))).toBe(false);
    open();
    await expect(ended(failed)).rejects.toMatchObject({ code: 'gateway-unavailable' });
    expect(await answers()).toEqual({ [KEY]: later });
  });
});

describe('calls that are being processed', () => {
  const running = (request: string, since = NOON): StoredAnswer => {
    const [call = '', subject = ''] = request.split(' ');
    return { request: { call, subject }, since };
  };

  it.each([
    ['another call of its transaction', { other: running('authentications T1') }, 'request-in-progress'],
    ['the calls of other transactions', { other: running('authentications T2') }, undefined],
    ['the authorization of its transaction', { other: running('authorizations T1') }, undefined],
    ['a call whose process died', { other: running('authentications T1', time(-LEASE)) }, undefined],
    [
      'a call just before its lease ends',
      { other: running('authentications T1', time(1 - LEASE)) },
      'request-in-progress',
    ],
    [
      'an answered call of its transaction',
      { other: { ...running('authentications T1'), answer: outcome('declined') } },
      undefined,
    ],
    [
      'a call of its transaction that has ended with a problem',
      { other: { ...running('authentications T1'), problem: 'gateway-refused' as const } },
      undefined,
    ],
  ])('a call has its own result, or is refused, beside %s', async (_title, answers, code) => {
    const { work, run } = await callsOf({ answers });
    if (code === undefined) expect(await run()).toEqual(outcome('declined'));
    else await expect(run()).rejects.toMatchObject({ code });
    expect(work).toHaveBeenCalledTimes(code === undefined ? 1 : 0);
  });

  it('one order has at most 100 calls that are being processed', async () => {
    const entries = Array.from({ length: 99 }, (_, index) => [`other-${index}`, running(`authentications X${index}`)]);
    const some = await callsOf({ answers: Object.fromEntries(entries) as never });
    expect(await some.run()).toEqual(outcome('declined'));
    const all = await callsOf({ answers: Object.fromEntries([...entries, ['one', running('redirects x')]]) as never });
    await expect(all.run()).rejects.toMatchObject({ code: 'too-many-requests' });
  });

  it.each([
    ['authentications T1', NOON, true],
    ['authorizations T1', NOON, true],
    ['redirects testpay', NOON, false],
    ['authentications T1', time(-LEASE), false],
  ])('%s since %s is a call of a card payment: %s', (request, since, expected) => {
    const record = sampleRecord('A', { answers: { one: running(request, since) } });
    expect(isCardCallRunning({ gateway: { timeout: 5_000 } as never }, record, new Date(NOON))).toBe(expected);
  });
});

describe('the answers of other calls', () => {
  it('a key that every object inherits is not that of an earlier call', async () => {
    const { answers, run } = await callsOf();
    expect(await run({ key: 'constructor' })).toEqual(outcome('declined'));
    expect(Object.keys(await answers())).toEqual(['constructor']);
  });

  it('a payment of another call does not replace the answer of the first one', async () => {
    const { run } = await callsOf({ payment });
    expect(await run()).toEqual(outcome('declined'));
  });
});
