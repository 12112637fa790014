// One backend process of a race (see race.ts), and of scripts/soak/orders.mjs. Its only argument is a JSON object, see
// `ProcessOptions` there.
import { readFileSync } from 'node:fs';
import { serve } from '@hono/node-server';
import { createMerchantBackend, createPostgresOrderStore, createSqliteOrderStore } from '../../dist/server.js';

/** All pages have one address, and a killed process keeps its places for a while. */
const NO_CLIENT_LIMITS = { versionChecksPerClient: 0 };
const { database, gateway, listener, clock, skew = 0, kill, limits = NO_CLIENT_LIMITS } = JSON.parse(process.argv[2]);

// The clock of this machine is wrong. Only the store's clock may decide.
const RealDate = Date;
globalThis.Date = class extends RealDate {
  constructor(...args) {
    super(...(args.length === 0 ? [RealDate.now() + skew] : args));
  }
  static now() {
    return RealDate.now() + skew;
  }
};

/** Milliseconds by which the race has advanced the shared clock. */
const advanced = () => Number(readFileSync(clock, 'utf8'));

const events = { write: 0, gateway: 0 };

/** Runs work as one counted event, and ends the process hard before or after the chosen one. */
async function counted(kind, work) {
  const isChosen = ++events[kind] === kill?.count && kind === kill.at;
  if (isChosen && kill.when === 'before') process.kill(process.pid, 'SIGKILL');
  const result = await work();
  if (isChosen) process.kill(process.pid, 'SIGKILL');
  return result;
}

function openStore() {
  if (database.path) {
    // The processes of an SQLite file are on one machine, and so have one clock.
    const { path } = database;
    return createSqliteOrderStore({ path, now: () => new RealDate(RealDate.now() + advanced()) });
  }
  const store = createPostgresOrderStore({ connectionString: database.url, max: 4 });
  const shifted = (time) => new RealDate(time.getTime() + advanced());
  return {
    ...store,
    now: async () => shifted(await store.now()),
    async read(id) {
      const found = await store.read(id);
      return found && { ...found, at: shifted(found.at) };
    },
  };
}

const store = openStore();
const backend = createMerchantBackend({
  publicUrl: 'https://shop.example/scudo',
  store: {
    ...store,
    insert: (record) => counted('write', () => store.insert(record)),
    replace: (record, revision) => counted('write', () => store.replace(record, revision)),
  },
  patience: 300,
  limits,
  // Faults are what the race is made of.
  onProblem: () => undefined,
  gateway: { timeout: 1_000, ...gateway, fetch: (input, init) => counted('gateway', () => fetch(input, init)) },
  ...(listener && { onOrderChanged: deliver }),
});

async function deliver({ id }, change) {
  const response = await fetch(listener, { method: 'POST', body: JSON.stringify({ order: id, change }) });
  if (!response.ok) throw new Error('The listener failed.');
}

const calls = {
  create: (order) => backend.orders.create(order),
  reconcile: () => backend.orders.reconcile({ olderThan: 0 }),
  capture: ({ id, ...input }) => backend.orders.capture(id, input),
  cancel: ({ id, ...input }) => backend.orders.cancel(id, input),
  refund: ({ id, ...input }) => backend.orders.refund(id, input),
  idle: () => backend.idle(),
};

async function answer(request) {
  const { pathname } = new URL(request.url);
  if (pathname.startsWith('/scudo/')) return backend.fetch(request, { ip: '203.0.113.7' });
  try {
    return Response.json((await calls[pathname.slice(1)](await request.json())) ?? {});
  } catch (error) {
    return Response.json({ code: error.code ?? error.message }, { status: 500 });
  }
}

serve({ fetch: answer, port: 0, hostname: '127.0.0.1' }, ({ port }) => process.send({ port }));
process.on('disconnect', () => process.exit());
