import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { connectSqlite } from '../../../../src/server/adapters/store/connect-sqlite.js';
import { sqliteOrderStore } from '../../../../src/server/adapters/store/sqlite-order-store.js';
import { authorizationsAt, pay, shop, type Shop, virtualClock } from '../../scripted-gateway.js';

const folder = mkdtempSync(join(tmpdir(), 'scudo-power-cut-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
let files = 0;
const newFile = () => join(folder, `${files++}.db`);

/** The files of a database, and the length of its log that the disk has for certain. */
interface Disk {
  readonly database: Buffer;
  readonly log: Buffer;
  readonly flushed: number;
}

/** Ways in which a power cut leaves the part of the log that was not flushed. */
const LOSSES = {
  'nothing of it': ({ log, flushed }: Disk) => log.subarray(0, flushed),
  'a torn part of it': ({ log, flushed }: Disk) => log.subarray(0, flushed + Math.ceil((log.length - flushed) / 2)),
  'zeros in its place': ({ log, flushed }: Disk) =>
    Buffer.concat([log.subarray(0, flushed), Buffer.alloc(log.length - flushed)]),
  'all of it': ({ log }: Disk) => log,
};

/** A store whose machine loses its power after a step: a commit, or a call of the gateway, counted from 1. */
function machine(cutAt: number, now: () => Date) {
  const path = newFile();
  const steps: string[] = [];
  let disk: Disk | undefined;
  let flushed = 0;
  const logLength = () => readFileSync(`${path}-wal`).length;
  /** Throws from the cut on. */
  function step(name: string): void {
    steps.push(name);
    if (steps.length === cutAt) {
      disk = { database: readFileSync(path), log: readFileSync(`${path}-wal`), flushed };
    }
    if (disk) throw new Error('The machine has no power.');
  }
  const store = sqliteOrderStore({ path, now }, async (address) => {
    const connection = await connectSqlite(address);
    return {
      ...connection,
      async write(writes, flush) {
        if (disk) throw new Error('The machine has no power.');
        const results = await connection.write(writes, flush);
        if (flush) flushed = logLength();
        // Counters of clients are no step of the payment.
        if (writes.some(({ sql }) => sql.includes(' orders '))) step(flush ? 'flushed write' : 'write');
        return results;
      },
    };
  });
  return { store, steps, step, diskAfterCut: () => disk };
}

/** Pays on a machine that loses its power at a step. Returns the shop and what the disk has. */
async function payUntil(cutAt: number) {
  const clock = virtualClock();
  const { store, steps, step, diskAfterCut } = machine(cutAt, clock.now);
  const place = shop({ store }, {}, { clock });
  place.intercept = async (_path, _text, pass) => {
    const answer = await pass();
    step('call');
    return answer;
  };
  await place
    .order({ id: 'order-1' })
    .then((id) => pay(place, id))
    .catch(() => undefined);
  await place.settled();
  return { place, steps, disk: diskAfterCut() };
}

/** The machine starts again with what is on its disk. */
function restarted(before: Shop, { database }: Disk, log: Buffer) {
  const path = newFile();
  writeFileSync(path, database);
  writeFileSync(`${path}-wal`, log);
  return shop({ store: { path } }, {}, before);
}

const undisturbed = await payUntil(0);
const cuts = undisturbed.steps.map((step, index) => [index + 1, step] as const);

describe('a card payment on a machine that loses its power', () => {
  it('flushes the order, the authorization before it is sent, and its result, and no step before them', () => {
    expect(authorizationsAt(undisturbed.place)).toHaveLength(1);
    expect(undisturbed.steps).toEqual([
      'flushed write',
      'write',
      'call',
      'write',
      'write',
      'call',
      'flushed write',
      'call',
      'flushed write',
    ]);
  });

  for (const [loss, logOf] of Object.entries(LOSSES)) {
    it.each(cuts)(`agrees with the gateway and is charged once: step %i (%s), ${loss} is left`, async (cutAt) => {
      const { place, disk } = await payUntil(cutAt);
      if (!disk) throw new Error('The power was not lost.');
      const charged = authorizationsAt(place).length;
      const again = restarted(place, disk, logOf(disk));
      again.clock.advance(600_000);
      await again.backend.orders.reconcile({ olderThan: 0 });
      const found = await again.backend.orders.read('order-1');
      expect(found?.state).toBe(charged > 0 ? 'paid' : 'open');
      if (charged === 0) expect((await pay(again, 'order-1')).status).toBe(200);
      expect(await again.backend.orders.read('order-1')).toMatchObject({ state: 'paid' });
      expect(charged + authorizationsAt(again).length).toBe(1);
      await again.backend.close();
    });
  }
});
