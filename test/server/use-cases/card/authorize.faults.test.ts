import { describe, expect, it, vi } from 'vitest';
import type { OrderRecord, OrderStore, ProblemReport } from '../../../../src/server.js';
import { randomBytes } from 'node:crypto';
import type { OrderBook } from '../../../../src/server/book/order-book.js';
import { CALL_WITHOUT_KEY } from '../../../../src/server/use-cases/calls/idempotency.js';
import { authorize } from '../../../../src/server/use-cases/card/authorize.js';
import type { Ports } from '../../../../src/server/ports/ports.js';
import { sampleRecord } from '../../../../src/server/adapters/store/conformance/sample-record.js';
import { memoryOrderStore } from '../../adapters/store/memory-order-store.js';
import { codeOf } from '../../code-of.js';
import {
  authorizationAnswer,
  authorizationsAt,
  card,
  CARDS,
  isQuery,
  isXml,
  json,
  orderIdIn,
  pay,
  recordOf,
  shop,
  shortAnswer,
  virtualClock,
} from '../../scripted-gateway.js';

const isSent = ({ attempts }: OrderRecord) => attempts.some(({ progress }) => progress.step === 'sent');

/** A shop whose store fails once, before or after it has written the authorization. */
async function failing(point: 'before' | 'after') {
  const problems: ProblemReport[] = [];
  const clock = virtualClock();
  const inner = memoryOrderStore(undefined, clock.now);
  let hasFailed = false;
  const store: OrderStore = {
    ...inner,
    async replace(record, revision) {
      const fails = !hasFailed && isSent(record);
      hasFailed ||= fails;
      if (fails && point === 'before') throw new Error('The connection broke.');
      const isStored = await inner.replace(record, revision);
      if (fails) throw new Error('The connection broke.');
      return isStored;
    },
  };
  const place = shop({ store, onProblem: (one) => problems.push(one) }, {}, { clock });
  const id = await place.order();
  const response = await pay(place, id);
  return { place, id, response, problems, record: await recordOf(place, id) };
}

describe('an authorization whose write to the store fails', () => {
  it('an authorization is withdrawn with its reason, and not sent, when the store fails after the write', async () => {
    const { place, id, response, problems, record } = await failing('after');
    expect(await codeOf(response)).toBe('backend-unavailable');
    expect(record).toMatchObject({ state: 'open', attempts: [] });
    expect(record.history.at(-1)).toMatchObject({
      event: 'authorization-not-sent',
      detail: { why: 'fault', orderId: expect.stringMatching(/^[0-9a-z]{26}-[0-9a-z]{10}$/) as unknown },
    });
    expect(problems).toMatchObject([
      { code: 'internal-error', order: id, cause: { message: 'The connection broke.' } },
    ]);
    expect(authorizationsAt(place)).toEqual([]);
  });

  it('an authorization is a problem of the call, and not sent, when the store fails before the write', async () => {
    const { place, response, record } = await failing('before');
    expect([response.status, await codeOf(response)]).toEqual([500, 'internal-error']);
    expect(record).toMatchObject({ state: 'open', attempts: [] });
    expect(authorizationsAt(place)).toEqual([]);
  });
});

describe('an authorization that could not be sent', () => {
  it('an attempt stays counted when its authorization could not be sent', async () => {
    const place = shop();
    const id = await place.order();
    place.intercept = (path, _text, pass) =>
      isXml(path) ? Promise.reject(Object.assign(new Error('refused'), { code: 'ECONNREFUSED' })) : pass();
    expect(await codeOf(pay(place, id))).toBe('gateway-unavailable');
    expect((await recordOf(place, id)).counts).toMatchObject({ attempts: 1, cards: 1 });
  });

  it('an authorization is not sent when the write to the store takes longer than its time limit', async () => {
    const clock = virtualClock();
    const inner = memoryOrderStore(undefined, clock.now);
    const store: OrderStore = {
      ...inner,
      async replace(record, revision) {
        const isStored = await inner.replace(record, revision);
        if (isSent(record)) clock.advance(6 * 60_000);
        return isStored;
      },
    };
    const place = shop({ store }, {}, { clock });
    const id = await place.order();
    expect(await codeOf(pay(place, id))).toBe('backend-unavailable');
    expect((await recordOf(place, id)).history.at(-1)).toMatchObject({
      event: 'authorization-not-sent',
      detail: { why: 'fault' },
    });
    expect(authorizationsAt(place)).toEqual([]);
  });
});

describe('an authorization that is answered with a system error', () => {
  it('stays in doubt when its query fails, and onProblem receives the answer', async () => {
    const problems: ProblemReport[] = [];
    const place = shop({ patience: 0, onProblem: (one) => problems.push(one) });
    const id = await place.order();
    place.intercept = (path, text, pass) => {
      if (!isXml(path)) return pass();
      return isQuery(text) ? Promise.reject(new Error('The connection broke.')) : shortAnswer('301', 'SYSTEM ERROR');
    };
    expect(await codeOf(pay(place, id))).toBe('authorization-unanswered');
    expect(problems.find(({ code }) => code === 'authorization-unanswered')).toMatchObject({
      cause: { result: '301', message: 'SYSTEM ERROR' },
    });
  });
});

it('an authorization that a person sets aside before its answer is reported as unanswered, never as failed', async () => {
  const place = shop({ patience: 0 });
  const id = await place.order();
  place.intercept = async (path, text, pass) => {
    if (!isXml(path)) return pass();
    place.clock.advance(6 * 60_000);
    await place.backend.orders.reopen(id, { by: 'Ada', reason: 'The shopper has called.' });
    return authorizationAnswer({ orderid: orderIdIn(text), result: '00' }, { signed: false });
  };
  expect(await json(await pay(place, id))).toMatchObject({
    outcome: { code: 'authorization-unanswered', status: 'in-doubt', order: { state: 'open' } },
  });
  expect((await recordOf(place, id)).state).toBe('open');
});

it('an authorization does not begin once the calls of a backend that closes have ended', async () => {
  const order = sampleRecord('A');
  const written = vi.fn();
  const update: OrderBook['update'] = (_id, change) => {
    written(change(order, new Date(order.createdAt)));
    return Promise.resolve({ changed: false, record: order, revision: 1, at: new Date(0), knownAt: 0 });
  };
  const context = { book: { update }, ended: AbortSignal.abort(), randomBytes } as unknown as Ports;
  const price = { amount: '1999', currency: 'EUR' };
  const input = { order, card: card(CARDS.success), scheme: 'VISA', price, call: CALL_WITHOUT_KEY } as const;
  expect(await authorize(context, input)).toMatchObject({
    outcome: { status: 'failed', code: 'backend-unavailable', order: { state: 'open' } },
  });
  expect(written.mock.calls).toEqual([[undefined]]);
});
