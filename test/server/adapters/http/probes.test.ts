import { expect, it, vi } from 'vitest';
import { StoreBusyError, type OrderStore, type ProblemReport } from '../../../../src/server.js';
import { gate, manualTimers, shop, type Shop } from '../../scripted-gateway.js';
import { memoryOrderStore } from '../store/memory-order-store.js';

async function probe({ backend }: Pick<Shop, 'backend'>, path: 'live' | 'ready', method = 'GET') {
  // A prober has no address that a proxy has set, and calls the process by its own name.
  const response = await backend.fetch(new Request(`http://10.1.2.3:3000/scudo/${path}`, { method }));
  return { status: response.status, cache: response.headers.get('cache-control'), body: await response.text() };
}

const answer = (status: number, word: string) => ({ status, cache: 'no-store', body: `{"status":"${word}"}` });

it('GET live and GET ready answer 200 without a token and without a call of the gateway', async () => {
  const place = shop({ limits: { versionChecksPerClient: 1 } });
  for (let call = 0; call < 300; call++) expect(await probe(place, 'ready')).toEqual(answer(200, 'ready'));
  expect(await probe(place, 'live')).toEqual(answer(200, 'live'));
  expect(await probe(place, 'ready', 'HEAD')).toEqual({ ...answer(200, ''), body: '' });
  expect((await probe(place, 'live', 'POST')).status).toBe(405);
  expect(place.sent).toEqual([]);
});

it('GET ready answers 503 while the store fails and 200 afterwards, and reports the failure', async () => {
  const reports: ProblemReport[] = [];
  const calls: string[] = [];
  let fault: Error | undefined = new StoreBusyError('There is no connection to PostgreSQL: refused');
  const inner = memoryOrderStore((call) => Promise.resolve(calls.push(call)));
  const store: OrderStore = { ...inner, read: (id) => (fault ? Promise.reject(fault) : inner.read(id)) };
  const place = shop({ store, onProblem: (report) => void reports.push(report) });
  expect(await probe(place, 'ready')).toEqual(answer(503, 'store-not-readable'));
  expect(await probe(place, 'live')).toEqual(answer(200, 'live'));
  expect(reports).toMatchObject([{ code: 'store-busy', cause: fault }]);
  fault = undefined;
  expect(await probe(place, 'ready')).toEqual(answer(200, 'ready'));
  expect(calls).toEqual(['read']);
});

it('GET ready answers 503 when the store does not answer for 5 s, and probes at once share one read', async () => {
  const timers = manualTimers();
  const [reached, held] = [gate(), gate()];
  const inner = memoryOrderStore();
  const read = vi.fn((id: string) => {
    reached.open();
    return held.opened.then(() => inner.read(id));
  });
  const place = shop({ store: { ...inner, read }, after: timers.after, onProblem: () => undefined });
  const probes = Array.from({ length: 20 }, () => probe(place, 'ready'));
  await reached.opened;
  timers.elapse();
  expect(new Set((await Promise.all(probes)).map(({ status }) => status))).toEqual(new Set([503]));
  expect(read).toHaveBeenCalledOnce();
  held.open();
  expect(await probe(place, 'ready')).toEqual(answer(200, 'ready'));
});

it('GET ready answers 503 while the backend closes and afterwards, and GET live answers 200', async () => {
  const place = shop();
  const closed = place.backend.close();
  expect(await probe(place, 'ready')).toEqual(answer(503, 'closing'));
  await closed;
  expect(await probe(place, 'ready')).toEqual(answer(503, 'closing'));
  expect(await probe(place, 'live')).toEqual(answer(200, 'live'));
});
