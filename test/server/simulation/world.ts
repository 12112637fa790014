import { createHash } from 'node:crypto';
import {
  createMerchantBackend,
  type MerchantHandler,
  type MerchantBackendOptions,
  type NewOrder,
  type OrderChange,
  type OrderRecord,
  type OrderStore,
  type VersionedRecord,
} from '../../../src/server.js';
import { aroundCalls, memoryOrderStore } from '../adapters/store/memory-order-store.js';
import { codeOf } from '../code-of.js';
import { BROWSER, card, CARDS } from '../scripted-gateway.js';
import { createSimulatedGateway, GATEWAY_URL, SECRET, type SimulatedGateway } from './simulated-gateway.js';
import { createVirtualTime, type VirtualTime } from './virtual-time.js';
import { shownRedirect } from '../shown-redirect.js';

/** One shop: processes over one store, connected to a simulated gateway, in virtual time. */
export interface World {
  readonly time: VirtualTime;
  readonly gateway: SimulatedGateway;
  /** Changes that `onOrderChanged` received, oldest first. */
  readonly changes: { readonly order: string; readonly change: OrderChange }[];
  start(options?: Partial<MerchantBackendOptions>): Process;
  /** Changes a stored document as another version of the package would. */
  rewrite(id: string, change: (record: OrderRecord) => OrderRecord): void;
  document(id: string): OrderRecord | undefined;
  readonly store: OrderStore;
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

export const CARD = card(CARDS.success);

export const ORDER: NewOrder = {
  amount: '1999',
  currency: 'EUR',
  payer: { mobilePhone: { countryCode: '44', subscriberNumber: '2079460000' } },
  methods: [{ code: 'card' }, { code: 'testpay' }, { code: 'sofort' }],
  accountHolderName: 'Ada Lovelace',
  country: 'GB',
};

const NEVER = new Promise<never>(() => undefined);

export function createWorld({ listener = true } = {}): World {
  const time = createVirtualTime();
  const gateway = createSimulatedGateway(time);
  const orders = new Map<string, VersionedRecord>();
  const store = memoryOrderStore(undefined, time.now, orders);
  const changes: World['changes'] = [];
  let seed = 1;
  let uuids = 0;

  return {
    time,
    gateway,
    changes,
    store,
    rewrite(id, change) {
      const found = orders.get(id);
      if (found) orders.set(id, { record: change(found.record), revision: found.revision + 1 });
    },
    document: (id) => orders.get(id)?.record,
    start(options = {}) {
      let isAlive = true;
      /** A stopped process begins no work, and its pending work never resolves. */
      const alive = async <Value>(work: () => Promise<Value>): Promise<Value> => {
        try {
          return await (isAlive ? work() : NEVER);
        } finally {
          if (!isAlive) await NEVER;
        }
      };
      const backend = createMerchantBackend({
        publicUrl: 'https://shop.example/scudo',
        ownOrderIds: true,
        onProblem: () => undefined,
        now: () => time.now(),
        store: aroundCalls(store, (_name, work) => alive(work)),
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
          fetch: (input, init) => alive(() => gateway.fetch(input, init)),
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
