import type { OrderChange, OrderRecord, ProblemReport } from '../../../src/server.js';
import type { CheckoutSnapshot, Outcome } from '../../../src/payment.js';
import type { Message } from '../engine/network.js';
import type { Page } from '../players/shopper.js';
import type { Tab } from '../players/browser.js';
import { orderOf, type Booked, type SimulatedBooks } from './gateway.js';
import type { Sim } from './sim.js';
import { watchCalls } from './page-calls.js';

/** Watches a world: everything that pages, processes and the gateway show, and the invariants of each step. */
export interface Monitor {
  opened(page: Page, order: string): void;
  shown(page: Page, order: string, snapshot: CheckoutSnapshot): void;
  /** The shopper has begun something, which may have an outcome of its own. */
  commanded(page: Page): void;
  failed(page: Page, error: unknown): void;
  /** The `fetch` of a tab, which remembers the transactions that the tab pays with. */
  watched(tab: Tab): typeof globalThis.fetch;
  usesCard(number: string): void;
  /** A message of the gateway that a stranger may have seen. */
  sawMessage(message: Message): void;
  messagesOf(order: string): readonly Message[];
  lastTransaction(order: string): string | undefined;
  lastRedirect(order: string): string | undefined;
  written(record: OrderRecord, before: OrderRecord | undefined): void;
  booked(entry: Booked): void;
  changed(order: OrderRecord, change: OrderChange): void;
  problem(problem: ProblemReport): void;
  /** Checks that a text has no card number. */
  scan(place: string, text: string): void;
  /** Checks that no page stays in a step for longer than the step's limit. */
  checkPages(): void;
  /** Pages with their last steps, for the checks at the end. */
  readonly pages: ReadonlyMap<Page, WatchedPage>;
  readonly changes: readonly { readonly order: string; readonly change: OrderChange }[];
  /** Transitions of the order's table that were taken. */
  readonly orderEvents: ReadonlyMap<string, number>;
  record(order: string): OrderRecord | undefined;
}

export interface WatchedPage {
  readonly order: string;
  step: CheckoutSnapshot['step'];
  since: number;
  /** Outcome events that the page may still send. */
  credit: number;
  last?: Outcome['status'];
  outcomes: number;
  /** Since when the page has shown `pending` although the order has an end, in a healed world. */
  staleSince?: number;
}

/** Time for a timer that is due, in milliseconds. */
const GRACE = 5000;

/** The limits of the steps in milliseconds. They are not read from the state tables, because they check them. */
const LIMITS: Partial<Record<CheckoutSnapshot['step'], number>> = {
  'reading-order': 30_000,
  'awaiting-preparation': 45_000,
  authenticating: 90_000,
  'opening-challenge': 30_000,
  'leaving-challenge': 90_000,
  challenging: 600_000,
  'checking-challenge': 600_000,
  'awaiting-issuer': 700_000,
  'reading-result': 90_000,
  initiating: 45_000,
  resuming: 45_000,
  switching: 45_000,
  redirecting: 30_000,
  'reading-status': 30_000,
  'awaiting-status': 60_000,
};
/** The longest way of an answer through the network, in milliseconds. */
const ON_ITS_WAY = 300_000;

/** Steps from which a page reaches `outcome` by the payment that it has made itself. */
const OWN_PAYMENT: readonly CheckoutSnapshot['step'][] = [
  'awaiting-preparation',
  'authenticating',
  'leaving-challenge',
  'checking-challenge',
  'awaiting-issuer',
  'reading-result',
  'initiating',
];

const FAILURES: readonly Outcome['status'][] = ['declined', 'not-authenticated', 'cancelled', 'failed'];
const PAID: readonly OrderRecord['state'][] = ['paid', 'partly-refunded', 'refunded'];

