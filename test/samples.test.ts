import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import pg from 'pg';
import ts from 'typescript';
import { describe, expect, it, vi } from 'vitest';
import { withSnippets } from '../scripts/snippets.mjs';
import { createGateway, type GatewayOptions, type MerchantHandler } from '../src/server.js';
import { addToFastify, nodeServer, type FastifyScope } from './samples/listeners.js';
import * as options from './samples/options.js';
import * as orders from './samples/orders.js';
import { withFaults } from './samples/sandbox.js';
import * as stores from './samples/stores.js';
import { GATEWAY, pay, shop, type Shop } from './server/scripted-gateway.js';
import { creditAnswer, endPayment, redirectShop, sentAway } from './server/signed-messages.js';
import { memoryOrderStore } from './server/store/memory-order-store.js';
import { STRICT_SETTINGS } from './strict-settings.js';

const ROOT = process.cwd();
const PAGES = ['README.md', ...readdirSync('docs').flatMap((name) => (name.endsWith('.md') ? [`docs/${name}`] : []))];

const SAMPLES = [
  ...['orders', 'options', 'stores', 'order-store', 'listeners'].map((name) => `test/samples/${name}.ts`),
  ...['server', 'isolated-server', 'sidecar'].map((name) => `test/samples/${name}.mjs`),
  ...['package-fixtures', 'own-shop', 'own-shop-faults'].map((name) => `e2e/${name}.spec.ts`),
];
const WRONG = 'test/wrong-sample.ts';
const WRONG_TEXT = `import { createGateway } from 'scudo-checkout/server';\ncreateGateway({ baseUrl: 'https://a', merchantId: 'a', secrets: 'a' });\n`;

/** All samples in one program, which reads the library once. */
function programOfSamples(): ts.Program {
  const path = join(ROOT, WRONG);
  // The servers of the documents are JavaScript, and pass the same checks.
  const settings = { ...STRICT_SETTINGS, allowJs: true, checkJs: true };
  const host = ts.createCompilerHost(settings);
  const { getSourceFile, fileExists, readFile } = host;
  host.fileExists = (name) => name === path || fileExists(name);
  host.readFile = (name) => (name === path ? WRONG_TEXT : readFile(name));
  host.getSourceFile = (name, language, ...rest) =>
    name === path ? ts.createSourceFile(name, WRONG_TEXT, language) : getSourceFile(name, language, ...rest);
  return ts.createProgram(
    [...SAMPLES, WRONG].map((file) => join(ROOT, file)),
    settings,
    host,
  );
}

let program: ts.Program | undefined;

/** The compiler's messages about a sample. */
function messagesOf(file: string): string[] {
  program ??= programOfSamples();
  const source = program.getSourceFile(join(ROOT, file));
  return [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)].map(
    ({ messageText, start = 0 }) => {
      const line = source?.text.slice(0, start).split('\n').at(-1) ?? '';
      return `${line}… ${ts.flattenDiagnosticMessageText(messageText, '\n')}`;
    },
  );
}

