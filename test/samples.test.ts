import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { isDeepStrictEqual } from 'node:util';
import ts from 'typescript';
import { describe, expect, it, vi } from 'vitest';
import { withSnippets } from '../scripts/snippets.mjs';
import {
  createGateway,
  type GatewayOptions,
  type MerchantHandler,
  type OrderRecord,
  type OrderStore,
} from '../src/server.js';
import { isForeignForm } from './samples/forms.js';
import { addToFastify, nodeServer, type FastifyScope } from './samples/listeners.js';
import * as options from './samples/options.js';
import * as orders from './samples/orders.js';
import { withFaults } from './samples/sandbox.js';
import * as stores from './samples/stores.js';
import { afterBatch, cardShop, intercept, lost, never } from './server/use-cases/operations/card-shop.js';
import { GATEWAY, pay, shop, type Shop } from './server/scripted-gateway.js';
import { creditAnswer, endPayment, redirectShop, refusalOf, sentAway } from './server/signed-messages.js';
import { sampleRecord } from '../src/server/adapters/store/conformance/sample-record.js';
import { memoryOrderStore } from './server/adapters/store/memory-order-store.js';
import { STRICT_SETTINGS } from './strict-settings.js';

const ROOT = process.cwd();
const PAGES = ['README.md', ...readdirSync('docs').flatMap((name) => (name.endsWith('.md') ? [`docs/${name}`] : []))];

