import type { OrderChange, OrderRecord, ProblemReport } from '../../../src/server.js';
import type { CheckoutSnapshot } from '../../../src/payment.js';
import { TEST_CARDS } from '../../../src/sandbox.js';
import type { Message } from '../engine/network.js';
import type { Owner } from '../engine/scheduler.js';
import type { Page } from '../players/page.js';
import type { Tab } from '../players/browser.js';
import { scanForCards, type CardScan } from './card-scan.js';
import { logChanges, type ChangeLog } from './change-log.js';
import { watchBaskets, type Baskets } from './baskets.js';
import { watchCharges, type Charges } from './charges.js';
import { isCharge, orderOf, type Booked, type GatewayWithBooks } from './gateway.js';
import { PAID, watchMoney, type Money } from './money.js';
import { watchOutcomes } from './outcomes.js';
import { watchCalls } from './page-calls.js';
import { watchLimits } from './page-limits.js';
import { watchSetAside } from './set-aside.js';
import { allows } from './setup.js';
import { InjectedError, type Sim } from './sim.js';
import { isAtRest } from './steps.js';
import type { Command, WatchedPage } from './watched-page.js';

/** Watches a world: everything that pages, processes and the gateway show, and the invariants of each step. */
export interface Monitor {
  opened(page: Page, order: string): void;
  shown(page: Page, snapshot: CheckoutSnapshot): void;
  /** The shopper does something in a page. */
  commanded(page: Page, command: Command): void;
  /** The page leaves for the address of a redirect payment. */
  leaves(page: Page, url: string): void;
  /** The checkout of a page was stopped, and has left no timer. */
  stopped(page: Page): void;
  /** The promise of `pay` has rejected, which it must not. */
  payRejected(page: Page, error: unknown): void;
  /** The `fetch` of a tab, which remembers the transactions that the tab pays with. */
  watched(tab: Tab): typeof globalThis.fetch;
  readonly cards: CardScan;
  readonly charges: Charges;
  readonly money: Money;
  readonly baskets: Baskets;
  readonly changes: ChangeLog;
  /** The gateway takes or returns money. */
  booked(entry: Booked): void;
  /** A message of the gateway that a stranger may have seen. */
  sawMessage(message: Message): void;
  messagesOf(order: string): readonly Message[];
  lastTransaction(order: string): string | undefined;
  lastKeyed(order: string): Message | undefined;
  lastRedirect(order: string): string | undefined;
  written(record: OrderRecord, before: OrderRecord | undefined, process: Owner): void;
  changed(order: OrderRecord, change: OrderChange): void;
  problem(problem: ProblemReport): void;
  /** Checks that no page stays in a step for longer than the step's limit. */
  checkPages(): void;
  /** True while a page has to change by itself: its step has an end, or its order has one that it does not show yet. */
  isUnsettled(watched: WatchedPage): boolean;
  /** Pages with their last steps, for the checks at the end. */
  readonly pages: ReadonlyMap<Page, WatchedPage>;
  /** Transitions of the order's table that were taken. */
  readonly orderEvents: ReadonlyMap<string, number>;
  record(order: string): OrderRecord | undefined;
}

const NOT_ENROLLED = TEST_CARDS.filter(({ behaviour }) => behaviour === 'not-enrolled').map(({ number }) => number);

/**
 * The idempotency key of the call that has written a record: each of its writes renews its lease. Two writes at the
 * same time differ in nothing else.
 */
function keyOfWriter({ answers }: OrderRecord): string | undefined {
  const running = Object.entries(answers).filter(([, { answer, problem }]) => !answer && !problem);
  const renewedAt = ([, one]: (typeof running)[number]) => one.renewedAt ?? '';
  return running.sort((one, other) => (renewedAt(one) < renewedAt(other) ? 1 : -1))[0]?.[0];
}

