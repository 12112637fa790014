import { heldRequest } from '../held-request.js';
import { describe, expect, test, vi } from 'vitest';
import { createFaultSwitch } from '../../demo/fault-switch.js';

const SHOP = 'http://localhost:4173';
const PAGE_FAULT = 'answer 500';
const put = (faults: ReturnType<typeof createFaultSwitch>, fault: object | null, order = 'A1') =>
  faults.routes.request(`/faults/${order}`, { method: 'PUT', body: JSON.stringify(fault) });
const read = async (faults: ReturnType<typeof createFaultSwitch>, order = 'A1') =>
  (await faults.routes.request(`/faults/${order}`)).json();
const answered = () =>
  vi.fn(() => Promise.resolve(new Response('the answer', { headers: { 'content-length': '10' } })));

const CALLS = [
  ['page:order', 'GET', '/scudo/orders/A1'],
  ['page:wait', 'GET', '/scudo/orders/A1?wait=25&state=pending'],
  ['page:protocol-versions', 'POST', '/scudo/orders/A1/protocol-versions'],
  ['page:authentications', 'POST', '/pay/orders/A1/authentications'],
  ['page:authorizations', 'POST', '/scudo/orders/A1/authorizations'],
  ['page:redirects', 'POST', '/scudo/orders/A1/redirects'],
  ['page:method', 'POST', '/scudo/notifications/method/A1'],
  ['page:challenge', 'POST', '/scudo/notifications/challenge/A1'],
] as const;

describe('a fault of a call of the page', () => {
  test.each(CALLS)('%s waits for %s %s, and for no other call', async (call, method, path) => {
    const faults = createFaultSwitch();
    await put(faults, { call, fault: PAGE_FAULT });
    for (const [other, itsMethod, itsPath] of CALLS)
      expect([itsPath, faults.waitsFor(itsMethod, itsPath)]).toEqual([itsPath, other === call]);
    expect(faults.waitsFor(method === 'GET' ? 'POST' : 'GET', path)).toBe(false);
    // The shop's own order, which the studio reads.
    expect(faults.waitsFor(method, path.replace(/^\/(scudo|pay)/, '/shop'))).toBe(false);
    // The payment of another visitor.
    expect(faults.waitsFor(method, path.replace('A1', 'A2'))).toBe(false);
  });

  test.each([
    ['connection refused', 0, 0],
    ['answer lost', 1, 0],
    ['no answer', 0, 499],
    ['answer after 20 s', 1, 200],
    ['answer cut off', 1, 200],
    ['delivered twice', 2, 200],
    ['another type of answer', 0, 200],
    ['another answer', 0, 200],
    ['answer 404', 0, 404],
    ['answer 429', 0, 429],
    ['answer 500', 0, 500],
    ['answer 502', 0, 502],
  ])('disturbs one call: %s', async (fault, processed, status) => {
    const faults = createFaultSwitch();
    await put(faults, { call: 'page:authentications', fault });
    const answer = answered();
    const page = new AbortController();
    const request = () =>
      heldRequest(`${SHOP}/scudo/orders/A1/authentications`, { method: 'POST', signal: page.signal, body: '{}' });
    const disturbed = faults.disturb(request(), answer);
    const ended = vi.fn();
    void disturbed.then(ended);
    const waits = fault === 'no answer' || fault === 'answer after 20 s';
    if (waits) {
      for (let turn = 0; turn < 20; turn++) await Promise.resolve();
      expect(ended).not.toHaveBeenCalled();
    } else await disturbed;
    // The page gives up.
    page.abort();
    const first = await disturbed;
    expect([first.status, answer.mock.calls.length]).toEqual([status, processed]);
    if (fault === 'answer cut off') expect(await first.text()).toBe('the a');
    expect(await (await faults.disturb(heldRequest(request().url, { method: 'POST' }), answer)).text()).toBe(
      'the answer',
    );
    expect(await read(faults)).toMatchObject({ disturbed: [{ call: 'page:authentications', fault }] });
  });

  test('a fault that lasts disturbs each call until it is taken back', async () => {
    const faults = createFaultSwitch();
    await put(faults, { call: 'page:order', fault: 'answer 502', lasting: true });
    const order = () => faults.disturb(new Request(`${SHOP}/scudo/orders/A1`), answered());
    expect([(await order()).status, (await order()).status]).toEqual([502, 502]);
    await put(faults, {});
    expect((await order()).status).toBe(200);
  });
});