describe('README.md and docs/', () => {
  it.each(PAGES)('%s has the snippets of the files that it names (npm run docs)', (page) => {
    const text = readFileSync(page, 'utf8');
    expect(withSnippets(text)).toBe(text);
  });

  it.each(PAGES)('%s names the file of each code block', (page) => {
    const blocks = readFileSync(page, 'utf8').matchAll(/^(.*)\n```(?:js|mjs|jsx|ts|tsx|html|css|ini)\n/gm);
    for (const [block, before = ''] of blocks) {
      const file = /^<!-- ([\w./-]+)(?:#[\w-]+)? -->$/.exec(before)?.[1];
      expect(file !== undefined && existsSync(file), block).toBe(true);
    }
  });
});

describe('the samples', () => {
  it.each(SAMPLES)('%s compiles in strict TypeScript', (file) => {
    expect(messagesOf(file)).toEqual([]);
  });

  it('a sample with a wrong option does not compile', () => {
    expect(messagesOf(WRONG).join()).toContain('secrets');
  });
});

const STORED_CARD = {
  number: '4222000006285344',
  expiryMonth: '12',
  expiryYear: '28',
  fullName: 'Ada Lovelace',
} as const;

/** An order whose authorization was sent and has no answer. */
async function inDoubt(): Promise<{ readonly scudo: MerchantHandler; readonly id: string }> {
  const place = shop();
  const id = await place.order();
  place.intercept = (_path, text, pass) =>
    text.includes('type="auth"') ? Promise.reject(new TypeError('no answer')) : pass();
  await pay(place, id);
  return { scudo: place.backend, id };
}

/** An order that a redirect payment has paid. */
async function paidByRedirect(): Promise<{ readonly place: Shop; readonly id: string; readonly orderid: string }> {
  const place = redirectShop({}, { refundPassword: 'refund' });
  const inner = place.intercept;
  place.intercept = (path, text, pass, query) =>
    text.includes('type="payment-credit"') ? creditAnswer(text, { result: '00' }) : inner!(path, text, pass, query);
  const away = await sentAway(place);
  await endPayment(place, away, '00');
  return { place, ...away };
}

const stateOf = async (scudo: MerchantHandler, id: string) => (await scudo.orders.read(id))?.state;

describe('the samples of orders', () => {
  it('the samples of orders create orders', async () => {
    const log = vi.spyOn(console, 'log').mockReturnValue();
    const { backend } = shop();
    const id = await orders.createOrders(backend);
    expect(log).toHaveBeenCalledWith('open', null);
    expect((await backend.orders.read(id))?.reference).toBe('SO-4711');
    await orders.createOtherOrders(backend);
    expect((await backend.orders.list({})).orders).toHaveLength(4);
  });

  it('the samples of orders pay with a stored card', async () => {
    const log = vi.spyOn(console, 'log').mockReturnValue();
    const place = shop();
    await orders.payStored(place.backend, await place.order(), STORED_CARD);
    expect(log).toHaveBeenCalledWith('paid', 'authorized');
  });

  it('the samples of orders run reconcile and prune on timers', () => {
    vi.useFakeTimers();
    try {
      const reconcile = vi.fn(() => Promise.resolve());
      const prune = vi.fn(() => Promise.resolve());
      const scudo = { orders: { reconcile, prune } } as unknown as MerchantHandler;
      orders.reconcileOnTimer(scudo);
      orders.pruneDaily(scudo);
      vi.advanceTimersByTime(86_400_000);
      expect(reconcile).toHaveBeenCalledTimes(1 + 24 * 60);
      expect(prune).toHaveBeenCalledWith({ olderThan: 400 * 86_400_000 });
    } finally {
      vi.clearAllTimers();
      vi.useRealTimers();
    }
  });

  it('the samples of orders list, look up, settle and reopen', async () => {
    const log = vi.spyOn(console, 'log').mockReturnValue();
    const first = await inDoubt();
    vi.setSystemTime(Date.now() + 2 * 3_600_000);
    await orders.listUnresolved(first.scudo);
    expect(log).toHaveBeenCalledWith(first.id, 'in-doubt');
    expect(await orders.lookUp(first.scudo, first.id)).toBe('in-doubt');
    await orders.settleAsPaid(first.scudo, first.id);
    expect(await stateOf(first.scudo, first.id)).toBe('paid');
    const second = await inDoubt();
    await orders.settleAsFailed(second.scudo, second.id);
    expect(await stateOf(second.scudo, second.id)).toBe('failed');
    await orders.reopen(second.scudo, second.id);
    expect(await stateOf(second.scudo, second.id)).toBe('open');
  });

  it('the samples of orders refund a payment, and one of several', async () => {
    const { place, id } = await paidByRedirect();
    expect(await orders.refund(place.backend, id)).toMatchObject({ state: 'done' });
    const other = await paidByRedirect();
    await orders.refundSecondPayment(other.place.backend, other.id, other.orderid);
    expect(await stateOf(other.place.backend, other.id)).toBe('refunded');
  });

  it('the samples of orders settle a refund without an answer', async () => {
    const { place, id } = await paidByRedirect();
    const inner = place.intercept;
    place.intercept = (path, text, pass, query) =>
      text.includes('type="payment-credit"')
        ? Promise.reject(new TypeError('no answer'))
        : inner!(path, text, pass, query);
    expect(await orders.refund(place.backend, id)).toMatchObject({ state: 'unresolved' });
    await orders.settleRefund(place.backend, id);
    expect(await stateOf(place.backend, id)).toBe('partly-refunded');
  });

  it('the samples of orders remove payer data', async () => {
    const store = memoryOrderStore();
    const place = shop({ store });
    const id = await place.order();
    await orders.removePayerData(store, id);
    expect((await place.backend.orders.read(id))?.payer).toEqual({});
  });

  it('the samples of orders read reports', async () => {
    vi.spyOn(console, 'log').mockReturnValue();
    const place = shop();
    const { records, total } = await orders.readReports(createGateway(gatewayOf(place)), await place.order());
    expect([records, total]).toEqual([[], 0]);
  });
});

const gatewayOf = ({ sandbox, clock }: Shop): GatewayOptions => ({
  baseUrl: GATEWAY,
  merchantId: 'scudo',
  accountId: 'internet',
  secret: 'secret',
  now: clock.now,
  fetch: (input, init) => sandbox.fetch(new Request(input, init)),
});

describe('the samples of options', () => {
  function parts(): options.ShopParts & { readonly rows: string[] } {
    const rows: string[] = [];
    return {
      rows,
      publicUrl: 'https://shop.example/scudo',
      gateway: gatewayOf(shop()),
      store: { url: ':memory:' },
      alertStaff: () => undefined,
      log: { warn: () => undefined },
      queue: { add: async (job, { id }) => void rows.push(JSON.stringify({ ...job, id })) },
      database: {
        transaction: (work) =>
          work({
            insert: async (table) => void rows.push(table),
            insertIfAbsent: async (table) => rows.push(table) > 0,
          }),
      },
    };
  }

  it('the samples of options ship once the order is paid', async () => {
    const shopParts = parts();
    const scudo = options.withShipping(shopParts);
    const { id } = await scudo.orders.create({ amount: '1999', currency: 'EUR' });
    await scudo.orders.payStored(id, { card: STORED_CARD, requestType: 'RECURRING_TRANSACTION' });
    await scudo.idle();
    expect(shopParts.rows).toEqual(['handled_changes', 'shipments']);
  });

  it('the samples of options queue each change of an order with its reference', async () => {
    const shopParts = parts();
    const scudo = options.withQueue(shopParts);
    const { id } = await scudo.orders.create({ amount: '1999', currency: 'EUR', reference: 'SO-4711' });
    await scudo.orders.payStored(id, { card: STORED_CARD, requestType: 'RECURRING_TRANSACTION' });
    await scudo.idle();
    expect(shopParts.rows.map((row) => JSON.parse(row) as object)).toMatchObject([
      { order: id, reference: 'SO-4711', kind: 'state', from: 'open', to: 'in-doubt', sequence: 1 },
      { order: id, reference: 'SO-4711', kind: 'state', from: 'in-doubt', to: 'paid', sequence: 2 },
    ]);
  });

  it.each(['withLimits', 'withFingerprintKey', 'withProblemLog', 'withIsolatedFields', 'withFieldsScript'] as const)(
    '%s is a valid backend',
    async (name) => {
      const scudo = options[name](parts());
      expect(await scudo.orders.create({ amount: '1999', currency: 'EUR' })).toMatchObject({ state: 'open' });
    },
  );
});

it('the sandbox of docs/testing.md answers', async () => {
  const { status } = await withFaults().fetch(new Request('http://127.0.0.1:4174/messages'));
  expect(status).toBe(200);
});

describe('the samples of stores', () => {
  const backendOptions = { publicUrl: 'https://shop.example/scudo', gateway: gatewayOf(shop()) };

  it('the samples of stores create valid stores and backends', async () => {
    vi.stubEnv('DATABASE_URL', 'postgres://shop@127.0.0.1/shop');
    expect(stores.sqliteFile(backendOptions).fetch).toBeTypeOf('function');
    const { store } = stores.postgres(backendOptions);
    await store.close?.();
    const pool = new pg.Pool();
    await stores.ownPool(pool).close?.();
    await pool.end();
  });

  it('the samples of stores stop on SIGTERM', () => {
    vi.stubEnv('DATABASE_URL', 'postgres://shop@127.0.0.1/shop');
    const before = process.listeners('SIGTERM');
    vi.useFakeTimers();
    try {
      stores.stopCleanly(backendOptions, { close: () => undefined } as never);
      const [added] = process.listeners('SIGTERM').filter((listener) => !before.includes(listener));
      expect(added).toBeTypeOf('function');
      process.removeListener('SIGTERM', added!);
    } finally {
      vi.clearAllTimers();
      vi.useRealTimers();
    }
  });
});

describe('the samples of listeners', () => {
  it('the sample for node:http answers below the path of the handler, and leaves other paths to the shop', async () => {
    const { backend } = shop();
    const server = nodeServer(backend, (_request, response) => response.end('shop')).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    expect(await (await fetch(`${origin}/cart`)).text()).toBe('shop');
    expect((await fetch(`${origin}/scudo/frame`)).status).toBe(200);
    server.closeAllConnections();
    server.close();
  });

  it('the sample for Fastify takes the request from Fastify before its body is read', async () => {
    const calls: unknown[] = [];
    const scope: FastifyScope = {
      register: (plugin) => plugin(scope),
      removeAllContentTypeParsers: () => calls.push('no parsers'),
      addContentTypeParser: (type, parser) => parser(undefined, undefined, (error) => calls.push([type, error])),
      all: (path, handler) => {
        const parts = { raw: {} as never, hijack: () => calls.push('hijacked') };
        handler(parts, parts);
        calls.push(path);
      },
    };
    addToFastify(scope, { listener: () => calls.push('listener') } as unknown as MerchantHandler);
    expect(calls).toEqual(['no parsers', ['*', null], 'hijacked', 'listener', '/scudo/*']);
  });
});

// The sample gives the checks to node:test, as a merchant's test does. Here they are tests of this file.
vi.mock('node:test', () => ({ test: it }));

describe('the store of docs/scaling.md', async () => {
  await import('./samples/order-store.js');
});