const SAMPLES = [
  ...['orders', 'options', 'stores', 'order-store', 'listeners'].map((name) => `test/samples/${name}.ts`),
  'demo/examples/backends/hono/server.mjs',
  'test/samples/isolated-server.mjs',
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

const SERVERS = [
  'test/samples/isolated-server.mjs',
  ...readdirSync('demo/examples', { recursive: true, encoding: 'utf8' })
    .filter((name) => /(server\.mjs|main\.ts|package\.json)$/.test(name) && !name.includes('node_modules'))
    .map((name) => `demo/examples/${name}`),
];

it('servers of the samples listen on this machine only', () => {
  const calls = SERVERS.flatMap((file) =>
    Array.from(
      readFileSync(file, 'utf8').matchAll(/^.*(?:\blisten\((?!\))|\bserve\(|\bPORT=|next start)[\s\S]{0,60}/gm),
      ([call]) => ({
        file,
        isHere: call.includes('127.0.0.1'),
      }),
    ),
  );
  expect(calls.length).toBeGreaterThan(14);
  expect(calls.filter(({ isHere }) => !isHere)).toEqual([]);
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
    // A look-up changes the order.
    await first.scudo.orders.reconcile();
    await orders.listUnresolved(first.scudo);
    expect(log).toHaveBeenCalledWith(first.id, 'in-doubt');
    expect(await orders.lookUp(first.scudo, first.id)).toBe('in-doubt');
    await orders.settleAsPaid(first.scudo, first.id);
    expect(await stateOf(first.scudo, first.id)).toBe('paid');
    const second = await inDoubt();
    await orders.settleAsFailed(second.scudo, second.id);
    expect(await stateOf(second.scudo, second.id)).toBe('failed');
    await orders.reopen(second.scudo, second.id);
    expect(await orders.suspendOlder(second.scudo)).toBe(1);
    expect(await stateOf(second.scudo, second.id)).toBe('open');
  });

  it('the samples of orders change an order, end it, and create one that expires', async () => {
    const place = shop();
    const id = await place.order();
    await orders.updateOrder(place.backend, id);
    expect(await place.backend.orders.read(id)).toMatchObject({ amount: '2499', state: 'open' });
    await orders.cancelOrder(place.backend, id);
    expect(await stateOf(place.backend, id)).toBe('cancelled');
    await orders.createExpiring(place.backend);
    expect((await place.backend.orders.list({ states: ['open'] })).orders).toMatchObject([{ amount: '1999' }]);
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

  it('the samples of orders capture, cancel and refund card payments', async () => {
    const log = vi.spyOn(console, 'log').mockReturnValue();
    const reserved = await cardShop({ autosettle: 'multi' });
    await orders.captureOrder(reserved.backend, reserved.id);
    expect(log).toHaveBeenLastCalledWith('captured; 1499 is left');
    const unsettled = await cardShop();
    await orders.cancelPayment(unsettled.backend, unsettled.id);
    expect(log).toHaveBeenLastCalledWith('voided', 'done');
    const settled = await cardShop();
    afterBatch(settled);
    expect(await orders.refundCard(settled.backend, settled.id)).toEqual({ state: 'done', refundable: '1499' });
    await orders.settleElsewhere(settled.backend, settled.id);
    expect(await settled.backend.orders.shopView(settled.id)).toMatchObject({ refunded: '1200' });
    await orders.correctDecision(settled.backend, settled.id);
    expect(await settled.backend.orders.shopView(settled.id)).toMatchObject({ refunded: '500' });
  });

  it('the samples of orders settle a capture without an answer', async () => {
    const place = await cardShop({ autosettle: 'multi', pause: never });
    intercept(place, lost);
    await place.backend.orders.capture(place.id, { amount: '500', key: 'parcel-2' });
    await orders.settleCapture(place.backend, place.id);
    expect(await place.backend.orders.shopView(place.id)).toMatchObject({ captured: '500', capturable: '1499' });
  });

  it('the samples of orders name each difference of a day, and end with the exit code 1', async () => {
    const error = vi.spyOn(console, 'error').mockReturnValue();
    const difference = { order: 'A', attempt: 'A-1', kind: 'capture', shop: '1999 EUR', gateway: 'nothing' };
    const balance = () => Promise.resolve({ differences: [difference], unread: 0 });
    await orders.balanceYesterday({ orders: { balance } } as unknown as MerchantHandler);
    expect(error).toHaveBeenCalledWith('A A-1: capture: shop 1999 EUR, gateway nothing');
    expect(process.exitCode).toBe(1);
    process.exitCode = undefined;
  });

  it('the samples of orders find, export and erase orders', async () => {
    const { backend } = shop();
    const { id } = await backend.orders.create({ amount: '1999', currency: 'EUR', reference: 'SO-4711' });
    expect(await orders.find(backend)).toMatchObject([{ orders: [{ id }] }, { orders: [] }, { orders: [] }, 0]);
    const folder = mkdtempSync(join(tmpdir(), 'scudo-export-'));
    await orders.exportMonth(backend, join(folder, 'orders.csv'));
    expect(readFileSync(join(folder, 'orders.csv'), 'utf8')).toContain(id);
    rmSync(folder, { recursive: true });
    await orders.eraseOne(backend, id);
    expect(await stateOf(backend, id)).toBe('cancelled');
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
  function parts(): options.ShopParts & {
    readonly rows: string[];
    readonly tables: Readonly<Record<string, options.PaidRow[]>>;
  } {
    const rows: string[] = [];
    const tables: Record<string, options.PaidRow[]> = { shipments: [], returns: [] };
    const rowsOf = (table: string) => (tables[table] ??= []);
    return {
      rows,
      tables,
      publicUrl: 'https://shop.example/scudo',
      gateway: gatewayOf(shop()),
      store: { url: ':memory:' },
      alertStaff: () => undefined,
      log: { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined },
      queue: { add: async (job, { id }) => void rows.push(JSON.stringify({ ...job, id })) },
      database: {
        transaction: (work) =>
          work({
            find: async (table, key) => rowsOf(table).find(({ order }) => order === key.order),
            insert: async (table, row) => void rowsOf(table).push(row),
            async insertIfAbsent(table, row) {
              if (!rowsOf(table).some((one) => isDeepStrictEqual(one, row))) rowsOf(table).push(row);
            },
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
    const [attempt] = (await scudo.orders.read(id))!.attempts;
    expect(shopParts.tables).toEqual({
      shipments: [{ order: id, attempt: attempt?.gatewayOrderId }],
      returns: [],
    });
  });

  const STORED = { card: STORED_CARD, requestType: 'RECURRING_TRANSACTION' } as const;

  it('the samples of options pack a reserved order, and ship it once its one capture is done', async () => {
    const place = shop();
    const alerts: string[] = [];
    const shopParts = {
      ...parts(),
      store: memoryOrderStore(),
      gateway: gatewayOf(place),
      alertStaff: (_order: unknown, what: string) => void alerts.push(what),
    };
    const { scudo, captureParcel } = options.withReservation(shopParts);
    const [{ id }, { id: other }] = [
      await scudo.orders.create({ amount: '1999', currency: 'EUR' }),
      await scudo.orders.create({ amount: '1999', currency: 'EUR' }),
    ];
    for (const order of [id, other]) await scudo.orders.payStored(order, STORED);
    await scudo.idle();
    const attempt = (await scudo.orders.read(id))!.payment?.gatewayOrderId;
    expect(shopParts.tables['parcels']).toContainEqual({ order: id, attempt });
    expect(await captureParcel(id)).toBe(true);
    expect(await captureParcel(id)).toBe(true);
    expect(await scudo.orders.shopView(id)).toMatchObject({ state: 'paid', captured: '1999' });
    shopParts.gateway = {
      ...gatewayOf(place),
      async fetch(input, init) {
        const request = new Request(input, init);
        const text = await request.clone().text();
        return text.includes('type="settle"') ? refusalOf(text, '503', 'Not allowed') : place.sandbox.fetch(request);
      },
    };
    expect(await options.withReservation(shopParts).captureParcel(other)).toBe(false);
    expect(alerts).toEqual([expect.stringMatching(/^Do not ship: /)]);
  });

  const RESTORED_AT = () => new Date('2026-11-20T13:00:00Z');

  /** A store that has the orders of a backup, and whose clock is an hour later. */
  async function restored(backup: OrderRecord): Promise<OrderStore> {
    const store = memoryOrderStore(undefined, RESTORED_AT);
    await store.insert(backup);
    return store;
  }

  it('the samples of options ship once, and send no second authorization, after a restored backup of an order in doubt', async () => {
    const inner = memoryOrderStore();
    let backup: OrderRecord | undefined;
    const store: OrderStore = {
      ...inner,
      replace(record, revision) {
        if (record.state === 'in-doubt') backup ??= structuredClone(record);
        return inner.replace(record, revision);
      },
    };
    const place = shop();
    const shopParts = { ...parts(), gateway: gatewayOf(place), store };
    const before = options.withShipping(shopParts);
    const { id } = await before.orders.create({ amount: '1999', currency: 'EUR' });
    await before.orders.payStored(id, STORED);
    await before.idle();

    const after = options.withShipping({ ...shopParts, store: await restored(backup!) });
    await after.orders.reconcile({ olderThan: 0 });
    expect(await after.orders.suspend({ createdBefore: RESTORED_AT() })).toEqual({ suspended: 0 });
    await after.orders.reconcile({ olderThan: 0 });
    await after.idle();
    const { state, attempts } = (await after.orders.read(id))!;
    expect([state, attempts.length]).toEqual(['paid', 1]);
    expect(shopParts.tables).toEqual({
      shipments: [{ order: id, attempt: attempts[0]?.gatewayOrderId }],
      returns: [],
    });
  });

  it.each(['opened by a person after the procedure', 'opened at once, without the procedure'])(
    'the samples of options return the second payment of a restored backup that is %s',
    async (how) => {
      const store = memoryOrderStore();
      const shopParts = { ...parts(), store };
      const before = options.withShipping(shopParts);
      const { id } = await before.orders.create({ amount: '1999', currency: 'EUR' });
      const backup = (await store.read(id))!.record;
      await before.orders.payStored(id, STORED);
      await before.idle();

      const after = options.withShipping({ ...shopParts, store: await restored(backup) });
      await after.orders.reconcile({ olderThan: 0 });
      if (how.includes('person')) {
        expect(await after.orders.suspend({ createdBefore: RESTORED_AT() })).toEqual({ suspended: 1 });
        await expect(after.orders.payStored(id, STORED)).rejects.toMatchObject({ code: 'order-not-open' });
        expect((await after.orders.read(id))!.attempts).toEqual([]);
        await after.orders.reopen(id, { by: 'Ada', reason: 'Seen in the back office' });
      }
      expect(await after.orders.payStored(id, STORED)).toMatchObject({ status: 'paid' });
      await after.idle();
      const { payment } = (await after.orders.read(id))!;
      expect(shopParts.tables['shipments']).toHaveLength(1);
      expect(shopParts.tables['returns']).toEqual([{ order: id, attempt: payment?.gatewayOrderId }]);
    },
  );

  it('the samples of options pack one parcel, and return the second reservation of a restored backup', async () => {
    const store = memoryOrderStore();
    const shopParts = { ...parts(), store };
    const { scudo: before } = options.withReservation(shopParts);
    const { id } = await before.orders.create({ amount: '1999', currency: 'EUR' });
    const backup = (await store.read(id))!.record;
    await before.orders.payStored(id, STORED);
    await before.idle();

    const { scudo: after } = options.withReservation({ ...shopParts, store: await restored(backup) });
    expect(await after.orders.payStored(id, STORED)).toMatchObject({ code: 'reserved' });
    await after.idle();
    const { payment } = (await after.orders.read(id))!;
    expect(shopParts.tables['parcels']).toHaveLength(1);
    expect(shopParts.tables['returns']).toEqual([{ order: id, attempt: payment?.gatewayOrderId }]);
  });

  it('the samples of options ship an order whose message alone decided once the report has confirmed it', async () => {
    const at = '2026-11-20T12:00:00.000Z';
    const payment = { attempt: 'A-1', at };
    const change = { ...payment, kind: 'state', event: 'REDIRECT_SUCCEEDED', from: 'pending', to: 'paid' } as const;
    const record = sampleRecord('A', {
      state: 'paid',
      notifies: true,
      deliverAt: at,
      flags: [{ ...payment, kind: 'unconfirmed' }],
      changes: [
        { ...change, id: 'one', sequence: 1 },
        { ...payment, id: 'two', sequence: 2, kind: 'flag', flag: 'unconfirmed' },
      ],
      changeCount: 2,
    });
    const store = memoryOrderStore(undefined, RESTORED_AT);
    await store.insert(record);
    const shopParts = { ...parts(), store };
    const scudo = options.withShipping(shopParts);
    expect(await scudo.orders.reconcile()).toMatchObject({ delivered: 2, failed: 0 });
    expect(shopParts.tables).toEqual({ shipments: [], returns: [] });

    const { record: held, revision } = (await store.read('A'))!;
    const confirmed = { ...payment, id: 'three', sequence: 3, kind: 'confirmed' } as const;
    await store.replace({ ...held, deliverAt: at, flags: [], changes: [confirmed], changeCount: 3 }, revision);
    expect(await scudo.orders.reconcile()).toMatchObject({ delivered: 1, failed: 0 });
    expect(shopParts.tables).toEqual({ shipments: [{ order: 'A', attempt: 'A-1' }], returns: [] });
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

  it('the sample of own rules refuses a payment without a captcha for good', async () => {
    const scudo = options.withOwnRules(parts(), async () => false);
    const { id } = await scudo.orders.create({ amount: '1999', currency: 'EUR', methods: [{ code: 'testpay' }] });
    const answer = await scudo.fetch(
      new Request(`https://shop.example/scudo/orders/${id}/redirects`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'idempotency-key': 'key-00000001' },
        body: JSON.stringify({ method: 'testpay', country: 'GB', account_holder_name: 'Ada Lovelace' }),
      }),
    );
    expect(await answer.json()).toMatchObject({ outcome: { code: 'backend-refused', retryable: false } });
  });

  it('the sample of a switch hides a method while it is down, and shows it again', async () => {
    const down = ['testpay'];
    const scudo = options.withSwitch(parts(), down);
    const methods = [{ code: 'card' }, { code: 'testpay' }];
    const { id } = await scudo.orders.create({ amount: '1999', currency: 'EUR', methods });
    const offered = async () => {
      const answer = await scudo.fetch(new Request(`https://shop.example/scudo/orders/${id}`));
      return ((await answer.json()) as { methods: { code: string }[] }).methods.map(({ code }) => code);
    };
    expect(await offered()).toEqual(['card']);
    down.pop();
    expect(await offered()).toEqual(['card', 'testpay']);
  });

  it.each([
    'withLimits',
    'withSharedAddress',
    'withAttempts',
    'withFingerprintKey',
    'withProblemLog',
    'withEventLog',
    'withIsolatedFields',
    'withFieldsScript',
  ] as const)('%s is a valid backend', async (name) => {
    const scudo = options[name](parts());
    expect(await scudo.orders.create({ amount: '1999', currency: 'EUR' })).toMatchObject({ state: 'open' });
  });
});

it.each([
  ['POST', '/account', 'https://evil.example', true],
  ['POST', '/account', null, true],
  ['POST', '/account', 'https://shop.example', false],
  ['GET', '/account', 'https://evil.example', false],
  // The bank's page.
  ['POST', '/scudo/notifications/challenge/A1', 'https://acs.example', false],
])('the sample for frameworks without a check of forms: %s %s from %s', (method, path, origin, isForeign) => {
  const headers = origin === null ? {} : { origin };
  expect(isForeignForm(new Request(`https://shop.example${path}`, { method, headers }))).toBe(isForeign);
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
