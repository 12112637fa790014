import { StoreBusyError, type OrderRecord, type OrderStore, type VersionedRecord } from '../../../src/server.js';
import { storeInMemory } from '../../server/adapters/store/memory-order-store.js';
import type { Owner } from '../engine/scheduler.js';
import type { CardScan } from './card-scan.js';
import { InjectedError, type Sim } from './sim.js';
import { WEIGHTS } from '../engine/weights.js';

/** The store that all processes of a world share. */
export interface SharedStore {
  /** The store without faults, for checks. */
  readonly inner: OrderStore;
  /** Returns the store as one process reaches it. */
  connect(process: Owner, interrupt: Interrupt): OrderStore;
}

/**
 * Ends a process now and then, before or after a call, or lets it stand still. Returns undefined when it continues at
 * once.
 */
type Interrupt = (point: 'kill-before-store' | 'kill-after-store') => Promise<void> | undefined;

/** Every record that was written, in order, with the process that has written it. */
export type OnWritten = (record: OrderRecord, before: OrderRecord | undefined, process: Owner) => void;

/** The longest jump of the clock within the bounds, and beyond them, in milliseconds. */
const JUMP = 55_000;
const FAR_JUMP = 900_000;

/** A write that was done and has not resolved yet: other processes may still read what was there before. */
interface Unresolved {
  readonly writer: Owner;
  readonly before: VersionedRecord;
}

export function createSharedStore(sim: Sim, cards: CardScan, onWritten: OnWritten): SharedStore {
  const { scheduler, faults } = sim;
  let offset = 0;
  let downUntil = 0;
  const now = () => new Date(scheduler.now() + offset);
  const inner = storeInMemory(now, frozen);
  /** Part of the calls that take time: two calls can pass each other then. */
  const share = sim.dice('store').pick([0.1, 0.5, 0.9]);
  const unresolved = new Map<string, Unresolved>();

  /** Lets the clock jump. Reads return the time as well. */
  function jumpNowAndThen(): void {
    if (!faults.draw('clock', 'now', { weight: WEIGHTS.store.clock })) return;
    const most = sim.isBeyond ? FAR_JUMP : JUMP;
    // Back and forth: the clock is at most one jump away from the time.
    offset = offset === 0 ? sim.dice('jump').between(-most, most) : 0;
    sim.note('store', `clock jumps to ${offset} ms`);
  }

  function connect(process: Owner, interrupt: Interrupt): OrderStore {
    /** A call that a killed process began never resolves for it. */
    async function call<Value>(name: string, work: () => Promise<Value>, order?: string): Promise<Value> {
      const dice = faults.dice(`store ${name}`);
      // An await of undefined would change the order of what happens at one moment.
      const before = interrupt('kill-before-store');
      if (before) await before;
      if (dice.chance(share)) await scheduler.sleep(process, dice.between(1, 40));
      if (!process.isAlive) return new Promise(() => undefined);
      const isWrite = name === 'insert' || name === 'replace';
      const fault = faults.draw('store', name, { weight: WEIGHTS.store.call, among: isWrite ? WRITE : READ });
      if (fault !== undefined) sim.note(process.name, `store ${name} ${order ?? ''}: ${fault}`);
      if (fault === 'outage') downUntil = scheduler.now() + dice.between(500, 40_000);
      if (scheduler.now() < downUntil && !faults.isHealed) throw new InjectedError('The store is down.');
      if (fault === 'busy') throw new StoreBusyError('The store is busy.');
      if (fault === 'error-before') throw new InjectedError('The store failed.');
      if (fault === 'slow') await scheduler.sleep(process, dice.between(500, 6000));
      const value = await work();
      if (fault === 'error-after') throw new InjectedError('The connection to the store broke.');
      if (fault === 'stale') await scheduler.sleep(process, dice.between(20, 2000));
      const after = interrupt('kill-after-store');
      if (after) await after;
      if (!process.isAlive) return new Promise(() => undefined);
      return value;
    }

    return {
      insert: (record) =>
        call(
          'insert',
          async () => {
            const isNew = await inner.insert(record);
            if (isNew) onWritten(record, undefined, process);
            return isNew;
          },
          record.id,
        ),
      read: (id) =>
        call('read', async () => {
          jumpNowAndThen();
          const hidden = unresolved.get(id);
          const isHidden = hidden && hidden.writer !== process && hidden.writer.isAlive;
          // The write of a process that stands still has reached the others.
          return isHidden && !scheduler.standsStill(hidden.writer) ? { ...hidden.before, at: now() } : inner.read(id);
        }),
      async replace(record, revision) {
        let mine: Unresolved | undefined;
        try {
          return await call(
            'replace',
            async () => {
              const before = await inner.read(record.id);
              const isDone = await inner.replace(record, revision);
              if (isDone && before) {
                onWritten(record, before.record, process);
                mine = { writer: process, before };
                unresolved.set(record.id, mine);
              }
              return isDone;
            },
            record.id,
          );
        } finally {
          if (mine && unresolved.get(record.id) === mine) unresolved.delete(record.id);
        }
      },
      list: (options) => call('list', () => inner.list(options)),
      countOrders: (filter) => call('countOrders', () => inner.countOrders(filter)),
      due: (options) => call('due', () => inner.due(options)),
      now: () =>
        call('now', () => {
          jumpNowAndThen();
          return Promise.resolve(now());
        }),
      addToCounter(key, options) {
        cards.scan('the key of a counter', key);
        return call('addToCounter', () => inner.addToCounter(key, options));
      },
      prune: (options) => call('prune', () => inner.prune(options)),
    };
  }

  return { inner, connect };
}

const READ = ['busy', 'error-before', 'slow'] as const;
const WRITE = ['busy', 'error-before', 'error-after', 'slow', 'stale', 'outage'] as const;

/** Keeps a record without a copy: an attempt to change it fails. */
export function frozen<Value>(value: Value): Value {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  Object.values(value).forEach(frozen);
  return Object.freeze(value);
}
