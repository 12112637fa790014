import { rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { OrderChange, OrderRecord, OrderStore } from '../../src/server.js';
import { SECRET, type SimulatedGateway } from '../server/simulation/simulated-gateway.js';
import { ORDER } from '../server/simulation/world.js';
import { fastFolder } from './fast-folder.js';
import { startRaceGateway } from './race-gateway.js';
import { createPages } from './race-pages.js';
import { startProcesses, type ProcessOptions } from './race-processes.js';
import { randomFrom } from './race-random.js';

export interface RaceOptions {
  readonly seed: number;
  readonly database: ProcessOptions['database'];
  /** Reads the orders at the end, through no process of the race. */
  readonly store: OrderStore;
  readonly processes: number;
  readonly orders: number;
  /** Concurrent actions for each order. */
  readonly shoppers: number;
  readonly waves: number;
  /** True when a process is stopped and resumed in some waves. */
  readonly pauses?: boolean;
  /** A fault of the database, once in each wave. */
  readonly disturb?: () => Promise<void>;
}

/** Records, books and messages at the end of a race. */
export interface RaceResult {
  readonly records: readonly OrderRecord[];
  readonly books: SimulatedGateway;
  /** Changes that `onOrderChanged` received, oldest first. */
  readonly changes: readonly { readonly order: string; readonly change: OrderChange }[];
  /** Orders whose page received the outcome authorized. */
  readonly authorized: readonly string[];
  readonly kills: number;
  readonly faults: number;
}

const MINUTE = 60_000;

/**
 * Backend processes on one database, killed at counted writes and gateway calls, a gateway that loses requests and
 * answers, and pages that call any of the processes. In the end the gateway and the processes recover, time passes,
 * every process reconciles, and the gateway decides what is still pending there.
 */
export async function race(options: RaceOptions): Promise<RaceResult> {
  const random = randomFrom(options.seed);
  const folder = fastFolder();
  const clock = join(folder, 'clock');
  let advanced = 0;
  const advance = (ms: number) => writeFileSync(clock, String((advanced += ms)));
  advance(0);

  const gateway = await startRaceGateway(random, () => new Date(Date.now() + advanced));
  const listener = await startListener((count) => count % 7 === 3 && random.chance(0.5));
  const processes = await startProcesses(
    options.processes,
    {
      database: options.database,
      gateway: {
        baseUrl: gateway.url,
        merchantId: 'scudo',
        accountId: 'internet',
        secret: SECRET,
        refundPassword: 'refund',
      },
      listener: listener.url,
      clock,
    },
    random,
  );
  const pages = createPages({ processes, random, books: gateway.books, store: options.store });
  const reconcile = async (index: number): Promise<void> => {
    await pages.ask('reconcile', {}, index).catch(() => undefined);
  };
  /** Every process reconciles after each of these times. */
  const reconcileAfter = async (times: readonly number[]): Promise<void> => {
    for (const ms of times) {
      advance(ms);
      for (let index = 0; index < options.processes; index++) await reconcile(index);
      for (let index = 0; index < options.processes; index++) await pages.ask('idle', {}, index);
    }
  };
  /** A process stands still for minutes of the shared clock, and another one reconciles meanwhile. */
  const pauseOne = async (): Promise<void> => {
    await pages.act(random.pick(ids));
    const index = processes.pause();
    advance(random.pick([70_000, 6 * MINUTE]));
    await reconcile((index + 1) % options.processes);
    processes.resume();
  };
  const ids: string[] = [];
  try {
    while (ids.length < options.orders) ids.push(await pages.create(ORDER));
    await Promise.all(ids.map((id, index) => (index % 3 === 0 ? pages.leave(id) : pages.rush(id))));
    for (let wave = 0; wave < options.waves; wave++) {
      const actions = ids.flatMap((id) => Array.from({ length: options.shoppers }, () => pages.act(id)));
      actions.push(reconcile(random.below(options.processes)));
      if (options.disturb) actions.push(options.disturb());
      if (options.pauses) actions.push(pauseOne());
      await Promise.all(actions);
      advance(random.pick([0, 10_000, 70_000, 6 * MINUTE]));
    }
    gateway.recover();
    listener.recover();
    await processes.recover();
    await reconcileAfter([MINUTE, 6 * MINUTE, 6 * MINUTE, 31 * MINUTE, 25 * 60 * MINUTE, 6 * MINUTE]);
    gateway.decide();
    await reconcileAfter([6 * 60 * MINUTE, 6 * MINUTE]);
    const records = await options.store.list({ limit: 1000 });
    const { authorized } = pages;
    const { books, faults } = gateway;
    return { records, books, changes: listener.changes, authorized, kills: processes.kills(), faults: faults() };
  } finally {
    processes.resume();
    await processes.close();
    await Promise.all([gateway.close(), listener.close()]);
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The shop's receiver of changes, which fails now and then after it has received one. */
async function startListener(fails: (count: number) => boolean) {
  const changes: { order: string; change: OrderChange }[] = [];
  let isHealthy = false;
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      changes.push(JSON.parse(body) as { order: string; change: OrderChange });
      response.writeHead(!isHealthy && fails(changes.length) ? 500 : 200).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    changes,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    recover: () => void (isHealthy = true),
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
