import type { NewOrder, OrderStore } from '../../src/server.js';
import type { SimulatedGateway } from '../server/simulation/simulated-gateway.js';
import { BROWSER } from '../server/scripted-gateway.js';
import { CARD } from '../server/simulation/world.js';
import type { RaceProcesses } from './race-processes.js';
import type { Random } from './race-random.js';

export interface Pages {
  /** Creates an order, whatever processes die, and returns its id. */
  create(order: NewOrder): Promise<string>;
  /** Several payments of one order at the same moment. */
  rush(id: string): Promise<void>;
  /** A redirect payment that the shopper can make, while no card is being paid with: beside one it has to wait. */
  leave(id: string): Promise<void>;
  /** One action of a shopper, of the gateway's messages or of the shop. */
  act(id: string): Promise<void>;
  /** A call of the shop in a process. */
  ask(call: string, input: object, index?: number): Promise<Record<string, unknown>>;
  /** Orders whose page received the outcome authorized. */
  readonly authorized: readonly string[];
}

interface PagesOptions {
  readonly processes: RaceProcesses;
  readonly random: Random;
  readonly books: SimulatedGateway;
  readonly store: OrderStore;
}

/** A page repeats a call with the same key until one process has answered. */
const TRIES = 4;

const pauseBetweenTries = () => new Promise((resolve) => setTimeout(resolve, 50));

/** Answers after which a page repeats its call. */
const REPEATED = ['request-in-progress', 'internal-error', 'store-busy', 'closing', undefined];

export function createPages({ processes, random, books, store }: PagesOptions): Pages {
  const authorized: string[] = [];
  let keys = 0;

  async function post(path: string, body: object, headers: Record<string, string>, index?: number) {
    const init = { method: 'POST', headers: { 'content-type': 'application/json', ...headers } };
    const response = await processes.call(path, { ...init, body: JSON.stringify(body) }, index);
    return (await response.json()) as Record<string, unknown>;
  }

  /** The answer of the first process that has one. */
  async function call(path: string, body: object): Promise<Record<string, unknown>> {
    const headers = { 'idempotency-key': `race-${++keys}-${path.length}` };
    let answer: Record<string, unknown> = {};
    for (let count = 0; count < TRIES; count++) {
      answer = await post(path, body, headers).catch(() => ({}));
      const isAnswered = answer['result'] !== undefined || answer['outcome'] !== undefined;
      if (isAnswered || !REPEATED.includes(answer['code'] as string)) return answer;
      if (path.endsWith('protocol-versions') && answer['server_trans_id'] !== undefined) return answer;
      await pauseBetweenTries();
    }
    return answer;
  }

  async function prepare(id: string): Promise<unknown> {
    return (await call(`scudo/orders/${id}/protocol-versions`, { number: CARD.number }))['server_trans_id'];
  }

  async function pay(id: string): Promise<void> {
    await authenticate(id, await prepare(id));
  }

  /** Several tabs pay at the same moment, each with its own transaction, and another one chooses a redirect method. */
  async function rush(id: string): Promise<void> {
    const transactions = [await prepare(id), await prepare(id), await prepare(id), await prepare(id)];
    await Promise.all([...transactions.map((transaction) => authenticate(id, transaction)), redirect(id)]);
  }

  async function authenticate(id: string, server_trans_id: unknown): Promise<void> {
    if (server_trans_id === undefined) return;
    const body = { server_trans_id, card: CARD, browser_data: BROWSER, method_url_completion: 'UNAVAILABLE' };
    const { outcome } = await call(`scudo/orders/${id}/authentications`, body);
    if ((outcome as { code?: string } | undefined)?.code === 'authorized') authorized.push(id);
  }

  async function redirect(id: string): Promise<void> {
    await call(`scudo/orders/${id}/redirects`, { method: random.pick(['testpay', 'sofort']) });
  }

  async function leave(id: string): Promise<void> {
    for (let count = 0; count < TRIES; count++) {
      await redirect(id);
      const attempts = (await store.read(id))?.record.attempts ?? [];
      if (attempts.some((attempt) => attempt.kind === 'redirect' && attempt.redirectUrl)) return;
    }
  }

  /** The shopper decides at a redirect payment method. Only an address that was given out can be paid at. */
  async function complete(id: string): Promise<void> {
    const attempts = (await store.read(id))?.record.attempts ?? [];
    for (const attempt of attempts) {
      if (attempt.kind !== 'redirect' || !attempt.redirectUrl) continue;
      const payment = books.payments.get(attempt.gatewayOrderId);
      if (payment?.status !== 'INITIATED' && payment?.status !== 'PENDING') continue;
      payment.status = random.pick(['SUCCEEDED', 'SUCCEEDED', 'FAILED', 'PENDING']);
      payment.result = { SUCCEEDED: '00', FAILED: '101', PENDING: '01' }[payment.status] ?? '01';
    }
  }

  async function message(id: string): Promise<void> {
    for (const payment of books.payments.values()) {
      if (!payment.orderId.startsWith(id) || payment.status === 'INITIATED') continue;
      const pairs = books.message(payment.orderId, payment.result as '00' | '101' | '01');
      const body = new URLSearchParams(pairs).toString();
      const headers = { 'content-type': 'application/x-www-form-urlencoded' };
      const way = random.pick(['status', 'status', 'return']);
      const init: RequestInit = { method: 'POST', headers, body, redirect: 'manual' };
      await processes.call(`scudo/${way}/${id}`, init).catch(() => undefined);
    }
  }

  /** A gateway shows only the first refund of a card payment, so a person ends a later one without an answer. */
  async function refundRedirect(id: string): Promise<void> {
    // An order without a payment may be paid by card before the refund arrives.
    const method = (await store.read(id))?.record.payment?.method;
    if (method === undefined || method === 'card') return;
    await post('refund', { id, amount: '500', key: `refund-${random.below(3)}-${id}` }, {});
  }

  const actions: readonly ((id: string) => Promise<unknown>)[] = [
    pay,
    pay,
    rush,
    redirect,
    async (id) => (await redirect(id), await complete(id), await message(id)),
    async (id) => (await complete(id), await message(id)),
    message,
    (id) => processes.call(`scudo/orders/${id}`),
    (id) => processes.call(`scudo/orders/${id}?wait=1`),
    refundRedirect,
  ];

  return {
    authorized,
    ask: (name, input, index) => post(name, input, {}, index),
    async create(order) {
      for (;;) {
        const { id } = await post('create', order, {}).catch((): Record<string, unknown> => ({}));
        if (typeof id === 'string') return id;
        await pauseBetweenTries();
      }
    },
    rush: (id) => rush(id).catch(() => undefined),
    leave: (id) => leave(id).catch(() => undefined),
    act: async (id) => {
      await random
        .pick(actions)(id)
        .catch(() => undefined);
    },
  };
}
