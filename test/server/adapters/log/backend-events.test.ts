import { expect, it, vi } from 'vitest';
import type { BackendEvent } from '../../../../src/server.js';
import { createEmit } from '../../../../src/server/adapters/log/backend-events.js';
import { observedGateway } from '../../../../src/server/adapters/log/observed-gateway.js';
import {
  authorizationsAt,
  CARDS,
  json,
  newKey,
  pay,
  seededRandom,
  shop,
  virtualClock,
} from '../../scripted-gateway.js';

const TRACE = '0af7651916cd43dd8448eb211c80319c';

/** A shop and its events, without those of single calls. */
function listeningShop() {
  const events: BackendEvent[] = [];
  const onEvent = (event: BackendEvent) => event.level === 'debug' || events.push(event);
  return { place: shop({ onEvent, onProblem: () => undefined }), events };
}

it('onEvent receives the states and the result of a payment with the id of its request', async () => {
  const { place, events } = listeningShop();
  const id = await place.order();
  await pay(place, id);
  await place.settled();
  expect(events.map(({ kind, level, code }) => [kind, level, code])).toEqual([
    ['method', 'info', 'completed'],
    ['state', 'info', 'in-doubt'],
    ['state', 'info', 'paid'],
    ['payment', 'info', 'authorized'],
    ['attempt', 'info', 'authorized'],
  ]);
  expect(events[2]).toEqual({
    version: 1,
    at: expect.stringMatching(/^2026-11-20T.*Z$/) as string,
    kind: 'state',
    level: 'info',
    code: 'paid',
    from: 'in-doubt',
    order: id,
    correlation: expect.stringMatching(/^[\da-f]{32}$/) as string,
    request: expect.stringMatching(/^[\da-f]{16}$/) as string,
  });
  expect(events[3]).toMatchObject({ kind: 'payment', order: id, method: 'card', brand: 'visa', way: 'frictionless' });
  expect(new Set(events.map(({ correlation, request }) => `${correlation} ${request}`)).size).toBe(1);
});

it('onEvent receives problems with level, route and the trace id of the request, and no data of the client', async () => {
  const { place, events } = listeningShop();
  const id = await place.order();
  place.intercept = () => Promise.reject(new TypeError(`refused for ${CARDS.success}`));
  const headers = { traceparent: `00-${TRACE}-b7ad6b7169203331-01`, 'idempotency-key': newKey() };
  await place.call(`orders/${id}/protocol-versions`, { number: CARDS.success }, headers);
  await place.call('nothing', undefined, { traceparent: 'none' });
  await place.call('nothing', undefined, { traceparent: `00-${CARDS.success.repeat(2)}-${CARDS.success}-01` });
  const [unavailable, unknown] = events;
  expect(unavailable).toMatchObject({
    kind: 'problem',
    level: 'error',
    code: 'gateway-unavailable',
    order: id,
    route: 'POST /orders/:id/protocol-versions',
    correlation: TRACE,
    message: expect.stringContaining('GatewayError') as string,
  });
  expect(unknown).toMatchObject({ kind: 'problem', level: 'warn', code: 'not-found' });
  expect(unknown?.correlation).toMatch(/^[\da-f]{32}$/);
  expect(unknown?.correlation).not.toBe(TRACE);
  const text = JSON.stringify(events);
  for (const hidden of [CARDS.success, CARDS.success.slice(-4), '203.0.113.7']) expect(text).not.toContain(hidden);
});

it('onEvent receives a change by the shop itself without the id of a request', async () => {
  const { place, events } = listeningShop();
  const id = await place.order();
  await place.backend.orders.cancel(id, { key: 'cancel' });
  expect(events).toMatchObject([{ kind: 'state', code: 'cancelled', from: 'open', order: id }]);
  expect(events[0]).not.toHaveProperty('correlation');
});

it.each([
  [
    'throws',
    () => {
      throw new Error('no disk');
    },
  ],
  ['rejects', () => Promise.reject(new Error('no disk'))],
])('a payment ends as without onEvent when it %s, and the console has a line', async (_how, onEvent) => {
  const error = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const place = shop({ onEvent, onProblem: () => undefined });
  const id = await place.order();
  expect((await pay(place, id)).status).toBe(200);
  await place.settled();
  expect((await place.backend.orders.read(id))?.state).toBe('paid');
  expect(authorizationsAt(place)).toHaveLength(1);
  expect(error.mock.calls[0]?.[0]).toBe('scudo: onEvent failed: Error: no disk');
  error.mockRestore();
});

it('a payment ends as without onEvent when no id can be drawn for its events', async () => {
  const error = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const random = seededRandom();
  const randomBytes = (length: number) => {
    if (length === 8) throw new Error('no entropy');
    return random.bytes(length);
  };
  const place = shop({ onEvent: () => undefined, randomBytes });
  const id = await place.order();
  expect((await json(await pay(place, id))).outcome.code).toBe('authorized');
  await place.settled();
  expect((await place.backend.orders.read(id))?.state).toBe('paid');
  expect(authorizationsAt(place)).toHaveLength(1);
  expect(error.mock.calls[0]?.[0]).toBe('scudo: onEvent failed: Error: no entropy');
  error.mockRestore();
});

it('a call of the gateway ends as without onEvent when its event cannot be built', async () => {
  const onFailed = vi.fn();
  const now = virtualClock().now;
  const emit = createEmit({ onEvent: () => undefined, now, onFailed });
  const answer = {
    get result() {
      throw new Error('no result');
    },
  };
  const calls = { cardAuthorizations: { create: () => Promise.resolve(answer) } };
  const parts = ['authentications', 'cardOperations', 'paymentSets', 'paymentCredits', 'payments', 'refunds'];
  const gateway = { ...Object.fromEntries(parts.map((part) => [part, {}])), ...calls } as never;
  const observed = observedGateway(gateway, emit!, { now });
  expect(await observed.cardAuthorizations.create({} as never)).toBe(answer);
  expect(onFailed).toHaveBeenCalledExactlyOnceWith(new Error('no result'));
});
