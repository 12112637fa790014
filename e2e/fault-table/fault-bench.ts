import { readFileSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import { once } from 'node:events';
import { getRequestListener } from '@hono/node-server';
import { createMerchantBackend, createSqliteOrderStore, type MerchantHandler } from 'scudo-checkout/server';
import { createSandbox, type Sandbox, type SandboxFault } from 'scudo-checkout/sandbox';
import { freePort } from '../../src/playwright/free-port.js';
import type { Injection, StatusFault } from './fault-cases.js';
import { virtualTime, type VirtualTime } from './virtual-time.js';

/** A shop and a sandbox in this process, whose time the test drives. */
export interface FaultBench {
  readonly url: string;
  readonly time: VirtualTime;
  readonly orders: MerchantHandler['orders'];
  readonly sandbox: Sandbox;
  createOrder(): Promise<string>;
  /** Disturbs the calls between the backend and the gateway from now on; undefined ends that. */
  disturb(injection: Injection | undefined): void;
  /** True while a call between the backend and the gateway runs that no fault holds. */
  isBusy(): boolean;
  /** Calls that were disturbed so far. */
  hits(): number;
  stop(): Promise<void>;
}

const PAYER = {
  email: 'ada@example.com',
  mobilePhone: { countryCode: '44', subscriberNumber: '2079460000' },
};
const FILES: Readonly<Record<string, string>> = { js: 'text/javascript', json: 'application/json' };

const OUTAGE = '<!doctype html><title>Error</title><h1>Service temporarily unavailable';

function page(body: string): string {
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Shop</title><script type="module" src="/scudo.js"></script><main><h1>Checkout</h1>${body}</main>`;
}

export async function startFaultBench(): Promise<FaultBench> {
  const [shopPort, sandboxPort] = [await freePort(), await freePort()];
  const [url, gatewayUrl] = [`http://localhost:${shopPort}`, `http://127.0.0.1:${sandboxPort}`];
  const time = virtualTime(new Date());
  let injections: readonly Injection[] = [];
  /** Calls that run, and those of them that a fault holds. */
  const calls = { running: 0, held: 0, disturbed: 0 };

  function statusFault(): StatusFault | undefined {
    const [fault] = injections.flatMap((one) => (one.at === 'status' ? [one.fault] : []));
    if (fault) calls.disturbed++;
    return fault;
  }

  const sandbox = createSandbox({
    baseUrl: gatewayUrl,
    autoComplete: false,
    clock: { now: time.now, at: time.at },
    fetch: (input, init) => counted(() => sendStatus(statusFault(), input, init, time)),
    faults({ kind }) {
      const fault = injections.find((one) => one.at === 'gateway' && one.kind === kind);
      if (fault?.at !== 'gateway') return undefined;
      calls.disturbed++;
      if (isHolding(fault.fault)) calls.held++;
      return fault.fault;
    },
  });
  const store = createSqliteOrderStore({ path: ':memory:', now: time.now });
  const backend = createMerchantBackend({
    publicUrl: `${url}/scudo`,
    store,
    now: time.now,
    after: time.after,
    methods: [{ code: 'card' }, { code: 'testpay' }],
    onProblem: () => undefined,
    gateway: {
      baseUrl: gatewayUrl,
      merchantId: 'scudo',
      accountId: 'internet',
      secret: 'secret',
      refundPassword: 'refund',
      fetch: (input, init) => counted(() => fetch(input, init)),
    },
  });

  /** A held call ends when its caller gives up. */
  async function counted(call: () => Promise<Response>): Promise<Response> {
    calls.running++;
    try {
      return await call();
    } catch (error) {
      calls.held = Math.max(0, calls.held - 1);
      throw error;
    } finally {
      calls.running--;
    }
  }

  const simulated = getRequestListener(sandbox.fetch);
  const servers = [
    await listen(shopPort, (request, response) => {
      const { pathname } = new URL(request.url ?? '/', url);
      const fault = injections.find((one) => one.at === 'server' && one.path.test(pathname));
      if (fault?.at === 'server') {
        calls.disturbed++;
        if (fault.fault.type === 'refused') return void request.socket.destroy();
        return void response.writeHead(fault.fault.status, { 'content-type': 'text/html' }).end(OUTAGE);
      }
      if (pathname.startsWith('/scudo/')) return backend.listener(request, response);
      if (pathname === '/checkout' || pathname === '/return.html') {
        const order = new URL(request.url ?? '/', url).searchParams.get('order') ?? '';
        const name = pathname === '/checkout' ? 'scudo-checkout' : 'scudo-return';
        response.setHeader('content-type', 'text/html');
        return void response.end(page(`<${name} backend="/scudo" order="${order}"></${name}>`));
      }
      const type = FILES[pathname.split('.').at(-1) ?? ''];
      if (!type || pathname.includes('..')) return void response.writeHead(404).end();
      response.setHeader('content-type', type).end(readFileSync(`dist${pathname}`));
    }),
    await listen(sandboxPort, (request, response) => void simulated(request, response)),
  ];

  return {
    url,
    time,
    orders: backend.orders,
    sandbox,
    createOrder: async () => (await backend.orders.create({ amount: '1999', currency: 'EUR', payer: PAYER })).id,
    disturb(injection) {
      injections = injection ? withBefore(injection) : [];
    },
    isBusy: () => calls.running > calls.held,
    hits: () => calls.disturbed,
    async stop() {
      for (const server of servers) {
        server.close();
        server.closeAllConnections();
      }
      const closed = backend.close();
      // The backend waits for its running work, some of which waits for its time.
      time.advance(600_000);
      await closed;
      await sandbox.close();
      await store.close();
    },
  };
}

function withBefore(injection: Injection): readonly Injection[] {
  return injection.at === 'gateway' && injection.before ? [injection.before, injection] : [injection];
}

function isHolding({ type }: SandboxFault): boolean {
  return type === 'not-received' || type === 'no-answer';
}

/** Sends a status message as far as the fault allows it. */
async function sendStatus(
  fault: StatusFault | undefined,
  input: Parameters<typeof fetch>[0],
  init: RequestInit | undefined,
  time: VirtualTime,
): Promise<Response> {
  // Node does not resolve the name for a server that listens on 127.0.0.1 only.
  const send = (body = init?.body) =>
    fetch(addressOf(input).replace('//localhost', '//127.0.0.1'), { ...init, body: body ?? null });
  switch (fault) {
    case undefined:
      return send();
    case 'lost':
      return new Response(null, { status: 200 });
    case 'refused':
      throw new TypeError('fetch failed');
    case 'twice':
      await send();
      return send();
    case 'forged':
      return send(textOf(init?.body).replace(/(sha1hash=|"sha1hash":")[0-9a-f]{8}/, '$100000000'));
    case 'late':
      time.after(60_000, () => void send());
      return new Response(null, { status: 200 });
  }
}

function addressOf(input: Parameters<typeof fetch>[0]): string {
  return input instanceof Request ? input.url : input.toString();
}

/** The form of a status message as text. */
function textOf(body: RequestInit['body']): string {
  return body instanceof URLSearchParams || typeof body === 'string' ? body.toString() : '';
}

async function listen(port: number, listener: RequestListener): Promise<Server> {
  const server = createServer(listener).listen(port, '127.0.0.1');
  await once(server, 'listening');
  return server;
}
