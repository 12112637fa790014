import { createHash, createHmac } from 'node:crypto';
import {
  createMerchantBackend,
  type MerchantHandler,
  type MerchantBackendOptions,
  type NewOrder,
  type OrderChange,
  type OrderRecord,
  type OrderStore,
} from '../../../src/server.js';
import { createSimulatedGateway, GATEWAY_URL, SECRET, type SimulatedGateway } from './simulated-gateway.js';
import { createVirtualTime, type VirtualTime } from './virtual-time.js';

/** One shop: processes over one store, connected to a simulated gateway, in virtual time. */
export interface World {
  readonly time: VirtualTime;
  readonly gateway: SimulatedGateway;
  /** Changes that `onOrderChanged` received, oldest first. */
  readonly changes: { readonly order: string; readonly change: OrderChange }[];
  /** Starts a process. */
  start(options?: Partial<MerchantBackendOptions>): Process;
  /** Stores a document as another version of the package would. */
  insert(document: object): void;
  /** Changes a stored document as another version of the package would. */
  rewrite(id: string, change: (record: OrderRecord) => OrderRecord): void;
  document(id: string): OrderRecord | undefined;
}

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

const BROWSER = {
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
    start(options = {}) {
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
        store: {
          insert: (record) => alive(isAlive ? store.insert(record) : Promise.resolve(false)),
          read: (id) => alive(store.read(id)),
          replace: (record, revision) => alive(isAlive ? store.replace(record, revision) : Promise.resolve(false)),
          list: (input) => alive(store.list(input)),
          due: (input) => alive(store.due(input)),
          now: () => alive(store.now()),
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
          fingerprint: (text, secret) => createHmac('sha256', secret).update(text).digest('hex'),
          fetch: (input, init) => (isAlive ? alive(gateway.fetch(input, init)) : new Promise(() => undefined)),
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

/** Pays by card as the page does: version check, then authentication and authorization. Returns the answer's code. */
export async function payByCard(process: Process, id: string, key = newKey()): Promise<string> {
  const check = await process.call(`orders/${id}/protocol-versions`, { number: CARD.number });
  const { server_trans_id, code } = (await check.json()) as { server_trans_id?: string; code?: string };
  if (server_trans_id === undefined) return code ?? 'no-transaction';
  const body = { server_trans_id, card: CARD, browser_data: BROWSER, method_url_completion: 'UNAVAILABLE' };
  return codeOf(await process.call(`orders/${id}/authentications`, body, key));
}

/** Starts a redirect payment. Returns the answer's code, or `redirect`. */
export async function startRedirect(process: Process, id: string, method = 'testpay', key = newKey()): Promise<string> {
  return codeOf(await process.call(`orders/${id}/redirects`, { method }, key));
}

export async function codeOf(response: Response): Promise<string> {
  const body = (await response.json()) as { outcome?: { code: string }; code?: string; result?: string };
  return body.outcome?.code ?? body.code ?? body.result ?? '';
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
  return {
    insert(record) {
      if (orders.has(record.id)) return Promise.resolve(false);
      orders.set(record.id, { record: copy(record), revision: 1 });
      return Promise.resolve(true);
    },
    read: (id) => Promise.resolve(copy(orders.get(id))),
    replace(record, revision) {
      if (orders.get(record.id)?.revision !== revision) return Promise.resolve(false);
      orders.set(record.id, { record: copy(record), revision: revision + 1 });
      return Promise.resolve(true);
    },
    list: ({ limit }) => Promise.resolve([...orders.values()].slice(0, limit).map(({ record }) => copy(record))),
    due({ at, limit }) {
      const due = [...orders.values()]
        .filter(({ record }) => record.dueAt !== undefined && record.dueAt <= at)
        .sort((one, other) => (one.record.dueAt ?? '').localeCompare(other.record.dueAt ?? ''));
      return Promise.resolve(due.slice(0, limit).map(({ record }) => record.id));
    },
    now: () => Promise.resolve(time.now()),
  };
}
