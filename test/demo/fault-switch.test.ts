import { heldRequest } from '../held-request.js';
import { describe, expect, test, vi } from 'vitest';
import { createFaultSwitch } from '../../demo/fault-switch.js';

const SHOP = 'http://localhost:4173';
const put = (faults: ReturnType<typeof createFaultSwitch>, fault: object | null) =>
  faults.routes.request('/fault', { method: 'PUT', body: JSON.stringify(fault) });
const answered = () => vi.fn(() => Promise.resolve(new Response('the answer')));

const CALLS = [
  ['page:order', 'GET', '/scudo/orders/A1'],
  ['page:order', 'GET', '/scudo/orders/A1?wait=25&state=pending'],
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
    await put(faults, { call, fault: 'the answer is HTTP 502' });
    for (const [other, itsMethod, itsPath] of CALLS)
      expect([itsPath, faults.waitsFor(itsMethod, itsPath)]).toEqual([itsPath, other === call]);
    expect(faults.waitsFor(method === 'GET' ? 'POST' : 'GET', path)).toBe(false);
    // The shop's own order, which the studio reads.
    expect(faults.waitsFor(method, path.replace(/^\/(scudo|pay)/, '/shop'))).toBe(false);
  });

  test.each([
    ['it does not arrive', 0, 499],
    ['its answer is lost', 1, 499],
    ['its answer cannot be read', 1, 200],
    ['the answer is HTTP 429', 0, 429],
    ['the answer is HTTP 502', 0, 502],
  ])('disturbs one call: %s', async (fault, processed, status) => {
    const faults = createFaultSwitch();
    await put(faults, { call: 'page:authentications', fault });
    const answer = answered();
    const page = new AbortController();
    const request = () =>
      heldRequest(`${SHOP}/scudo/orders/A1/authentications`, { method: 'POST', signal: page.signal });
    const disturbed = faults.disturb(request(), answer);
    const ended = vi.fn();
    void disturbed.then(ended);
    for (let turn = 0; turn < 20; turn++) await Promise.resolve();
    expect(ended.mock.calls.length).toBe(status === 499 ? 0 : 1);
    // The page gives up.
    page.abort();
    const first = await disturbed;
    expect([first.status, answer.mock.calls.length]).toEqual([status, processed]);
    expect(await first.text()).not.toContain('the answer');
    expect(await (await faults.disturb(request(), answer)).text()).toBe('the answer');
  });
});

test.each(['auth', 'status'] as const)('a fault of the sandbox disturbs one call: %s', async (kind) => {
  const faults = createFaultSwitch();
  await put(faults, { call: kind, fault: 'it does not arrive' });
  expect(faults.choose({ kind: 'query', attempt: 1 })).toBeUndefined();
  expect(faults.choose({ kind, attempt: 1 })).toEqual({ type: 'not-received' });
  expect(faults.choose({ kind, attempt: 2 })).toBeUndefined();
});

test.each([{ call: 'auth' }, { call: 'auth', fault: 'rain' }, { call: 'toString', fault: 'it does not arrive' }])(
  'what is not in the lists is refused: %j',
  async (fault) => {
    const faults = createFaultSwitch();
    expect((await put(faults, fault)).status).toBe(400);
    expect(await (await faults.routes.request('/fault')).json()).not.toHaveProperty('switched');
  },
);

test.each([{}, null])('a fault is taken back: %j', async (nothing) => {
  const faults = createFaultSwitch();
  await put(faults, { call: 'page:order', fault: 'it does not arrive' });
  expect(await (await put(faults, nothing)).json()).not.toHaveProperty('switched');
  expect(faults.waitsFor('GET', '/scudo/orders/A1')).toBe(false);
});
