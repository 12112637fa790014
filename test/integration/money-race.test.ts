import { rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startPostgres } from '../../scripts/postgres.mjs';
import { createSandbox } from '../../src/sandbox.js';
import type { Authorization } from '../../src/sandbox/authorizations/model.js';
import { createMerchantBackend, createPostgresOrderStore, type OrderRecord } from '../../src/server.js';
import { operationAttempts } from '../../src/server/domain/record/order-record.js';
import { isOpen } from '../../src/server/domain/record/operation.table.js';
import { ORDER } from '../server/simulation/world.js';
import { fastFolder } from './fast-folder.js';
import { startProcesses } from './race-processes.js';
import { randomFrom } from './race-random.js';

const seed = Number(process.env['SCUDO_SEED'] ?? 20_261_129);
const PROCESSES = [0, 1, 2, 3];
const WAVES = [0, 1, 2, 3];
/** The calls that no fault disturbs, so that each kind is carried out at least once. */
const LAST = WAVES.length;
const MINUTE = 60_000;
const KINDS = { settle: 'capture', multisettle: 'capture', void: 'void', rebate: 'refund' } as const;
const DECISIONS = {
  capture: ['capture', 'captured'],
  void: ['cancel', 'voided'],
  refund: ['refund', 'refunded'],
} as const;

/** A capture, void or refund of a payment. Each key of the race has an amount of its own. */
interface Move {
  readonly orderId: string;
  readonly kind: 'capture' | 'void' | 'refund';
  readonly amount: string;
}

const nameOf = ({ orderId, kind, amount }: Move) => `${kind} of ${amount} for ${orderId}`;

let server: Awaited<ReturnType<typeof startPostgres>>;
beforeAll(async () => {
  server = await startPostgres(['-c', 'fsync=off']);
});
afterAll(() => server.stop());

it('four killed processes on PostgreSQL capture, void and refund once for each key, as the gateway’s books have it', async () => {
  const url = await server.createDatabase();
  const folder = fastFolder();
  const clock = join(folder, 'clock');
  let advanced = 0;
  const advance = (ms: number) => writeFileSync(clock, String((advanced += ms)));
  advance(0);
  const gateway = await startGateway(() => new Date(Date.now() + advanced));
  const account = { baseUrl: gateway.url, merchantId: 'scudo', accountId: 'internet', secret: 'secret' };
  const database = createPostgresOrderStore({ connectionString: url, max: 2 });
  const shifted = (time: Date) => new Date(time.getTime() + advanced);
  const now = async () => shifted(await database.now());
  const read: typeof database.read = async (id) => {
    const found = await database.read(id);
    return found && { ...found, at: shifted(found.at) };
  };
  const { orders } = createMerchantBackend({
    publicUrl: 'https://shop.example/scudo',
    store: { ...database, now, read },
    autosettle: 'multi',
    onProblem: () => undefined,
    gateway: account,
  });
  const options = { database: { url }, gateway: { ...account, refundPassword: 'refund' }, clock };
  const processes = await startProcesses(PROCESSES.length, options, randomFrom(seed), 6);
  const ask = async (call: string, input: object, index: number): Promise<void> => {
    const init = { method: 'POST', body: JSON.stringify(input) };
    // A process that dies ends the answers that it has begun.
    const answered = processes.call(call, init, index).then((response) => response.text());
    await answered.catch(() => undefined);
  };
  const reserved = async (): Promise<string> => {
    const { id } = await orders.create(ORDER);
    const card = { number: '4263970000005262', expiryMonth: '12', expiryYear: '30', fullName: 'Ada Lovelace' };
    expect(await orders.payStored(id, { card })).toMatchObject({ status: 'paid' });
    return id;
  };
  try {
    const [captured, refunded] = [await reserved(), await reserved()];
    const voided = await Promise.all([...WAVES, LAST].map(reserved));
    await orders.capture(refunded, { key: 'all' });
    await gateway.sendBatch();
    gateway.disturb();
    const callsOf = (wave: number): [string, object][] => [
      ['capture', { id: captured, amount: `10${wave}`, key: `parcel-${wave}` }],
      ['refund', { id: refunded, amount: `10${wave}`, key: `return-${wave}` }],
      ['cancel', { id: voided[wave], key: 'cancel' }],
    ];
    // Each process makes each call of a wave, at the same moment and with the same key.
    for (const wave of WAVES) {
      const calls = PROCESSES.flatMap((index) => callsOf(wave).map(([call, input]) => ask(call, input, index)));
      await Promise.all([...calls, ask('reconcile', {}, wave)]);
      advance(MINUTE / 6);
    }
    const kills = processes.kills();
    gateway.recover();
    await processes.recover();
    for (const ms of [2 * MINUTE, 6 * MINUTE, 61 * MINUTE]) {
      advance(ms);
      for (const index of PROCESSES) await ask('reconcile', {}, index);
    }
    // A key that a process has sent, or may have sent, is never sent again.
    for (const wave of [...WAVES, LAST])
      for (const [call, input] of callsOf(wave)) await ask(call, input, wave % PROCESSES.length);
    advance(6 * MINUTE);
    await orders.reconcile({ olderThan: 0 });

    const ids = [captured, refunded, ...voided];
    const read = async (id: string) => (await orders.read(id))!;
    for (const id of ids) await settleByBooks(await read(id));
    const moves = await gateway.books();
    const count = (kind: Move['kind']) => moves.filter((one) => one.kind === kind).length;
    const figures = {
      kills,
      lost: gateway.lost(),
      captures: count('capture'),
      voids: count('void'),
      refunds: count('refund'),
    };
    for (const [name, figure] of Object.entries(figures)) expect(figure, name).toBeGreaterThan(0);
    expect(gateway.requests, 'each request is sent once').toEqual([...new Set(gateway.requests)]);
    const done = (await Promise.all(ids.map(read))).flatMap((record) => {
      expect(operationAttempts(record).filter(isOpen), record.id).toEqual([]);
      return movesOf(record).filter(({ progress }) => progress.step === 'done');
    });
    expect(done.map(nameOf).sort()).toEqual(moves.map(nameOf).sort());
  } finally {
    await processes.close();
    await gateway.close();
    await database.close();
    rmSync(folder, { recursive: true, force: true });
  }

  /** A person settles the results that no query can show. */
  async function settleByBooks(record: OrderRecord): Promise<void> {
    const moves = (await gateway.books()).map(nameOf);
    for (const move of movesOf(record).filter(isOpen)) {
      const [field, done] = DECISIONS[move.kind];
      const as = moves.includes(nameOf(move)) ? done : `not-${done}`;
      const person = { by: 'ada@shop.example', reason: 'Seen in the back office' };
      await orders.settle(record.id, { as, [field]: move.key, ...person } as Parameters<typeof orders.settle>[1]);
    }
  }
});