/** The fields of a record that differ from those before, and of lists only what was added. The rest was scanned. */
function changesIn(record: OrderRecord, before: OrderRecord | undefined): unknown {
  if (!before) return record;
  return Object.entries(record).flatMap(([name, value]: [string, unknown]) => {
    const known: unknown = before[name as keyof OrderRecord];
    if (known === value) return [];
    if (!Array.isArray(value) || !Array.isArray(known)) return [[name, value] as const];
    return [[name, value.filter((one) => !known.includes(one))] as const];
  });
}

export function createMonitor(sim: Sim, booksOf: () => GatewayWithBooks): Monitor {
  const { scheduler } = sim;
  const pages = new Map<Page, WatchedPage>();
  const cards = scanForCards(sim.violate);
  const charged = watchCharges(sim, booksOf);
  const changes = logChanges(sim);
  const setAside = watchSetAside(sim, booksOf);
  const messages = new Map<string, Message[]>();
  const records = new Map<string, OrderRecord>();
  const money = watchMoney(sim, booksOf, (order) => records.get(order));
  const recordOf = (order: string) => records.get(order);
  const baskets = watchBaskets(sim, recordOf);
  const calls = watchCalls(sim, baskets.authenticates);
  const limits = watchLimits(sim, booksOf, recordOf);
  const outcomes = watchOutcomes({ sim, booksOf, pages, cards, charges: charged, calls, recordOf });
  const orderEvents = new Map<string, number>();

  /** At its limit of cards, an order takes only the first card of a page (docs/limits.md). */
  function checkCards({ id, counts }: OrderRecord, before: OrderRecord): void {
    const [known = 0, pages = []] = [before.counts?.cards, before.counts?.pageKeys];
    const { cardsPerOrder: limit } = sim.setup.limits;
    if (limit === undefined || known < limit || (counts?.cards ?? 0) <= known) return;
    const page = counts?.pageKeys?.at(-1) ?? '';
    if (page === '' || pages.includes(page))
      sim.violate('charged-by-right', `${id}: card ${counts?.cards} is tried, and the limit is ${limit}`);
  }

  return {
    pages,
    changes,
    orderEvents,
    cards,
    charges: charged,
    money,
    baskets,
    booked(entry) {
      baskets.booked(entry);
      if (isCharge(entry)) charged.booked(entry);
      else money.booked(entry);
      if (entry.kind !== 'card') return;
      const record = records.get(orderOf(entry.gatewayOrderId));
      const attempt = record?.attempts.find((one) => one.gatewayOrderId === entry.gatewayOrderId);
      const transaction = (attempt?.kind === 'card' && attempt.serverTransId) || '';
      const needsNone =
        allows(sim.setup, 'notEnrolled', orderOf(entry.gatewayOrderId)) && NOT_ENROLLED.includes(entry.card ?? '');
      const { isApproved, shiftsLiability } = booksOf().transactions;
      if (!(transaction === '' && needsNone) && !isApproved(transaction, entry.card))
        sim.violate('charged-by-right', `${entry.gatewayOrderId} is charged, and no transaction of it was approved`);
      const isShifted = shiftsLiability(transaction) && !entry.isExempt;
      if (record?.liabilityShift === true && !isShifted)
        sim.violate('liability', `${entry.gatewayOrderId} claims a liability shift without proof or with an exemption`);
      outcomes.charged(entry, transaction);
    },
    record: recordOf,
    opened(page, order) {
      const { step, preparation } = page.checkout.snapshot;
      const since = scheduler.now();
      pages.set(page, { order, step, since, preparation, preparingSince: since, reasons: ['its opening'] });
    },
    shown(page, snapshot) {
      const watched = pages.get(page);
      if (!watched) return;
      const { step, preparation } = snapshot;
      if (watched.preparation !== preparation) {
        limits.checkPreparation(page, watched);
        watched.preparation = preparation;
        watched.preparingSince = scheduler.now();
      }
      if (watched.step !== step) {
        limits.checkStep(page, watched);
        sim.note(page.tab.owner.name, `step ${step}`);
        if (isAtRest(step) && page.tab.hasChallenge())
          sim.violate('nothing-left', `${page.tab.owner.name} is at ${step} with the frame of a challenge`);
      }
      outcomes.shown(page, watched, snapshot);
      if (watched.step !== step) Object.assign(watched, { step, since: scheduler.now() });
    },
    commanded(page, command) {
      const watched = pages.get(page);
      if (!watched) return;
      if (command === 'reopen') page.tab.reopened++;
      outcomes.commanded(watched, command);
      if (command === 'pay' || command === 'redirect') baskets.read(page);
    },
    leaves(page, url) {
      baskets.leaves(page, url);
      setAside.leaves(page, url);
    },
    stopped({ tab, timers }) {
      const waiting = scheduler.waiting(timers);
      if (waiting > 0) sim.violate('nothing-left', `${tab.owner.name} has ${waiting} timers after its end`);
    },
    payRejected: (page, error) =>
      sim.violate('no-internal-error', `${page.tab.owner.name}: pay rejects with ${String(error)}`),
    watched: (tab) => calls.watched(tab, () => [...pages].find(([page]) => page.tab === tab)?.[1]),
    sawMessage(message) {
      const text = message.body ?? message.url;
      const order = orderOf(/orderid=([^&]+)/.exec(text)?.[1] ?? '');
      messages.set(order, [...(messages.get(order) ?? []), message]);
    },
    messagesOf: (order) => messages.get(order) ?? [],
    lastTransaction: calls.lastTransaction,
    lastKeyed: calls.lastKeyed,
    lastRedirect: (order) => records.get(order)?.attempts.findLast(({ kind }) => kind === 'redirect')?.gatewayOrderId,
    written(record, before, process) {
      records.set(record.id, record);
      changes.written(record, before);
      outcomes.written(record, before);
      for (const { kind, gatewayOrderId } of record.attempts.slice(before?.attempts.length ?? 0)) {
        const key = keyOfWriter(record);
        if (kind === 'redirect' && key !== undefined) charged.recorded(gatewayOrderId, key);
      }
      setAside.written(record);
      money.written(record, before, process);
      if (before) checkCards(record, before);
      baskets.written(record, before);
      cards.scan(`the record of ${record.id}`, JSON.stringify(changesIn(record, before)));
      if (record.changeCount > (before?.changeCount ?? 0)) {
        for (const change of record.changes.filter(({ sequence }) => sequence > (before?.changeCount ?? 0))) {
          if (change.kind !== 'state') continue;
          const name = `${change.from} ${change.event}`;
          orderEvents.set(name, (orderEvents.get(name) ?? 0) + 1);
          sim.note('store', `${record.id} is ${change.to} by ${change.event}`);
        }
      }
      if (before && PAID.includes(before.state) && !PAID.includes(record.state))
        sim.violate('paid-when-charged', `${record.id} was ${before.state} and is ${record.state}`);
      const isNew = PAID.includes(record.state) && !(before && PAID.includes(before.state));
      if (isNew && booksOf().charges(record.id).length === 0)
        sim.violate('paid-when-charged', `${record.id} is ${record.state} and nothing was charged`);
      const isConfirmed = record.state === 'authenticated' && before?.state !== 'authenticated';
      if (isConfirmed && !booksOf().transactions.isCardConfirmed(record.id))
        sim.violate('no-false-success', `${record.id} is authenticated and no transaction of it was approved`);
    },
    changed(order, change) {
      cards.scan(`a change of ${order.id}`, JSON.stringify([order, change]));
      changes.received(order, change);
    },
    problem({ code, order = '', cause }) {
      cards.scanError(`the problem ${code}`, cause);
      if (code === 'internal-error' && !(cause instanceof InjectedError))
        sim.violate(
          'no-internal-error',
          `${code} of ${order}: ${cause instanceof Error ? cause.stack : String(cause)}`,
        );
    },
    checkPages() {
      for (const [page, watched] of pages) if (page.isOpen) limits.check(page, watched);
    },
    isUnsettled: limits.isUnsettled,
  };
}
