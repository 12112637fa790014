import type { OrderChange, OrderRecord, ProblemReport } from '../../../src/server.js';
import type { CheckoutSnapshot, Outcome } from '../../../src/payment.js';
import { TEST_CARDS } from '../../../src/sandbox.js';
import type { Message } from '../engine/network.js';
import type { Page } from '../players/page.js';
import type { Tab } from '../players/browser.js';
import { scanForCards, type CardScan } from './card-scan.js';
import { logChanges, type ChangeLog } from './change-log.js';
import { watchCharges, type Charges } from './charges.js';
import { isCharge, orderOf, type Booked, type GatewayWithBooks } from './gateway.js';
import { bookedMoney, PAID, watchMoney, type Money } from './money.js';
import { allows } from './setup.js';
import { InjectedError, type Sim } from './sim.js';
import { isAtRest, limitOf, METHOD_LIMIT } from './steps.js';
import { watchCalls } from './page-calls.js';

/** Watches a world: everything that pages, processes and the gateway show, and the invariants of each step. */
export interface Monitor {
  opened(page: Page, order: string): void;
  shown(page: Page, order: string, snapshot: CheckoutSnapshot): void;
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
  readonly changes: ChangeLog;
  /** The gateway takes or returns money. */
  booked(entry: Booked): void;
  /** A message of the gateway that a stranger may have seen. */
  sawMessage(message: Message): void;
  messagesOf(order: string): readonly Message[];
  lastTransaction(order: string): string | undefined;
  lastRedirect(order: string): string | undefined;
  written(record: OrderRecord, before: OrderRecord | undefined): void;
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

export interface WatchedPage {
  readonly order: string;
  step: CheckoutSnapshot['step'];
  since: number;
  preparation: CheckoutSnapshot['preparation'];
  /** Time at which this state of the preparation began. */
  preparingSince: number;
  /** Outcome events that the page may still send. */
  credit: number;
  last?: Outcome['status'];
  /** True when a call of the page that may charge had no answer, and may still arrive. */
  hasUnansweredCall?: boolean;
  /** True when the last act of the shopper in the page was a check of the order. */
  hasChecked?: boolean;
  /** Since when the page has shown an unfinished payment although the order has an end, in a healed world. */
  staleSince?: number;
}

/** Time for a timer that is due, in milliseconds. */
const GRACE = 5000;

/** Acts of a shopper in a page. */
export type Command = 'pay' | 'redirect' | 'tryAgain' | 'choose' | 'cancel' | 'check' | 'reopen';

/** Acts after which the page may report another outcome: those that begin a payment, and those that open the form. */
const BEGINNING: readonly Command[] = ['pay', 'redirect', 'tryAgain', 'choose'];

/** Steps from which a page reaches `outcome` by a payment that the shopper waits for. */
const OWN_PAYMENT: readonly CheckoutSnapshot['step'][] = [
  'awaiting-preparation',
  'authenticating',
  'leaving-challenge',
  'checking-challenge',
  'awaiting-issuer',
  'reading-result',
  'initiating',
  'pending',
];

/** Steps whose outcome is that of the card payment that the page has sent last. */
const OF_CARD: readonly CheckoutSnapshot['step'][] = [
  'authenticating',
  'leaving-challenge',
  'checking-challenge',
  'awaiting-issuer',
  'reading-result',
];

/** Steps in which a page begins a redirect payment. */
const BEGINS_REDIRECT: readonly CheckoutSnapshot['step'][] = ['initiating', 'resuming', 'switching'];

const NOT_ENROLLED = TEST_CARDS.filter(({ behaviour }) => behaviour === 'not-enrolled').map(({ number }) => number);

const FAILURES: readonly Outcome['status'][] = ['declined', 'not-authenticated', 'cancelled', 'failed'];
/** Outcomes that a page may read when the shopper checks the order after a failure. */
const NEWS: readonly Outcome['status'][] = ['paid', 'authenticated', 'pending'];

/**
 * The idempotency key of the call that has written a record: each of its writes renews its lease. Two writes at the
 * same time differ in nothing else.
 */
function keyOfWriter({ answers }: OrderRecord): string | undefined {
  const running = Object.entries(answers).filter(([, { answer, problem }]) => !answer && !problem);
  const renewedAt = ([, one]: (typeof running)[number]) => one.renewedAt ?? '';
  return running.sort((one, other) => (renewedAt(one) < renewedAt(other) ? 1 : -1))[0]?.[0];
}

export function createMonitor(sim: Sim, booksOf: () => GatewayWithBooks): Monitor {
  const { scheduler } = sim;
  const pages = new Map<Page, WatchedPage>();
  const cards = scanForCards(sim.violate);
  const charged = watchCharges(sim, booksOf);
  const changes = logChanges(sim);
  /** The time at which each redirect payment was set aside. */
  const setAside = new Map<string, number>();
  const messages = new Map<string, Message[]>();
  const records = new Map<string, OrderRecord>();
  const money = watchMoney(sim, booksOf, (order) => records.get(order));
  const calls = watchCalls(sim);
  /** Card payments that their own page has reported as failed, with the report. */
  const reportedFailures = new Map<string, string>();
  const orderEvents = new Map<string, number>();

  function attemptOf({ gatewayOrderId }: Booked) {
    return records
      .get(orderOf(gatewayOrderId))
      ?.attempts.find(
        (one) => (one.kind === 'card' || one.kind === 'redirect') && one.gatewayOrderId === gatewayOrderId,
      );
  }

  function checkOutcome(page: Page, order: string, outcome: Outcome): void {
    const watched = pages.get(page);
    if (!watched) return;
    const { name } = page.tab.owner;
    sim.note(name, `outcome ${outcome.code}`);
    // After a failure of its own call the shopper may check. The page may then read that another page has completed the
    // order, or that a redirect payment waits whose start had no answer.
    const hasFailed = FAILURES.includes(watched.last ?? 'paid');
    const isNews = watched.hasChecked && hasFailed && NEWS.includes(outcome.status);
    // Staff have given the money back, or have ended the order, since the page's last outcome.
    const state = records.get(order)?.state ?? 'open';
    const hasEnded = watched.hasChecked === true && ['voided', 'cancelled'].includes(state);
    if ((watched.credit <= 0 && !isNews && !hasEnded) || watched.last === outcome.status)
      sim.violate('one-outcome', `${name} reports ${outcome.code} a second time`);
    const wasInDoubt = watched.last === 'in-doubt';
    watched.credit = Math.max(0, watched.credit - 1);
    watched.last = outcome.status;
    watched.hasUnansweredCall ||= outcome.code === 'backend-unanswered';
    if (outcome.status === 'pending' || outcome.status === 'in-doubt') watched.credit++;
    cards.scan(`the snapshot of ${name}`, JSON.stringify(page.checkout.snapshot));
    const own = calls.transactionOf(page.tab);
    const isOfCard = OF_CARD.includes(watched.step) || wasInDoubt;
    if (own !== undefined && isOfCard && FAILURES.includes(outcome.status))
      reportedFailures.set(own, `${name} has reported ${outcome.code}`);
    const charges = booksOf().charges(order);
    if (outcome.status === 'paid' && charges.length === 0)
      sim.violate('no-false-success', `${name} reports ${outcome.code} and nothing was charged`);
    if (outcome.status === 'authenticated' && !booksOf().transactions.isCardConfirmed(order))
      sim.violate('no-false-success', `${name} reports ${outcome.code} and no transaction of ${order} was approved`);
    // A request that arrives after its margin may charge a payment that the order has given up.
    if (!FAILURES.includes(outcome.status) || sim.isBeyond) return;
    if (own !== undefined && isInDoubt(order, own))
      sim.violate('no-false-failure', `${name} reports ${outcome.code} and its own payment is in doubt`);
    for (const charge of charges) {
      // The shopper has the money back.
      if (bookedMoney(booksOf().of(order), charge.gatewayOrderId).isVoided) continue;
      const attempt = attemptOf(charge);
      const isOwnCharge = attempt?.kind === 'card' && attempt.serverTransId !== null && attempt.serverTransId === own;
      // A page knows of a payment in another tab from the next usable answer of the backend on.
      const isKnown = charge.at < page.tab.answeredAt && !charged.wasLeft(charge);
      if (isOwnCharge || isKnown)
        sim.violate('no-false-failure', `${name} reports ${outcome.code} and ${charge.gatewayOrderId} is charged`);
    }
  }

  return {
    pages,
    changes,
    orderEvents,
    cards,
    charges: charged,
    money,
    booked(entry) {
      if (isCharge(entry)) charged.booked(entry);
      else money.booked(entry);
      if (entry.kind !== 'card') return;
      const attempt = attemptOf(entry);
      const transaction = (attempt?.kind === 'card' && attempt.serverTransId) || '';
      const needsNone =
        allows(sim.setup, 'notEnrolled', orderOf(entry.gatewayOrderId)) && NOT_ENROLLED.includes(entry.card ?? '');
      const { isApproved, shiftsLiability } = booksOf().transactions;
      if (!(transaction === '' && needsNone) && !isApproved(transaction, entry.card))
        sim.violate('charged-by-right', `${entry.gatewayOrderId} is charged, and no transaction of it was approved`);
      const isShifted = shiftsLiability(transaction) && !entry.isExempt;
      const claim = records.get(orderOf(entry.gatewayOrderId))?.liabilityShift;
      if (claim === true && !isShifted)
        sim.violate('liability', `${entry.gatewayOrderId} claims a liability shift without proof or with an exemption`);
      const report = reportedFailures.get(transaction);
      if (report && !sim.isBeyond) sim.violate('no-false-failure', `${report}, and ${entry.gatewayOrderId} is charged`);
    },
    record: (order) => records.get(order),
    opened(page, order) {
      const { step, preparation } = page.checkout.snapshot;
      const since = scheduler.now();
      pages.set(page, { order, step, since, preparation, preparingSince: since, credit: 1 });
    },
    shown(page, order, snapshot) {
      const watched = pages.get(page);
      if (!watched) return;
      const { step, outcomeToReport } = snapshot;
      const { step: from, last } = watched;
      if (watched.preparation !== snapshot.preparation) {
        checkPreparation(page, watched);
        watched.preparation = snapshot.preparation;
        watched.preparingSince = scheduler.now();
      }
      if (from !== step) {
        checkAlarm(page, watched, snapshot);
        checkLimit(page, watched);
        watched.step = step;
        watched.since = scheduler.now();
        sim.note(page.tab.owner.name, `step ${step}`);
        if (isAtRest(step) && page.tab.hasChallenge())
          sim.violate('nothing-left', `${page.tab.owner.name} is at ${step} with the frame of a challenge`);
      }
      // A page that shows the form again cannot distinguish its call without an answer from another page's payment.
      if (step === 'entering' && watched.hasUnansweredCall) allowOutcome(watched);
      const isSettled = from === 'outcome' && last === 'in-doubt' && snapshot.outcome?.status !== last;
      if (outcomeToReport) checkOutcome(page, order, outcomeToReport);
      // A page that shows a pending payment without an event reports its end, whatever it has reported before.
      else if (step === 'pending' && from !== step) {
        watched.last = 'pending';
        watched.credit = Math.max(watched.credit, 1);
      } else if (step === 'outcome' && (OWN_PAYMENT.includes(from) || isSettled))
        sim.violate('one-outcome', `${page.tab.owner.name} ends a payment without an outcome event`);
    },
    commanded(page, command) {
      const watched = pages.get(page);
      if (!watched) return;
      watched.hasChecked = command === 'check';
      if (BEGINNING.includes(command)) allowOutcome(watched);
    },
    leaves({ tab }, url) {
      for (const { attempts } of records.values()) {
        const left = attempts.find((one) => one.kind === 'redirect' && one.redirectUrl === url);
        const since = left && setAside.get(left.gatewayOrderId);
        if (since !== undefined && since < tab.answeredAt)
          sim.violate('charged-once', `${tab.owner.name} leaves for ${left?.gatewayOrderId}, which was set aside`);
      }
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
    lastRedirect: (order) => records.get(order)?.attempts.findLast(({ kind }) => kind === 'redirect')?.gatewayOrderId,
    written(record, before) {
      records.set(record.id, record);
      changes.written(record, before);
      // A page may read the result of a payment that another tab has made.
      for (const attempt of record.attempts.slice(before?.attempts.length ?? 0))
        for (const [page, watched] of pages) if (watched.order === record.id && !isOwn(page, attempt)) watched.credit++;
      for (const { kind, gatewayOrderId } of record.attempts.slice(before?.attempts.length ?? 0)) {
        const key = keyOfWriter(record);
        if (kind === 'redirect' && key !== undefined) charged.recorded(gatewayOrderId, key);
      }
      for (const attempt of record.attempts) {
        if (attempt.kind !== 'redirect') continue;
        // The order waits again for one that the shopper has begun since then, so that it may be continued.
        if (!['set-aside', 'dismissed'].includes(attempt.progress.step)) setAside.delete(attempt.gatewayOrderId);
        else if (!setAside.has(attempt.gatewayOrderId)) setAside.set(attempt.gatewayOrderId, scheduler.now());
      }
      money.written(record, before);
      cards.scan(`the record of ${record.id}`, JSON.stringify(record));
      if (record.changeCount > (before?.changeCount ?? 0)) {
        for (const change of record.changes.filter(({ sequence }) => sequence > (before?.changeCount ?? 0))) {
          if (change.kind !== 'state') continue;
          // A page that has reported a failure may read the payment that another page has made since then.
          for (const watched of pages.values())
            if (watched.order === record.id && FAILURES.includes(watched.last ?? 'paid') && change.to !== 'failed')
              watched.credit = Math.max(watched.credit, 1);
          const name = `${change.from} ${change.event}`;
          orderEvents.set(name, (orderEvents.get(name) ?? 0) + 1);
          sim.note('store', `${record.id} is ${change.to} by ${change.event}`);
        }
      }
      const isNew = PAID.includes(record.state) && !(before && PAID.includes(before.state));
      if (isNew && booksOf().charges(record.id).length === 0)
        sim.violate('paid-when-charged', `${record.id} is ${record.state} and nothing was charged`);
      const isConfirmed = record.state === 'authenticated' && before?.state !== 'authenticated';
      if (isConfirmed && !booksOf().transactions.isCardConfirmed(record.id))
        sim.violate('no-false-success', `${record.id} is authenticated and no transaction of it was approved`);
    },
    changed(order, change) {
      cards.scan(`a change of ${order.id}`, JSON.stringify([order, change]));
      changes.received(order.id, change);
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
      for (const [page, watched] of pages) {
        if (!page.isOpen) continue;
        checkLimit(page, watched);
        checkPreparation(page, watched);
        checkStale(page, watched);
      }
    },
    isUnsettled({ step, last, staleSince, order }) {
      if (!isAtRest(step) || step === 'pending' || staleSince !== undefined) return true;
      return step === 'outcome' && last === 'in-doubt' && records.get(order)?.state === 'in-doubt';
    },
  };

  function allowOutcome(watched: WatchedPage): void {
    watched.credit = Math.max(watched.credit, 1);
    delete watched.last;
  }

  /** True for an attempt that a page has begun, and for a capture, void or refund, which has no outcome event. */
  function isOwn(page: Page, attempt: OrderRecord['attempts'][number]): boolean {
    switch (attempt.kind) {
      case 'card':
        return attempt.serverTransId !== null && attempt.serverTransId === calls.transactionOf(page.tab);
      case 'redirect':
        return BEGINS_REDIRECT.includes(pages.get(page)?.step ?? 'entering');
      case 'capture':
      case 'void':
      case 'refund':
        return true;
    }
  }

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
    const most = limitOf(step);
    if (most !== undefined && scheduler.now() - since > most + GRACE)
      sim.violate('page-ends', `${page.tab.owner.name} is at ${step} for ${scheduler.now() - since} ms`);
  }

  function checkPreparation(page: Page, { preparation, preparingSince }: WatchedPage): void {
    const ms = scheduler.now() - preparingSince;
    if (preparation === 'running-method' && ms > METHOD_LIMIT + GRACE)
      sim.violate('page-ends', `${page.tab.owner.name} is at ${preparation} for ${ms} ms`);
  }

  /** A page that has received every answer in time does not report a missing one. */
  function checkAlarm(
    page: Page,
    { step: from, since }: WatchedPage,
    { step, outcomeToReport }: CheckoutSnapshot,
  ): void {
    if (step !== 'unreachable' && outcomeToReport?.code !== 'backend-unanswered') return;
    const isLate = scheduler.now() - since >= (limitOf(from) ?? 0);
    if (!isLate && page.tab.troubledAt < since)
      sim.violate('no-false-alarm', `${page.tab.owner.name} reports a missing answer at ${from}`);
  }

  /** A page of a healed world that shows an unfinished payment follows its order. */
  function isStale({ step, last, hasUnansweredCall, order }: WatchedPage): boolean {
    const { state, attempts = [] } = records.get(order) ?? {};
    if (!sim.faults.isHealed || state === undefined) return false;
    // The shopper has begun a redirect payment for which the order no longer waits. Its status may come later.
    const isBegun =
      booksOf().of(order).length > 0 ||
      attempts.some((one) => one.kind === 'redirect' && booksOf().isWaiting(one.gatewayOrderId));
    if ((state === 'open' || state === 'failed') && isBegun) return false;
    if (step === 'pending') return state !== 'pending';
    if (step !== 'outcome' || last !== 'in-doubt') return false;
    // Ignore an order that can be paid while a call without an answer may still be on its way.
    return hasUnansweredCall ? PAID.includes(state) : state !== 'in-doubt' && state !== 'pending';
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
