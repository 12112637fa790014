import type { CheckoutSnapshot, Outcome } from '../../../src/payment.js';
import type { OrderRecord } from '../../../src/server.js';
import type { Page } from '../players/page.js';
import type { CardScan } from './card-scan.js';
import type { Charges } from './charges.js';
import { orderOf, type Booked, type GatewayWithBooks } from './gateway.js';
import { bookedMoney, isReturned, readable } from './money.js';
import type { PageCalls } from './page-calls.js';
import type { Sim } from './sim.js';
import { limitOf } from './steps.js';
import type { Command, WatchedPage } from './watched-page.js';

/**
 * Compares the outcomes that pages report with the gateway's books: `one-outcome`, `no-false-success`,
 * `no-false-failure` and `no-false-alarm`.
 */
export interface Outcomes {
  /** A page shows a snapshot. `watched` has its step from before. */
  shown(page: Page, watched: WatchedPage, snapshot: CheckoutSnapshot): void;
  /** The shopper does something in a page. */
  commanded(watched: WatchedPage, command: Command): void;
  written(record: OrderRecord, before: OrderRecord | undefined): void;
  /** The gateway has charged a card. */
  charged(entry: Booked, transaction: string): void;
}

export interface OutcomeParts {
  readonly sim: Sim;
  readonly booksOf: () => GatewayWithBooks;
  readonly pages: ReadonlyMap<Page, WatchedPage>;
  readonly cards: CardScan;
  readonly charges: Charges;
  readonly calls: PageCalls;
  readonly recordOf: (order: string) => OrderRecord | undefined;
}

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

const FAILURES: readonly Outcome['status'][] = ['declined', 'not-authenticated', 'cancelled', 'failed'];
/** Outcomes that a page may read when the shopper checks the order after a failure. */
const NEWS: readonly Outcome['status'][] = ['paid', 'authenticated', 'pending', 'in-doubt'];

/** Adds a reason for an outcome event, unless the page has one already. */
function expect({ reasons }: WatchedPage, reason: string): void {
  if (reasons.length === 0) reasons.push(reason);
}

