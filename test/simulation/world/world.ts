import { diceOf, hash32 } from '../engine/dice.js';
import { createFaults, type TakenFault } from '../engine/faults.js';
import { createNetwork, type Message, type Network, type Reply } from '../engine/network.js';
import { createScheduler } from '../engine/scheduler.js';
import { createBrowser } from '../players/browser.js';
import { planBasket } from '../players/basket.js';
import { employClerk } from '../players/clerk.js';
import { openShop } from '../players/shop.js';
import { payAtLast } from '../players/last-shopper.js';
import { createShopper } from '../players/shopper.js';
import { employStaff } from '../players/staff.js';
import { sendForgeries } from '../players/stranger.js';
import { checkEnd, checkPagesAtRest } from './checks.js';
import { openGateway, type GatewayWithBooks } from './gateway.js';
import { createMonitor } from './monitor.js';
import { createProcesses, uuidOf, type Processes } from './processes.js';
import { PAID } from './money.js';
import { InjectedError, type Sim, type Violation } from './sim.js';
import { drawSetup } from './setup.js';
import { createSharedStore } from './store.js';
import { WEIGHTS } from '../engine/weights.js';

export interface WorldOptions {
  /** The run's seed and the number of the world in it. */
  readonly seed: string;
  /** Faults beyond the bounds that the documents promise. */
  readonly isBeyond?: boolean;
  /** Orders of the world. Default: drawn from the seed. */
  readonly orders?: number;
  /** Keys of faults that are left out. */
  readonly without?: ReadonlySet<string>;
  /** Kinds of faults, or hops, that do not happen, such as one that was added after a world was kept. */
  readonly lacks?: readonly string[];
  /** Keeps the lines of the trace. Their hash is computed in any case. */
  readonly keepTrace?: boolean;
}

export interface WorldResult {
  readonly seed: string;
  readonly orders: number;
  readonly hash: number;
  readonly violations: readonly Violation[];
  readonly faults: readonly TakenFault[];
  readonly trace: readonly string[];
  readonly timers: number;
  readonly kills: number;
  readonly orderEvents: ReadonlyMap<string, number>;
  readonly outcomes: ReadonlyMap<string, number>;
  readonly states: ReadonlyMap<string, number>;
  readonly secondPayments: number;
}

const START = Date.parse('2026-11-20T12:00:00Z');
const SECOND = 1000;
const MINUTE = 60 * SECOND;

/** Acts of persons that need a longer world, in milliseconds. */
const LONG_ACTS: Readonly<Record<string, number>> = {
  'abandon-for-an-hour': 65 * MINUTE,
  hesitate: 20 * MINUTE,
  'return-late': 11 * MINUTE,
  settle: 7 * MINUTE,
  reopen: 9 * MINUTE,
};

const RATES = [0, 0.02, 0.05, 0.05, 0.1, 0.1, 0.2, 0.3];

