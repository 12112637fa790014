import { expect, it } from 'vitest';
import type { BackendEvent } from '../../../../src/server.js';
import { observedGateway } from '../../../../src/server/adapters/log/observed-gateway.js';
import { createGateway, type Gateway } from '../../../../src/server/gateway/gateway.js';
import { CARDS, shop } from '../../scripted-gateway.js';

it('an observed gateway has every member of a gateway that is a class, inherited ones included', async () => {
  const gateway = createGateway({
    baseUrl: 'https://gateway.example',
    merchantId: 'shop',
    secret: 'a-secret-of-24-characters',
  });
  const observed = observedGateway(Object.create(gateway) as Gateway, () => undefined, { now: () => new Date(0) });
  expect(Object.keys(observed).sort()).toEqual(Object.keys(gateway).sort());
  expect(observed.timeout).toBe(gateway.timeout);
  expect(await observed.deriveKey('label')).toEqual(await gateway.deriveKey('label'));
});

it('a version check that its client ends is no failure of the gateway, and no fault of the backend', async () => {
  const events: BackendEvent[] = [];
  const place = shop({ onEvent: (event) => events.push(event) });
  const id = await place.order();
  const leaving = new AbortController();
  place.intercept = () => {
    leaving.abort();
    return new Promise<Response>(() => undefined);
  };
  const answer = await place.backend.fetch(
    new Request(`https://shop.example/scudo/orders/${id}/protocol-versions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ number: CARDS.success }),
      signal: leaving.signal,
    }),
  );
  expect(answer.status).toBe(499);
  expect(events.filter((event) => 'failed' in event)).toEqual([]);
  expect(events.map(({ kind, code }) => [kind, code])).toEqual(
    expect.arrayContaining([
      ['gateway', 'client-left'],
      ['request', 499],
    ]),
  );
});
