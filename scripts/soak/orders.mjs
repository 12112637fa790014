// Orders through backend processes that are killed at random times: `npm run soak -- --orders N`.
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createPostgresOrderStore, createSqliteOrderStore } from '../../dist/server.js';
import { startPostgres } from '../postgres.mjs';
import { createDice } from '../dice.mjs';
import { chargesOf, startGateway } from './gateway.mjs';
import { wrongOrders } from './order-checks.mjs';
import { startProcesses } from './processes.mjs';
import { createShoppers } from './shoppers.mjs';
import { paymentsText } from './report-texts.mjs';
import { counted } from '../counted.mjs';

/** Orders after which time passes and all is compared. The sandbox keeps 20,000 authorizations. */
const ROUND = 1_000;
/** Shoppers at the same time. */
const SHOPPERS = 16;
/** One kill for so many orders, on average. */
const ORDERS_PER_KILL = 100;
/** Time after which a reconciliation counts as hanging, in milliseconds. It has a round of orders to look up. */
const RECONCILIATION_WAITS = 600_000;
/** Time that passes after a round, in seconds, with reconciliation after each part. */
const LATER = [60, 360, 360, 1_860, 90_000, 360];

/**
 * @param {{ orders: number, seed: number, store: 'sqlite' | 'postgres', processes: number, print: (line: string) =>
 * void }} options
 * @returns {Promise<{ passed: number, failed: number }>} orders; a charge that no order has counts as a failed one
 */
export async function soakOrders({ orders, seed, store: kind, processes: count, print }) {
  const dice = createDice(seed);
  // The processes are killed and not the machine, so no disk has to sync.
  const folder = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'scudo-soak-'));
  const ends = [() => rmSync(folder, { recursive: true, force: true })];
  try {
    const { database, store } = await openStore(kind, folder, ends);
    const clock = join(folder, 'clock');
    writeFileSync(clock, '0');
    const listener = await startListener(dice);
    ends.push(listener.close);
    let processes;
    const gateway = await startGateway({ dice, callShop: (path, init) => processes.call(path, init) });
    ends.push(gateway.close);
    const account = { merchantId: 'scudo', accountId: 'internet', secret: 'secret', refundPassword: 'refund' };
    const options = {
      database,
      // Time enough for a busy machine.
      gateway: { ...account, baseUrl: gateway.url, timeout: 5_000 },
      listener: listener.url,
      clock,
      limits: { versionChecksPerClient: 0 },
    };
    processes = await startProcesses(count, options, dice);
    ends.push(() => processes.close());
    return await play({ orders, dice, clock, processes, gateway, listener, store, count, print });
  } finally {
    for (const end of ends.reverse()) await end();
  }
}

async function openStore(kind, folder, ends) {
  if (kind === 'sqlite') {
    const path = join(folder, 'orders.db');
    const store = createSqliteOrderStore({ path });
    ends.push(() => store.close());
    return { database: { path }, store };
  }
  const server = await startPostgres(['-c', 'fsync=off']);
  ends.push(() => server.stop());
  const url = await server.createDatabase();
  const store = createPostgresOrderStore({ connectionString: url, max: 2 });
  ends.push(() => store.close());
  return { database: { url }, store };
}

async function play({ orders, dice, clock, processes, gateway, listener, store, count, print }) {
  const shoppers = createShoppers({ processes, gateway, dice });
  const wrong = [];
  const states = {};
  const total = { passed: 0, failed: 0 };
  let [done, seconds] = [0, 0];
  /**
   * Orders that were compared, and the gateway's ids of their payments. The sandbox may have forgotten their
   * authorizations.
   */
  const compared = { orders: new Set(), payments: new Set() };
  const began = performance.now();

  async function advance(part) {
    seconds += part;
    writeFileSync(clock, String(seconds * 1000));
    await gateway.sandbox.clock.advance(part);
  }
  /** A call of the shop in every process, which the soak does not kill now. */
  async function each(name) {
    for (let index = 0; index < count; index++) {
      const init = { method: 'POST', body: '{}', signal: AbortSignal.timeout(RECONCILIATION_WAITS) };
      await processes.call(name, init, index).then((response) => response.text());
    }
  }

  while (done < orders) {
    gateway.disturb(true);
    listener.disturb(true);
    const end = Math.min(done + ROUND, orders);
    const kills = [];
    await Promise.all(
      Array.from({ length: SHOPPERS }, async () => {
        while (done < end) {
          done++;
          if (dice.below(ORDERS_PER_KILL) === 0) kills.push(sleep(dice.below(200)).then(() => processes.kill()));
          await shoppers.pay();
        }
      }),
    );
    // A process that is killed during reconciliation would not answer `each`.
    await Promise.all(kills);
    await processes.settled();
    gateway.disturb(false);
    listener.disturb(false);
    // A delivery that runs while the time moves would count as one of a dead process.
    await each('idle');
    for (const part of LATER) {
      await advance(part);
      await each('reconcile');
      await each('idle');
    }
    const records = await newRecords(store, compared.orders);
    const charges = await chargesOf(gateway.sandbox);
    for (const id of compared.payments) charges.delete(id);
    for (const { id, state, attempts } of records) {
      states[state] = (states[state] ?? 0) + 1;
      compared.orders.add(id);
      for (const { gatewayOrderId } of attempts) compared.payments.add(gatewayOrderId);
    }
    const found = wrongOrders({ records, charges, calls: shoppers.calls, changes: listener.changes });
    wrong.push(...found);
    // One order can have several lines.
    const failed = new Set(found.map((line) => line.split(':')[0]));
    total.failed += failed.size;
    total.passed += records.filter(({ id }) => !failed.has(id)).length;
    shoppers.calls.clear();
    listener.changes.clear();
    const passed = ((performance.now() - began) / 1000).toFixed(0);
    print(
      `${counted(compared.orders.size, 'order')}, ${counted(processes.kills(), 'kill')}, ${counted(gateway.lost(), 'lost answer')}, ${total.failed} wrong, ${passed} s`,
    );
  }
  for (const [name, number] of Object.entries(shoppers.counts).sort()) print(`  ${paymentsText(name, number)}`);
  print(
    `  states after reconciliation: ${Object.entries(states)
      .map(([state, number]) => `${number} ${state}`)
      .join(', ')}`,
  );
  for (const line of wrong.slice(0, 20)) print(`  ${line}`);
  return total;
}

/** The orders that were not compared before. The list has the newest first. */
async function newRecords(store, compared) {
  const records = [];
  for (;;) {
    const last = records.at(-1);
    const page = await store.list({ limit: 1_000, ...(last && { after: { time: last.createdAt, id: last.id } }) });
    const fresh = page.filter(({ id }) => !compared.has(id));
    records.push(...fresh);
    if (fresh.length < page.length || page.length === 0) return records;
  }
}

/** The shop's receiver of changes, which fails now and then after it has received one. */
async function startListener(dice) {
  const changes = new Map();
  let isDisturbed = true;
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => (body += String(chunk)));
    request.on('end', () => {
      const { order, change } = JSON.parse(body);
      changes.set(order, [...(changes.get(order) ?? []), change]);
      response.writeHead(isDisturbed && dice.below(20) === 0 ? 500 : 200).end();
    });
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    changes,
    url: `http://127.0.0.1:${server.address().port}`,
    disturb: (is) => void (isDisturbed = is),
    close() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}
