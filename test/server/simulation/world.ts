import { createHash } from 'node:crypto';
import {
  createMerchantBackend,
  type MerchantHandler,
  type MerchantBackendOptions,
  type NewOrder,
  type OrderChange,
  type OrderRecord,
  type OrderStore,
} from '../../../src/server.js';
import { codeOf } from '../code-of.js';
import { createSimulatedGateway, GATEWAY_URL, SECRET, type SimulatedGateway } from './simulated-gateway.js';
import { createVirtualTime, type VirtualTime } from './virtual-time.js';
import { shownRedirect } from '../shown-redirect.js';

/** One shop: processes over one store, connected to a simulated gateway, in virtual time. */
export interface World {
  readonly time: VirtualTime;
  readonly gateway: SimulatedGateway;
  /** Changes that `onOrderChanged` received, oldest first. */
  readonly changes: { readonly order: string; readonly change: OrderChange }[];
  /** Starts a process. `onStep` is called at each of its steps, and may kill it. */
  start(options?: Partial<MerchantBackendOptions>, onStep?: (step: Step) => void): Process;
  /** Stores a document as another version of the package would. */
  insert(document: object): void;
  /** Changes a stored document as another version of the package would. */
  rewrite(id: string, change: (record: OrderRecord) => OrderRecord): void;
  document(id: string): OrderRecord | undefined;
}

/** A step at which a process can be killed: before and after a write, and before and after a call of the gateway. */
export type Step = 'write' | 'written' | 'call' | 'called';

export interface Process {
  readonly backend: MerchantHandler;
  /** Stops the process: pending calls never resolve and writes are dropped. */
  kill(): void;
  /** A call of the page. */
  call(path: string, body?: unknown, key?: string): Promise<Response>;
  /** A return or status message. */
  deliver(way: 'return' | 'status', orderId: string, pairs: readonly (readonly [string, string])[]): Promise<Response>;
}

export const CARD = {
  number: '4222000006285344',
  expiry_month: '12',
  expiry_year: '28',
  security_code: '987',
  full_name: 'Ada Lovelace',
};

export const ORDER: NewOrder = {
  amount: '1999',
  currency: 'EUR',
  payer: { mobilePhone: { countryCode: '44', subscriberNumber: '2079460000' } },
  methods: [{ code: 'card' }, { code: 'testpay' }, { code: 'sofort' }],
  accountHolderName: 'Ada Lovelace',
  country: 'GB',
};

export const BROWSER = {
  color_depth: 'TWENTY_FOUR_BITS',
  java_enabled: 'false',
  javascript_enabled: 'true',
  language: 'en-GB',
  screen_height: '900',
  screen_width: '1440',
  challenge_window_size: 'FULL_SCREEN',
  timezone: '0',
  user_agent: 'Test/1.0',
};

export function createWorld({ listener = true } = {}): World {
  const time = createVirtualTime();
  const gateway = createSimulatedGateway(time);
  const orders: Documents = new Map();
  const store = memoryStore(orders, time);
  const changes: World['changes'] = [];
  let seed = 1;
  let uuids = 0;

  return {
    time,
    gateway,
    changes,
    insert: (document) =>
      void orders.set((document as OrderRecord).id, { record: document as OrderRecord, revision: 1 }),
    rewrite(id, change) {
      const found = orders.get(id);
      if (found) orders.set(id, { record: change(found.record), revision: found.revision + 1 });
    },
    document: (id) => orders.get(id)?.record,
    start(options = {}, onStep = () => undefined) {
      let isAlive = true;
      /** Pending calls of a stopped process never resolve. */
      const alive = <Value>(value: Promise<Value>): Promise<Value> =>
        isAlive
          ? value.then(
              (result) => (isAlive ? result : new Promise<Value>(() => undefined)),
              (error: unknown) => (isAlive ? Promise.reject(error as Error) : new Promise<Value>(() => undefined)),
            )
          : new Promise<Value>(() => undefined);
      const backend = createMerchantBackend({
        publicUrl: 'https://shop.example/scudo',
        ownOrderIds: true,
        onProblem: () => undefined,
        now: () => time.now(),
        store: {
          insert: (record) => alive(isAlive ? store.insert(record) : Promise.resolve(false)),
          read: (id) => alive(store.read(id)),
          replace(record, revision) {
            onStep('write');
            const replaced = alive(isAlive ? store.replace(record, revision) : Promise.resolve(false));
            onStep('written');
            return replaced;
          },
          list: (input) => alive(store.list(input)),
          countOrders: (filter) => alive(store.countOrders(filter)),
          due: (input) => alive(store.due(input)),
          now: () => alive(store.now()),
          count: (key, input) => alive(store.count(key, input)),
          prune: (input) => alive(isAlive ? store.prune(input) : Promise.resolve(0)),
        },
        after: (ms, callback) => time.after(ms, () => (isAlive ? callback() : undefined)),
        randomUuid: () => `00000000-0000-4000-9000-${String(++uuids).padStart(12, '0')}`,
        randomBytes: (length) => Uint8Array.from({ length }, () => (seed = (seed * 48_271) % 2_147_483_647) % 256),
        ...(listener ? { onOrderChanged: (order, change) => void changes.push({ order: order.id, change }) } : {}),
        gateway: {
          baseUrl: GATEWAY_URL,
          merchantId: 'scudo',
          accountId: 'internet',
          secret: SECRET,
          refundPassword: 'refund',
          now: () => time.now(),
          after: (ms, callback) => time.after(ms, () => (isAlive ? callback() : undefined)),
          digest: (text, algorithm) => Promise.resolve(createHash(algorithm).update(text).digest('hex')),
          async fetch(input, init) {
            onStep('call');
            if (!isAlive) return new Promise(() => undefined);
            const response = await alive(gateway.fetch(input, init));
            onStep('called');
            return alive(Promise.resolve(response));
          },
        },
        ...options,
      });
      return {
        backend,
        kill: () => (isAlive = false),
        call: (path, body, key) => backend.fetch(requestOf(path, body, key), { ip: '203.0.113.7' }),
        deliver: (way, orderId, pairs) =>
          backend.fetch(
            new Request(`https://shop.example/scudo/${way}/${orderId}`, {
              method: 'POST',
              headers: { 'content-type': 'application/x-www-form-urlencoded' },
              body: new URLSearchParams(pairs.map(([name, value]) => [name, value])).toString(),
            }),
          ),
      };
    },
  };
}