export function watchOutcomes({
  sim,
  booksOf,
  pages,
  cards,
  charges: charged,
  calls,
  recordOf,
}: OutcomeParts): Outcomes {
  const { scheduler } = sim;
  /** Card payments that their own page has reported as failed, with the report. */
  const reportedFailures = new Map<string, string>();

  function attemptOf({ gatewayOrderId }: Booked) {
    const { attempts = [] } = recordOf(orderOf(gatewayOrderId)) ?? {};
    return attempts.find((one) => one.kind === 'card' && one.gatewayOrderId === gatewayOrderId);
  }

  function check(page: Page, watched: WatchedPage, outcome: Outcome): void {
    const { order } = watched;
    const { name } = page.tab.owner;
    sim.note(name, `outcome ${outcome.code}`);
    // After a failure of its own call the shopper may check. The page may then read that another page has completed the
    // order, or has a payment in doubt, or that a redirect payment waits whose start had no answer.
    const hasFailed = FAILURES.includes(watched.last ?? 'paid');
    const isNews = watched.hasChecked && hasFailed && NEWS.includes(outcome.status);
    // Staff have given the money back, or have ended the order, since the page's last outcome.
    const state = recordOf(order)?.state ?? 'open';
    const hasEnded = watched.hasChecked === true && ['voided', 'refunded', 'cancelled'].includes(state);
    const reason = watched.reasons.shift() ?? (isNews ? 'a check' : hasEnded ? 'the shop' : undefined);
    if (reason === undefined || watched.last === outcome.status)
      sim.violate('one-outcome', `${name} reports ${outcome.code} a second time (${reason ?? 'without a reason'})`);
    const wasInDoubt = watched.last === 'in-doubt';
    watched.last = outcome.status;
    watched.hasUnansweredCall ||= outcome.code === 'backend-unanswered';
    if (outcome.status === 'pending' || outcome.status === 'in-doubt') watched.reasons.push('it settles');
    // The page follows such an order, in which another page has begun a payment at the same moment.
    if (outcome.code === 'order-changed') expect(watched, 'the order that it follows');
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
    const paidBy = recordOf(order)?.payment?.gatewayOrderId;
    for (const charge of charges) {
      // The shop has returned the payment that has paid the order. Another one gets a flag for a person.
      if (outcome.code === 'payment-returned' && charge.gatewayOrderId !== paidBy) continue;
      const entries = readable(recordOf(order) ?? { attempts: [] }, booksOf().of(order), charge.gatewayOrderId);
      if (isReturned(bookedMoney(sim.setup, entries, charge.gatewayOrderId))) continue;
      const attempt = attemptOf(charge);
      const isOwnCharge = attempt?.kind === 'card' && attempt.serverTransId !== null && attempt.serverTransId === own;
      // A page knows of a payment in another tab from the next usable answer of the backend on.
      const isKnown = charge.at < page.tab.answeredAt && !charged.wasLeft(charge);
      if (isOwnCharge || isKnown)
        sim.violate('no-false-failure', `${name} reports ${outcome.code} and ${charge.gatewayOrderId} is charged`);
    }
  }

  function allow(watched: WatchedPage, reason: string): void {
    expect(watched, reason);
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
    const attempts = recordOf(order)?.attempts ?? [];
    return attempts.some(
      (one) =>
        one.kind === 'card' &&
        one.serverTransId === transaction &&
        !one.setAside &&
        (one.progress.step === 'sent' || one.progress.step === 'unresolved'),
    );
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

  return {
    shown(page, watched, snapshot) {
      const { step, outcomeToReport } = snapshot;
      const { step: from, last } = watched;
      if (from !== step) checkAlarm(page, watched, snapshot);
      // A page that shows the form again cannot distinguish its call without an answer from another page's payment.
      if (step === 'entering' && watched.hasUnansweredCall) allow(watched, 'its call without an answer');
      // The form takes the place of a failure that a check, or a change by the shop, has cleared, as after `tryAgain`.
      else if (step === 'entering' && from !== step && last !== undefined) allow(watched, 'the form');
      const isSettled = from === 'outcome' && last === 'in-doubt' && snapshot.outcome?.status !== last;
      if (outcomeToReport) check(page, watched, outcomeToReport);
      // A page that shows a pending payment without an event reports its end, whatever it has reported before.
      else if (step === 'pending' && from !== step) {
        watched.last = 'pending';
        expect(watched, 'a payment that waits');
      } else if (step === 'outcome' && (OWN_PAYMENT.includes(from) || isSettled))
        sim.violate('one-outcome', `${page.tab.owner.name} ends a payment without an outcome event`);
    },
    commanded(watched, command) {
      watched.hasChecked = command === 'check';
      if (BEGINNING.includes(command)) allow(watched, command);
    },
    written(record, before) {
      const added = record.attempts.slice(before?.attempts.length ?? 0);
      const isNews = record.changes.some(
        (change) => change.sequence > (before?.changeCount ?? 0) && change.kind === 'state' && change.to !== 'failed',
      );
      for (const [page, watched] of pages) {
        if (watched.order !== record.id) continue;
        // A page may read the result of a payment that another tab has made.
        for (const attempt of added) if (!isOwn(page, attempt)) watched.reasons.push('a payment of another page');
        // A page that has reported a failure may read the payment that another page has made since then.
        if (isNews && FAILURES.includes(watched.last ?? 'paid')) expect(watched, 'a change of the order');
      }
    },
    charged({ gatewayOrderId }, transaction) {
      const report = reportedFailures.get(transaction);
      if (report && !sim.isBeyond) sim.violate('no-false-failure', `${report}, and ${gatewayOrderId} is charged`);
    },
  };
}
