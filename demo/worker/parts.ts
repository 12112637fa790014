import { createSandbox, type SandboxClock, type SandboxSnapshot } from 'scudo-checkout/sandbox';
import { createGateway, createMerchantBackend, type MerchantBackendOptions } from 'scudo-checkout/server';
import { createFaultSwitch } from '../fault-switch.js';
import { createShop } from '../shop.js';
import { openDatabase } from './database.js';
import { createDocumentOrderStore, type StoredCounter, type StoredOrder } from './document-order-store.js';
import { browserDigest } from './browser-digest.js';

type Answer = (request: Request) => Promise<Response>;

/** The shop and everything behind it. */
export interface Parts {
  readonly shop: Answer;
  readonly backend: Answer;
  readonly reserving: Answer;
  readonly sandbox: Answer;
  /** Does what a timer does elsewhere, at most every 30 seconds. */
  readonly doDueWork: () => Promise<void>;
}

const MINUTE = 60_000;
const SNAPSHOT = 'snapshot';
/** The shopper of this browser. */
const CONNECTION = { ip: '127.0.0.1' };
/**
 * The account at the simulated gateway. A page that shows its secret protects nothing, and nothing is to be protected.
 */
const ACCOUNT = { merchantId: 'scudo', accountId: 'internet', secret: 'secret of the demo', refundPassword: 'refund' };

/**
 * Opens shop, backend and sandbox in one process.
 * @param root address of the demo's folder, with a slash at its end
 */
export async function openParts(root: string): Promise<Parts> {
  const database = await openDatabase(`scudo-demo ${root}`, ['orders', 'counters', 'sandbox']);
  const snapshots = database.documents<SandboxSnapshot>('sandbox');
  const sandboxUrl = `${root}sandbox`;
  const snapshot = await snapshots.read(SNAPSHOT);

  const faults = createFaultSwitch();
  const sandbox = createSandbox({
    ...ACCOUNT,
    faults: faults.choose,
    baseUrl: sandboxUrl,
    merchantHosts: [new URL(root).hostname],
    snapshot,
    clock: browserClock,
    randomUuid: () => crypto.randomUUID(),
    reportError: (error) => console.error(error),
    fetch: (input, init) => backend.fetch(new Request(input, init), CONNECTION),
  });

  /** One after the other, so that an older snapshot does not replace a newer one. */
  let saved: Promise<void> = Promise.resolve();
  const save = () =>
    (saved = saved.then(async () => {
      const present = await sandbox.snapshot();
      await snapshots.update(SNAPSHOT, () => present);
    }));
  /** Answers when the database has what the request has changed. */
  const simulate: Answer = async (request) => {
    const response = await sandbox.fetch(request);
    await save();
    return response;
  };

  const gateway = createGateway({
    ...ACCOUNT,
    baseUrl: sandboxUrl,
    fetch: (input, init) => simulate(new Request(input, init)),
    digest: browserDigest,
  });
  const shared: Omit<MerchantBackendOptions, 'publicUrl'> = {
    gateway,
    store: createDocumentOrderStore({
      orders: database.documents<StoredOrder>('orders'),
      counters: database.documents<StoredCounter>('counters'),
    }),
    methods: [{ code: 'card' }, { code: 'testpay' }],
    returnPage: `${root}return.html?order={order}`,
    fingerprintKey: 'the key of the demo',
    fieldsScript: async () => (await fetch(`${root}fields.js`)).text(),
  };
  const backend = createMerchantBackend({ ...shared, publicUrl: `${root}scudo` });
  /** The same for a shop that captures when it ships. */
  const reserving = createMerchantBackend({ ...shared, publicUrl: `${root}reserving`, autosettle: 'multi' });
  const shop = createShop({
    backend,
    gateway,
    sandbox,
    sandboxUrl,
    faults: faults.routes,
    otherOrigin: { isolated: `${root}scudo`, inline: `${root}scudo` },
    path: new URL(root).pathname,
    // The worker's own requests go to the static host.
    readPage: async (file) => (await fetch(`${root}${file}`)).text(),
  });

  let nextLookUp = 0;
  return {
    shop: async (request) => shop.fetch(request),
    backend: (request) => faults.disturb(request, (undisturbed) => backend.fetch(undisturbed, CONNECTION)),
    reserving: (request) => reserving.fetch(request, CONNECTION),
    sandbox: simulate,
    async doDueWork() {
      await backend.idle();
      if (Date.now() < nextLookUp) return;
      nextLookUp = Date.now() + MINUTE / 2;
      await backend.orders.reconcile({ olderThan: MINUTE });
    },
  };
}

/** The browser's clock. Its timers end with the worker; the next worker schedules what is in the snapshot. */
const browserClock: SandboxClock = {
  now: () => new Date(),
  at(time, call) {
    const timer = setTimeout(() => void call(), Math.max(0, time.getTime() - Date.now()));
    return () => clearTimeout(timer);
  },
};