export function createMonitor(sim: Sim, booksOf: () => SimulatedBooks): Monitor {
  const { scheduler } = sim;
  const pages = new Map<Page, WatchedPage>();
  const cards = new Set<string>();
  const messages = new Map<string, Message[]>();
  const records = new Map<string, OrderRecord>();
  const calls = watchCalls(sim);
  const changes: { order: string; change: OrderChange }[] = [];
  const orderEvents = new Map<string, number>();

  function attemptOf({ gatewayOrderId }: Booked) {
    return records
      .get(orderOf(gatewayOrderId))
      ?.attempts.find((one) => one.kind !== 'refund' && one.gatewayOrderId === gatewayOrderId);
  }

  /** True for an attempt that the order did not wait for any more when it took the money. */
  function isLate(charge: Booked): boolean {
    const attempt = attemptOf(charge);
    if (!attempt || attempt.kind === 'refund') return false;
    if (attempt.setAside) return true;
    const { step } = attempt.progress;
    const wasLate = records.get(orderOf(charge.gatewayOrderId))?.history.some((entry) => wasSetAside(entry, charge));
    return step === 'failed' || step === 'not-started' || wasLate === true || (sim.isBeyond && step === 'ended');
  }

  /** `stepSince` is the time at which the step began that has led to the outcome. */
  function checkOutcome(page: Page, order: string, outcome: Outcome, stepSince: number): void {
    const watched = pages.get(page);
    if (!watched) return;
    const { name } = page.tab.owner;
    sim.note(name, `outcome ${outcome.code}`);
    watched.outcomes++;
    if (watched.credit <= 0 || watched.last === outcome.status)
      sim.violate('one-outcome', `${name} reports ${outcome.code} a second time`);
    watched.credit--;
    watched.last = outcome.status;
    if (outcome.status === 'pending' || outcome.status === 'in-doubt') watched.credit++;
    scan(`the outcome of ${name}`, JSON.stringify(outcome));
    scan(`the trace of ${name}`, JSON.stringify(page.checkout.snapshot.trace));
    const charges = booksOf().charges(order);
    if (outcome.status === 'paid' && charges.length === 0)
      sim.violate('no-false-success', `${name} reports ${outcome.code} and nothing was charged`);
    if (!FAILURES.includes(outcome.status)) return;
    const own = calls.transactionOf(page.tab);
    if (own !== undefined && isInDoubt(order, own))
      sim.violate('no-false-failure', `${name} reports ${outcome.code} and its own payment is in doubt`);
    for (const charge of charges) {
      const attempt = attemptOf(charge);
      const isOwn = attempt?.kind === 'card' && attempt.serverTransId !== null && attempt.serverTransId === own;
      // A page knows of a payment in another tab when it can read the order, which it tries before it reports a failure.
      const isKnowable = page.tab.lostReadAt < stepSince;
      const isOld =
        charge.kind === 'redirect' && isKnowable && charge.at < scheduler.now() - ON_ITS_WAY && !isLate(charge);
      if (isOwn || isOld)
        sim.violate('no-false-failure', `${name} reports ${outcome.code} and ${charge.gatewayOrderId} is charged`);
    }
  }

  function scan(place: string, text: string): void {
    for (const number of cards) if (text.includes(number)) sim.violate('card-number', `${place} has a card number`);
  }

  return {
    pages,
    changes,
    orderEvents,
    record: (order) => records.get(order),
    scan,
    opened(page, order) {
      const { step } = page.checkout.snapshot;
      pages.set(page, { order, step, since: scheduler.now(), credit: 1, outcomes: 0 });
    },
    shown(page, order, snapshot) {
      const watched = pages.get(page);
      if (!watched) return;
      const { step, outcomeToReport } = snapshot;
      const { step: from, since } = watched;
      if (from !== step) {
        checkAlarm(page, watched, snapshot);
        checkLimit(page, watched);
        watched.step = step;
        watched.since = scheduler.now();
        sim.note(page.tab.owner.name, `step ${step}`);
      }
      if (outcomeToReport) checkOutcome(page, order, outcomeToReport, since);
      else if (step === 'outcome' && OWN_PAYMENT.includes(from))
        sim.violate('one-outcome', `${page.tab.owner.name} ends a payment without an outcome event`);
    },
    commanded(page) {
      const watched = pages.get(page);
      if (!watched) return;
      watched.credit = 1;
      delete watched.last;
    },
    failed: (page, error) =>
      sim.violate('no-internal-error', `${page.tab.owner.name}: pay rejects with ${String(error)}`),
    watched: (tab) => calls.watched(tab, () => [...pages].find(([page]) => page.tab === tab)?.[1]),
    usesCard: (number) => void cards.add(number),
    sawMessage(message) {
      const text = message.body ?? message.url;
      const order = orderOf(/orderid=([^&]+)/.exec(text)?.[1] ?? '');
      messages.set(order, [...(messages.get(order) ?? []), message]);
    },
    messagesOf: (order) => messages.get(order) ?? [],
    lastTransaction: calls.lastTransaction,
    lastRedirect: (order) => records.get(order)?.attempts.findLast(({ kind }) => kind === 'redirect')?.gatewayOrderId,
    written(record, before) {
      records.set(record.id, record);
      scan(`the record of ${record.id}`, JSON.stringify(record));
      if (record.changeCount > (before?.changeCount ?? 0)) {
        for (const change of record.changes.filter(({ sequence }) => sequence > (before?.changeCount ?? 0))) {
          if (change.kind !== 'state') continue;
          const name = `${change.from} ${change.event}`;
          orderEvents.set(name, (orderEvents.get(name) ?? 0) + 1);
          sim.note('store', `${record.id} is ${change.to} by ${change.event}`);
        }
      }
      const isNew = PAID.includes(record.state) && !(before && PAID.includes(before.state));
      if (isNew && booksOf().charges(record.id).length === 0)
        sim.violate('paid-when-charged', `${record.id} is ${record.state} and nothing was charged`);
    },
    booked(entry) {
      if (entry.kind === 'refund' || sim.isBeyond) return;
      const order = orderOf(entry.gatewayOrderId);
      const others = booksOf()
        .charges(order, entry.at)
        .filter((one) => one.gatewayOrderId !== entry.gatewayOrderId);
      if (others.length > 0 && !isLate(entry) && !others.every(isLate))
        sim.violate('charged-once', `${order} is charged by ${entry.gatewayOrderId} and ${others[0]?.gatewayOrderId}`);
    },
    changed: (order, change) => void changes.push({ order: order.id, change }),
    problem({ code, order = '', cause }) {
      const { message = '', stack = '' } = cause instanceof Error ? cause : {};
      scan(`the problem ${code}`, `${message} ${stack} ${JSON.stringify(cause) ?? ''}`);
      if (code === 'internal-error' && /^(TypeError|RangeError|ReferenceError)/.test(stack))
        sim.violate('no-internal-error', `${code} of ${order}: ${stack}`);
    },
    checkPages() {
      for (const [page, watched] of pages) {
        if (!page.isOpen) continue;
        checkLimit(page, watched);
        checkStale(page, watched);
      }
    },
  };

  /** True while the attempt of a transaction may take money, and the order waits for it. */
  function isInDoubt(order: string, transaction: string): boolean {
    const attempts = records.get(order)?.attempts ?? [];
    return attempts.some(
      (one) =>
        one.kind === 'card' &&
        one.serverTransId === transaction &&
        !one.setAside &&
        (one.progress.step === 'sent' || one.progress.step === 'unresolved'),
    );
  }

  function checkLimit(page: Page, { step, since }: WatchedPage): void {
    const most = LIMITS[step];
    if (most !== undefined && scheduler.now() - since > most + GRACE)
      sim.violate('page-ends', `${page.tab.owner.name} is at ${step} for ${scheduler.now() - since} ms`);
  }

  /** A page that has received every answer in time does not report a missing one. */
  function checkAlarm(
    page: Page,
    { step: from, since }: WatchedPage,
    { step, outcomeToReport }: CheckoutSnapshot,
  ): void {
    if (step !== 'unreachable' && outcomeToReport?.code !== 'backend-unanswered') return;
    const isLate = scheduler.now() - since >= (LIMITS[from] ?? 0);
    if (!isLate && page.tab.troubledAt < since)
      sim.violate('no-false-alarm', `${page.tab.owner.name} reports a missing answer at ${from}`);
  }

  /** A page of a healed world that shows an unfinished payment follows its order. */
  function isStale({ step, last, order }: WatchedPage): boolean {
    const state = records.get(order)?.state;
    if (!sim.faults.isHealed || state === undefined) return false;
    // The call of a payment without an answer may still be on its way: an order that can be paid proves nothing then.
    return (
      (step === 'pending' && state !== 'pending') || (step === 'outcome' && last === 'in-doubt' && PAID.includes(state))
    );
  }

  function checkStale(page: Page, watched: WatchedPage): void {
    const { state } = records.get(watched.order) ?? {};
    if (!isStale(watched)) {
      delete watched.staleSince;
      return;
    }
    watched.staleSince ??= scheduler.now();
    if (scheduler.now() - watched.staleSince > 180_000)
      sim.violate('page-ends', `${page.tab.owner.name} shows an unfinished payment and the order is ${state}`);
  }
}

function wasSetAside(entry: object, { gatewayOrderId }: Booked): boolean {
  const { event, orderId } = entry as { event?: string; orderId?: string };
  return (
    orderId === gatewayOrderId &&
    (event === 'redirect-set-aside' || event === 'redirect-unanswered' || event === 'redirect-failed')
  );
}