function movesOf(record: OrderRecord) {
  return operationAttempts(record).map((one) => ({ ...one, orderId: one.gatewayOrderId }));
}

/** The sandbox behind HTTP. It loses each third request that moves money, and each third answer to one. */
async function startGateway(now: () => Date) {
  const requests: string[] = [];
  let isRecorded = false;
  let losesCalls = false;
  let lost = 0;
  const server = createServer((incoming, outgoing) => {
    void (async () => {
      let body = '';
      for await (const chunk of incoming) body += String(chunk);
      const type = /type="(settle|multisettle|void|rebate)"/.exec(body)?.[1] as keyof typeof KINDS | undefined;
      const elementOf = (name: string) => new RegExp(`<${name}[^>]*>([^<]*)`).exec(body)?.[1] ?? '';
      if (type && isRecorded)
        requests.push(nameOf({ kind: KINDS[type], orderId: elementOf('orderid'), amount: elementOf('amount') }));
      const fault = type && losesCalls ? requests.length % 3 : 0;
      if (fault > 0) lost++;
      if (fault === 1) throw new Error('the request is lost');
      const { method = 'GET', url: path = '/' } = incoming;
      const headers = incoming.headers as Record<string, string>;
      const request = new Request(new URL(path, url), { method, headers, ...(method === 'GET' ? {} : { body }) });
      const response = await sandbox.fetch(request);
      const text = await response.text();
      if (fault === 2) throw new Error('the answer is lost');
      outgoing.writeHead(response.status, { 'content-type': response.headers.get('content-type') ?? 'text/plain' });
      outgoing.end(text);
    })().catch(() => outgoing.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  // The clocks of the processes are wrong.
  const timestampTolerance = Number.MAX_SAFE_INTEGER;
  const sandbox = createSandbox({ baseUrl: url, merchantHosts: ['shop.example'], timestampTolerance, now });
  return {
    url,
    requests,
    lost: () => lost,
    disturb: () => void (isRecorded = losesCalls = true),
    recover: () => void (losesCalls = false),
    sendBatch: () => sandbox.fetch(new Request(`${url}/portal`, { method: 'POST' })),
    async books(): Promise<Move[]> {
      const { authorizations } = await sandbox.snapshot();
      return (authorizations as readonly Authorization[]).flatMap(({ orderId, movements }) =>
        movements.map(({ kind, amount }) => ({ orderId, kind: KINDS[kind], amount })),
      );
    },
    async close(): Promise<void> {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
      await sandbox.close();
    },
  };
}