test.each(['auth', 'status'] as const)('a fault of the sandbox disturbs one call of its order: %s', async (kind) => {
  const faults = createFaultSwitch();
  await put(faults, { call: kind, fault: 'answer lost' });
  expect(faults.choose({ kind: 'query', attempt: 1, orderId: 'A1' })).toBeUndefined();
  expect(faults.choose({ kind, attempt: 1 })).toBeUndefined();
  expect(faults.choose({ kind, attempt: 1, orderId: 'A2-0123456789' })).toBeUndefined();
  expect(faults.choose({ kind, attempt: 1, orderId: 'A10' })).toBeUndefined();
  // The gateway knows the order by the id of an attempt.
  expect(faults.choose({ kind, attempt: 1, orderId: 'A1-0123456789' })).toEqual({ type: 'no-answer' });
  expect(faults.choose({ kind, attempt: 2, orderId: 'A1-0123456789' })).toBeUndefined();
});

test('a fault of an order with a UUID meets the attempts, whose gateway order ids begin with its short form', async () => {
  const faults = createFaultSwitch();
  await put(faults, { call: 'auth', fault: 'answer lost' }, '00000000-0000-4000-8000-000000000001');
  expect(faults.choose({ kind: 'auth', attempt: 1, orderId: '00000000008008000000000002-0123456789' })).toBeUndefined();
  const met = faults.choose({ kind: 'auth', attempt: 1, orderId: '00000000008008000000000001-0123456789' });
  expect(met).toEqual({ type: 'no-answer' });
});

test('a look-up is disturbed after an authorization whose answer cannot be read', async () => {
  const faults = createFaultSwitch();
  await put(faults, { call: 'query', fault: 'wrong hash' });
  expect(faults.choose({ kind: 'auth', attempt: 1, orderId: 'A1' })).toEqual({ type: 'unreadable' });
  expect(faults.choose({ kind: 'auth', attempt: 2, orderId: 'A1' })).toBeUndefined();
  expect(faults.choose({ kind: 'query', attempt: 1, orderId: 'A1' })).toEqual({ type: 'wrong-hash' });
  expect(await read(faults)).toMatchObject({
    disturbed: [
      { call: 'auth', fault: 'unreadable answer' },
      { call: 'query', fault: 'wrong hash' },
    ],
  });
});

test.each([
  { call: 'auth' },
  { call: 'auth', fault: 'rain' },
  { call: 'authentications', fault: 'wrong hash' },
  { call: 'toString', fault: 'no answer' },
])('a fault that is not in the lists is refused: %j', async (fault) => {
  const faults = createFaultSwitch();
  expect((await put(faults, fault)).status).toBe(400);
  expect(await read(faults)).not.toHaveProperty('armed');
});

test.each([{}, null])('a fault is taken back: %j', async (nothing) => {
  const faults = createFaultSwitch();
  await put(faults, { call: 'page:order', fault: 'no answer' });
  expect(await (await put(faults, nothing)).json()).not.toHaveProperty('armed');
  expect(faults.waitsFor('GET', '/scudo/orders/A1')).toBe(false);
});

test('the oldest of a thousand orders is forgotten', async () => {
  const faults = createFaultSwitch();
  for (let order = 0; order <= 1000; order++)
    await put(faults, { call: 'page:order', fault: 'no answer' }, `A${order}`);
  expect(await read(faults, 'A0')).not.toHaveProperty('armed');
  expect(await read(faults, 'A1')).toHaveProperty('armed');
});