function requestOf(path: string, body: unknown, key = ''): Request {
  const address = `https://shop.example/scudo/${path}`;
  if (body === undefined) return new Request(address);
  const headers = { 'content-type': 'application/json', ...(key ? { 'idempotency-key': key } : {}) };
  return new Request(address, { method: 'POST', headers, body: JSON.stringify(body) });
}

let keys = 0;
export const newKey = () => `simulated-${++keys}`;

/** Makes the version check of a page that shows the order as it is. */
async function checked({ backend, call }: Process, id: string): Promise<Response> {
  return call(`orders/${id}/protocol-versions`, { number: CARD.number, ...(await shownRedirect(backend, id)) });
}

/** Pays by card as the page does: version check, then authentication and authorization. Returns the answer's code. */
export async function payByCard(process: Process, id: string, key = newKey()): Promise<string> {
  const check = await checked(process, id);
  const { server_trans_id, code } = (await check.json()) as { server_trans_id?: string; code?: string };
  if (server_trans_id === undefined) return code ?? 'no-transaction';
  const body = { server_trans_id, card: CARD, browser_data: BROWSER, method_url_completion: 'UNAVAILABLE' };
  return codeOf(await process.call(`orders/${id}/authentications`, body, key));
}

/** The body of an authentication, after its version check. */
export async function preparedPayment(process: Process, id: string): Promise<object> {
  const check = await checked(process, id);
  const { server_trans_id } = (await check.json()) as { server_trans_id?: string };
  return { server_trans_id, card: CARD, browser_data: BROWSER, method_url_completion: 'UNAVAILABLE' };
}

/** Starts a redirect payment. Returns the answer's code, or `redirect`. */
export async function startRedirect(process: Process, id: string, method = 'testpay', key = newKey()): Promise<string> {
  const body = { method, ...(await shownRedirect(process.backend, id)) };
  return codeOf(await process.call(`orders/${id}/redirects`, body, key));
}

/** The gateway order ids of an order's payments, oldest first. */
export async function paymentsOf(process: Process, id: string): Promise<string[]> {
  const { attempts } = await stored(process, id);
  return attempts.filter(({ kind }) => kind !== 'refund').map(({ gatewayOrderId }) => gatewayOrderId);
}

export async function stored(process: Process, id: string): Promise<OrderRecord> {
  const record = await process.backend.orders.read(id);
  if (!record) throw new Error(`no order ${id}`);
  return record;
}

type Documents = Map<string, { readonly record: OrderRecord; readonly revision: number }>;

function memoryStore(orders: Documents, time: VirtualTime): OrderStore {
  const copy = <Value>(value: Value): Value => structuredClone(value);
  const counters = new Map<string, { value: number; endsAt: Date }>();
  return {
    insert(record) {
      if (orders.has(record.id)) return Promise.resolve(false);
      orders.set(record.id, { record: copy(record), revision: 1 });
      return Promise.resolve(true);
    },
    read(id) {
      const found = orders.get(id);
      return Promise.resolve(found && { ...copy(found), at: time.now() });
    },
    replace(record, revision) {
      if (orders.get(record.id)?.revision !== revision) return Promise.resolve(false);
      orders.set(record.id, { record: copy(record), revision: revision + 1 });
      return Promise.resolve(true);
    },
    list: ({ limit }) => Promise.resolve([...orders.values()].slice(0, limit).map(({ record }) => copy(record))),
    countOrders: () => Promise.resolve(orders.size),
    due({ by, at, limit }) {
      const due = [...orders.values()]
        .filter(({ record: { [by]: time } }) => time !== undefined && time <= at)
        .sort((one, other) => (one.record[by] ?? '').localeCompare(other.record[by] ?? ''));
      return Promise.resolve(due.slice(0, limit).map(({ record }) => record.id));
    },
    now: () => Promise.resolve(time.now()),
    count(key, { ms, add = 1 }) {
      const at = time.now();
      const running = counters.get(key);
      const begun = running && running.endsAt > at ? running : { value: 0, endsAt: new Date(at.getTime() + ms) };
      const next = { ...begun, value: Math.max(0, begun.value + add) };
      if (add !== 0) counters.set(key, next);
      return Promise.resolve(next);
    },
    prune({ updatedBefore, states, limit }) {
      const deleted = [...orders.values()]
        .map(({ record }) => record)
        .filter(({ dueAt, checkAt }) => dueAt === undefined && checkAt === undefined)
        .filter(({ updatedAt, state }) => updatedAt < updatedBefore && states.includes(state))
        .slice(0, limit);
      for (const { id } of deleted) orders.delete(id);
      return Promise.resolve(deleted.length);
    },
  };
}
