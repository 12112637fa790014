import { ok } from 'node:assert/strict';
import type { OrderStore } from '../../../book/order-store.js';

/** An empty database for one check. */
export interface StoreUnderTest {
  /** Returns a store on the database. Each call returns a handle of its own, as another process would have it. */
  open(): OrderStore | Promise<OrderStore>;
  /** Moves the store's clock. Default: the check waits until `now` has advanced by a few milliseconds. */
  advance?(ms: number): void | Promise<void>;
}

/** Creates an empty database. Called once by each check. */
export type MakeStore = () => StoreUnderTest | Promise<StoreUnderTest>;

/** One rule of the order store's contract. */
export interface StoreCheck {
  /** The rule, as the title of a test. */
  readonly name: string;
  /** Rejects when the store breaks the rule. */
  readonly run: (makeStore: MakeStore, waits?: CheckWaits) => Promise<void>;
}

/** Wait for the clock of a store without `advance`. */
export interface CheckWaits {
  /** Resolves after `ms` milliseconds. Default: a promise on `setTimeout`. */
  readonly pause?: (ms: number) => Promise<void>;
  /** Maximum number of pauses of 5 ms. Default: 200. */
  readonly maxPauses?: number;
}

/** Between two readings of the clock, in milliseconds. */
const PAUSE = 5;

const timer = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** The handles and the clock of one check. */
export interface CheckContext {
  /** Opens another handle, which is closed after the check. */
  readonly open: () => Promise<OrderStore>;
  /** Ends when the store's clock has passed this time. */
  readonly pass: (time: Date) => Promise<void>;
  /** Duration of a counter that `pass` may wait for, in milliseconds. */
  readonly shortTime: number;
}

/** A check that opens as many handles as it needs. */
export function storeCheck(name: string, work: (context: CheckContext) => Promise<void>): StoreCheck {
  return {
    name,
    async run(makeStore, { pause = timer, maxPauses = 200 } = {}) {
      const made = await makeStore();
      const handles: OrderStore[] = [];
      const open = async () => {
        const store = await made.open();
        handles.push(store);
        return store;
      };
      const pass = async (time: Date) => {
        const store = handles[0] ?? (await open());
        if (made.advance) {
          const now = await store.now();
          return made.advance(Math.max(0, time.getTime() - now.getTime()));
        }
        for (let pauses = 0; (await store.now()) < time; pauses++) {
          ok(pauses < maxPauses, 'now() does not advance; provide advance(ms)');
          await pause(PAUSE);
        }
      };
      try {
        await work({ open, pass, shortTime: made.advance ? 60_000 : 20 });
      } finally {
        for (const store of handles) await store.close?.();
      }
    },
  };
}

/** Calls `work` `count` times at once. */
export function atOnce<Result>(count: number, work: (index: number) => Promise<Result>): Promise<Result[]> {
  return Promise.all(Array.from({ length: count }, (_, index) => work(index)));
}