/** Plays one world to its end, and checks its invariants. */
export async function playWorld({
  seed,
  isBeyond = false,
  without,
  lacks = [],
  keepTrace = false,
  ...options
}: WorldOptions): Promise<WorldResult> {
  const setup = drawSetup(seed, lacks);
  const { orders = setup.orders } = options;
  const scheduler = createScheduler(START);
  const plan = diceOf(`${seed}|plan`);
  const violations: Violation[] = [];
  const trace: string[] = [];
  let hash = 0;
  let ids = 0;
  const note = (actor: string, text: string) => {
    const line = `${((scheduler.now() - START) / SECOND).toFixed(3).padStart(10)} ${actor}: ${text}`;
    hash = hash32(line, hash);
    if (keepTrace) trace.push(line);
  };
  const faults = createFaults({
    seed,
    rate: plan.pick(RATES),
    lacks,
    ...(without ? { without } : {}),
    onTaken: ({ hop, fault, key }) => note('fault', `${hop}: ${fault} (${key})`),
  });
  const network: Network = createNetwork({ scheduler, faults, isBeyond });
  const sim: Sim = {
    scheduler,
    faults,
    isBeyond,
    setup,
    note,
    dice: (label) => faults.dice(label),
    uuid: () => uuidOf(`${seed} ${++ids}`),
    violate(invariant, text) {
      note('invariant', `${invariant}: ${text}`);
      violations.push({ invariant, text });
    },
    network: {
      exchange: (exchange) => network.exchange(monitor.cards.watched(exchange)),
    },
  };
  const monitor = createMonitor(sim, () => books);
  const store = createSharedStore(sim, monitor.cards, (record, before, process) => {
    monitor.written(record, before, process);
    for (const person of [...clerks, ...staff]) person.written(record, before);
  });
  const toBackend = (message: Message, gone?: AbortSignal) => processes.deliver(message, gone);
  const books: GatewayWithBooks = openGateway(
    sim,
    deliverStatus,
    (entry) => {
      monitor.booked(entry);
      for (const clerk of clerks) clerk.booked(entry);
    },
    monitor.record,
  );
  const processes: Processes = createProcesses({
    sim,
    store,
    count: plan.pick([2, 2, 3, 4]),
    toGateway: books.deliver,
    onRequest(message, process) {
      monitor.money.requested(message, process);
      monitor.baskets.requested(message);
    },
    onPaymentCall: monitor.charges.begun,
    onChange: receiveChange,
    onProblem: (problem) => {
      note(
        'problem log',
        `${problem.code} ${problem.cause instanceof Error ? problem.cause.message : ''}`.slice(0, 160),
      );
      monitor.problem(problem);
    },
  });
  const browser = createBrowser(sim);
  const restore = browser.install();

  /** A status message, from the gateway to the backend. */
  function deliverStatus(message: Message): Promise<Reply> {
    monitor.sawMessage(message);
    return network.exchange({
      hop: 'gateway-backend',
      label: 'status',
      from: books.owner,
      message,
      deliver: toBackend,
    });
  }

  /** The shop's own listener, which is slow and fails now and then. */
  async function receiveChange(...[order, change]: Parameters<typeof monitor.changed>): Promise<void> {
    const fault = faults.draw('listener', 'listener', { weight: WEIGHTS.listener });
    if (fault === 'fail') throw new InjectedError('The listener failed.');
    if (fault === 'slow') await scheduler.sleep(books.owner, sim.dice('listener').between(1000, 20_000));
    // Longer than a process may take for a delivery: another one delivers the change as well.
    if (fault === 'slow' && sim.dice('listener hangs').chance(0.3))
      await scheduler.sleep(books.owner, sim.dice('listener hangs').between(60_000, 150_000));
    monitor.changed(order, change);
  }

  const shoppers = Array.from({ length: orders }, (_one, index) => {
    const order = `order-${index + 1}`;
    return createShopper({ sim, browser, order, monitor, toBackend, toIssuer: books.deliver });
  });
  const clerks = shoppers.map((shopper) =>
    employClerk({ sim, shopper, monitor, books: () => books, processes: () => processes }),
  );
  const staff = shoppers.map(({ order }) =>
    employStaff({ sim, order, monitor, books: () => books, processes: () => processes }),
  );
  const shop = openShop({ sim, store, monitor, processes });
  try {
    note('world', JSON.stringify(setup));
    for (const { order } of shoppers) {
      note(order, JSON.stringify(setup.of(order)));
      await shop.createOrder(order);
    }
    for (const [index, shopper] of shoppers.entries()) {
      const { order } = shopper;
      scheduler.after(books.owner, sim.dice(`${order} begins`).below(20_000) * index, () => {
        shopper.begin();
        clerks[index]?.begin();
        staff[index]?.begin();
        planBasket({ sim, baskets: monitor.baskets, processes: () => processes }, order);
        books.resemble(order);
        sendForgeries(sim, browser, order, monitor, toBackend);
      });
      shop.planRefunds(order);
    }
    shop.reconcileEachMinute();
    await play();
    await settle();
    await end();
  } catch (error) {
    sim.violate('no-internal-error', error instanceof Error ? (error.stack ?? error.message) : String(error));
  } finally {
    restore();
  }
  return result();

  /** Shoppers, faults and strangers, until every page has had time for its longest limit. */
  async function play(): Promise<void> {
    const until = scheduler.now() + plan.between(3, 9) * MINUTE;
    /** The time that the acts of shoppers need, which come while they pay. */
    const longest = () => Math.max(0, ...faults.taken.map(({ fault }) => LONG_ACTS[fault] ?? 0));
    while (scheduler.now() < until + longest()) {
      await scheduler.runUntil(scheduler.now() + MINUTE);
      monitor.checkPages();
    }
  }

  /** The world heals, pages come to their end, and reconciliation runs on its timer. */
  async function settle(): Promise<void> {
    note('world', 'heals');
    faults.heal();
    for (const shopper of shoppers) shopper.rest();
    for (let minutes = 0; minutes < 16 && (minutes < 3 || !isQuiet()); minutes++) {
      await scheduler.runUntil(scheduler.now() + MINUTE);
      monitor.checkPages();
    }
    checkPagesAtRest(sim, monitor);
    for (const { pages } of shoppers) {
      for (const { checkout } of pages) checkout.stop();
      await scheduler.runUntil(scheduler.now());
      for (const page of pages.filter(({ isOpen }) => isOpen)) monitor.stopped(page);
    }
    shop.close();
    for (const ms of [6 * MINUTE, 31 * MINUTE, 6 * MINUTE]) await leap(ms);
    if (needsDay()) for (const ms of [25 * 60 * MINUTE, 6 * MINUTE]) await leap(ms);
    if ([...clerks, ...staff].filter((person) => person.settleLeft()).length > 0) await leap(6 * MINUTE);
    if (sim.dice('pays at last').chance(0.3)) await payLeft();
  }

  /** Another shopper pays each order that can be paid. One at a limit of cards takes no other card. */
  async function payLeft(): Promise<void> {
    if (setup.limits.cardsPerOrder !== undefined) return;
    const left = shoppers.filter(({ order }) => {
      const { state, suspended, expiresAt } = monitor.record(order) ?? {};
      const isPayable = (state === 'open' || state === 'failed') && !suspended && expiresAt === undefined;
      // Not every issuer can do what such an order asks for.
      return isPayable && setup.of(order).challengeRequestIndicator === undefined;
    });
    const leave = left.map(({ order }) => payAtLast({ sim, browser, order, toBackend, toIssuer: books.deliver }));
    await scheduler.runUntil(scheduler.now() + 3 * MINUTE);
    for (const [index, { order }] of left.entries()) {
      const isRefused = leave[index]?.();
      const { state = 'open' } = monitor.record(order) ?? {};
      if (!isRefused && !PAID.includes(state) && state !== 'authenticated')
        sim.violate('can-pay', `${order} is ${state} three minutes after a payment without a mistake`);
    }
    if (left.length > 0) await leap(6 * MINUTE);
  }

  function isQuiet(): boolean {
    return [...monitor.pages].every(([{ isOpen }, watched]) => !isOpen || !monitor.isUnsettled(watched));
  }

  /** A refund that the report does not list is released after a day, and a payment message may be an hour late. */
  function needsDay(): boolean {
    return shoppers.some(({ order }) => {
      const record = monitor.record(order);
      return record !== undefined && ((record.dueAt ?? record.checkAt) !== undefined || record.changes.length > 0);
    });
  }

  async function leap(ms: number): Promise<void> {
    await scheduler.runUntil(scheduler.now() + ms);
    const done = { isDone: false };
    const report = processes.call(({ orders: api }) => api.reconcile({ olderThan: 0 }));
    void report.then((value) => (done.isDone = value !== undefined));
    await scheduler.runUntil(scheduler.now() + MINUTE);
    if (!done.isDone) sim.violate('nothing-left', 'orders.reconcile does not end without an error');
  }

  /** Walks through the pages of a list, which has every order exactly once. */
  async function checkList(): Promise<void> {
    const ids: string[] = [];
    const walk = async (api: Parameters<Parameters<Processes['call']>[0]>[0]['orders']) => {
      let after: string | undefined;
      do {
        const page = await api.list({ limit: setup.limit, ...(after === undefined ? {} : { after }) });
        ids.push(...page.orders.map(({ id }) => id));
        after = page.next;
      } while (after !== undefined && ids.length < 20);
    };
    void processes.call(({ orders: api }) => walk(api));
    await scheduler.runUntil(scheduler.now() + MINUTE);
    const all = shoppers.map(({ order }) => order).join();
    if (ids.sort().join() !== all) sim.violate('settles', `the orders ${all} are listed as ${ids.join()}`);
  }

  async function end(): Promise<void> {
    await checkList();
    for (const { order } of shoppers) {
      const found = await store.inner.read(order);
      if (found) checkEnd(sim, monitor, books, found.record);
      else sim.violate('settles', `${order} is gone`);
    }
    const closing = processes.close();
    await scheduler.runUntil(scheduler.now() + 2 * MINUTE);
    await closing;
    for (const { owner } of processes.living) {
      const waiting = scheduler.waiting(owner);
      if (waiting > 0) sim.violate('nothing-left', `${owner.name} has ${waiting} timers after closing`);
    }
    if (browser.frames.size > 0) sim.violate('nothing-left', `${browser.frames.size} frames are left`);
    const listeners = browser.window.count() + browser.document.count();
    if (listeners > 0) sim.violate('nothing-left', `${listeners} listeners are left`);
    await books.close();
  }

  function result(): WorldResult {
    const outcomes = new Map<string, number>();
    const states = new Map<string, number>();
    let secondPayments = 0;
    for (const { order } of shoppers) {
      const record = monitor.record(order);
      const state = record?.state ?? 'none';
      states.set(state, (states.get(state) ?? 0) + 1);
      secondPayments += record?.flags.filter(({ kind }) => kind === 'second-payment').length ?? 0;
    }
    for (const { last } of monitor.pages.values()) {
      if (last !== undefined) outcomes.set(last, (outcomes.get(last) ?? 0) + 1);
    }
    return {
      seed,
      orders,
      hash,
      violations,
      faults: faults.taken,
      trace,
      timers: scheduler.fired(),
      kills: processes.kills,
      orderEvents: monitor.orderEvents,
      outcomes,
      states,
      secondPayments,
    };
  }
}
