import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type * as lateChecks from '../../../src/payment/backend-client/late-checks.js';
import type { fetchBackend as fetchBackendOf } from '../../../src/payment/backend-client/fetch-backend.js';

const ORDER = { id: 'A1', amount: '1999', currency: 'EUR', state: 'open', methods: [{ code: 'card' }], ask: [] };

// The files of a worker share their modules. Another file must not get one that has a mock.
const forget = () => {
  vi.doUnmock('../../../src/payment/backend-client/answer-checks.js');
  vi.doUnmock('../../../src/payment/backend-client/late-checks.js');
  vi.resetModules();
};
beforeEach(forget);
afterEach(forget);

it('the checks of answers are there once they are loaded, and not before', async () => {
  // Another address is another module, which has loaded nothing yet.
  const address = new URL('../../../src/payment/backend-client/late-checks.ts?unloaded', import.meta.url).href;
  const { loadedChecks, loadChecks } = (await import(/* @vite-ignore */ address)) as typeof lateChecks;
  expect(loadedChecks()).toBeUndefined();
  const checks = await loadChecks();
  expect(checks.checkAnswer('order', ORDER)).toEqual({ answer: ORDER });
  expect(loadedChecks()).toBe(checks);
});

it('fetchBackend sends its request before the checks are loaded, and returns no answer that they refuse', async () => {
  let arrive: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (arrive = resolve));
  vi.doMock('../../../src/payment/backend-client/answer-checks.js', async (original) => {
    await held;
    return original();
  });
  const { fetchBackend } = (await import('../../../src/payment/backend-client/fetch-backend.js')) as {
    readonly fetchBackend: typeof fetchBackendOf;
  };
  const bodies: object[] = [ORDER, { ...ORDER, amount: '19.99' }];
  const fetch = vi.fn<typeof globalThis.fetch>(() => Promise.resolve(Response.json(bodies.shift())));
  const backend = fetchBackend('https://shop.example/scudo', { fetch });
  const { signal } = new AbortController();
  const order = backend.readOrder('A1', { signal });
  await vi.waitFor(() => expect(fetch).toHaveBeenCalledOnce());
  arrive();
  expect(await order).toEqual(ORDER);
  await expect(backend.readOrder('A1', { signal })).rejects.toThrow('amount');
});

it('fetchBackend counts an answer as missing when the checks do not load', async () => {
  vi.doMock('../../../src/payment/backend-client/late-checks.js', () => ({
    loadedChecks: () => undefined,
    loadChecks: () => Promise.reject(new TypeError('Failed to fetch')),
  }));
  const { fetchBackend } = (await import('../../../src/payment/backend-client/fetch-backend.js')) as {
    readonly fetchBackend: typeof fetchBackendOf;
  };
  const backend = fetchBackend('https://shop.example/scudo', { fetch: () => Promise.resolve(Response.json(ORDER)) });
  const { signal } = new AbortController();
  await expect(backend.readOrder('A1', { signal })).rejects.toMatchObject({ fault: { kind: 'unanswered' } });
});
