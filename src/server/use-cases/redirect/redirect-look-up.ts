import type { News, Uses } from '../../ports/ports.js';
import { hasBegun, type RedirectAttempt } from '../../domain/record/attempts.js';
import { Problem } from '../../domain/problems/problem.js';
import { isClosedWithin } from '../calls/closed-within.js';
import { runLookUp } from '../calls/run-look-up.js';
import { isKnownNotBegun, isLookUpUnderWay, LOOK_UP_INTERVAL } from '../../domain/record/look-up-lease.js';
import { isAwaited, isResultOpen } from '../../domain/record/redirect-attempt.table.js';
import { attemptDueAt } from '../../domain/record/order-due.js';
import { requireWithinLimits, type LimitedUse } from '../../limits/order-limits.js';
import { isPayable, redirectAttempt, type OrderRecord } from '../../domain/record/order-record.js';
import { handles } from '../../domain/states/order-transition.js';
import { pendingRedirect } from '../../domain/states/pending-redirect.js';
import { REPORT_BEHIND_AFTER, withFinding, withSetAside } from './redirect-results.js';
import { findInReport, LONG_SEARCH, type Finding, type FindOptions } from './report-findings.js';

/** Time in which the report lists its next record while a status message waits, in milliseconds. */
const CONFIRMATION_TIMEOUT = 3_000;
/** Longest look-up, in milliseconds: shorter than the lease of a call that waits for it. */
const MAX_LOOK_UP_TIME = 15_000;
/** Longest pause between two confirmations in one process, in milliseconds. */
const MAX_PAUSE = 60_000;
/** Maximum number of look-ups of one confirmation. Reconciliation continues. */
const MAX_LOOK_UPS = 30;

export type LookUpRedirectPorts = Uses<'abandonRedirectsAfter' | 'after' | 'book' | 'gateway' | 'report'>;

/**
 * Reads the payments report about a redirect payment and applies the result. Does nothing while
 * another look-up of the attempt is under way, or when the last one was less than three seconds ago.
 */
export async function lookUpRedirect(
  ports: LookUpRedirectPorts,
  id: string,
  gatewayOrderId: string,
  options: Pick<FindOptions, 'records'> = {},
): Promise<OrderRecord> {
  const { record } = await runLookUp(ports.book, id, {
    find: (order) => redirectAttempt(order, gatewayOrderId),
    isOpen: (attempt) => attemptDueAt(attempt) !== undefined,
    ask: async (attempt) => {
      const { cancel, ...limit } = searchLimit(ports, attempt);
      const finding = await readReport(ports, attempt, { ...options, ...limit }).finally(cancel);
      if (finding.error !== undefined) ports.report('gateway-unavailable', finding.error, id);
      return finding;
    },
    isFinal: ({ verdict }) => verdict === 'succeeded' || verdict === 'failed',
    apply: (order, finding, at) => {
      const found = withFinding(order, gatewayOrderId, finding, at);
      return withoutAbandoned(found, gatewayOrderId, ports.abandonRedirectsAfter, at);
    },
  });
  return record;
}

/**
 * Reads the report about an attempt. Records that were read for several attempts may be old by now, and set
 * nothing aside: the report is read again for an attempt that is old enough for it.
 */
async function readReport(
  ports: Uses<'abandonRedirectsAfter' | 'book' | 'gateway'>,
  attempt: RedirectAttempt,
  { records, ...options }: FindOptions,
): Promise<Finding> {
  if (!records) return findInReport(ports, attempt, options);
  const shared = await findInReport(ports, attempt, { ...options, records });
  if (shared.verdict !== 'initiated' && shared.verdict !== 'not-listed') return shared;
  const isOld = ageOf(attempt, await ports.book.now()) >= ports.abandonRedirectsAfter && mayBeSetAside(attempt);
  return isOld ? findInReport(ports, attempt, options) : { ...shared, verdict: 'undecided' };
}

/**
 * A waiting status message is decided within ten seconds, so that a report that hangs counts as unreadable. A report
 * that continues to list records is readable, however long it is.
 */
function searchLimit({ after }: Uses<'after'>, { claim }: RedirectAttempt) {
  const limit = new AbortController();
  const waitForNext = () => (claim ? after(CONFIRMATION_TIMEOUT, () => limit.abort()) : () => undefined);
  let stopWaiting = waitForNext();
  const stopSearch = after(MAX_LOOK_UP_TIME, () => limit.abort(LONG_SEARCH));
  return {
    signal: limit.signal,
    onRecord: () => {
      stopWaiting();
      stopWaiting = waitForNext();
    },
    cancel: () => {
      stopWaiting();
      stopSearch();
    },
  };
}

/** Opens the order again when its redirect payment was not begun after the time limit. */
function withoutAbandoned(record: OrderRecord, gatewayOrderId: string, ms: number, at: Date): OrderRecord {
  const attempt = redirectAttempt(record, gatewayOrderId);
  if (!attempt || !isKnownNotBegun(attempt, at) || !mayBeSetAside(attempt)) return record;
  if (!handles(record, 'REDIRECT_SET_ASIDE')) return record;
  return ageOf(attempt, at) >= ms ? withSetAside(record, attempt, 'expiry', at) : record;
}

export type ConfirmRedirectPorts = LookUpRedirectPorts & Uses<'closing' | 'pause'>;

/**
 * Looks a redirect payment up until its status message is confirmed or contradicted: three times in
 * ten seconds, then at growing intervals, until the message is flagged. A new message ends the pause, and the intervals
 * begin again.
 */
export async function confirmRedirect(
  ports: ConfirmRedirectPorts,
  id: string,
  gatewayOrderId: string,
  news: News,
): Promise<void> {
  const { book } = ports;
  for (let count = 1, step = 1; count <= MAX_LOOK_UPS; count++, step++) {
    const record = await lookUpRedirect(ports, id, gatewayOrderId);
    const attempt = redirectAttempt(record, gatewayOrderId);
    if (!attempt || !isResultOpen(attempt)) return;
    const now = (await book.now()).getTime();
    const isOld = now - Date.parse(attempt.claim?.at ?? attempt.sentAt) >= REPORT_BEHIND_AFTER;
    // An unreadable report is read three times, however old the message is.
    if (isOld && !attempt.claim?.unreadable) return;
    // The report may have been read before a message that has arrived meanwhile.
    if (news.take()) step = 1;
    // A process that stops leaves the rest to reconciliation.
    if (await isClosedWithin(ports, pauseBeforeNext(attempt, step, now), step > 1 ? news : undefined)) return;
    if (news.take()) step = 0;
  }
}

/** Repeats an unreadable report after 3 s; backs off for one that is behind. */
function pauseBeforeNext({ claim, lookUp }: RedirectAttempt, step: number, now: number): number {
  const interval = claim?.unreadable ? LOOK_UP_INTERVAL : Math.min(LOOK_UP_INTERVAL * 2 ** (step - 1), MAX_PAUSE);
  // The interval counts from the start of the last look-up, which may be that of a page.
  return lookUp ? Math.max(0, Date.parse(lookUp.lastAt) + interval - now) : interval;
}

/**
 * Sets a redirect payment aside if the order waits for it and it was never begun, so that the order takes another
 * payment. Returns the order, otherwise unchanged.
 * @throws {Problem} request-in-progress while another call reads the report about the redirect payment
 */
async function setAsideUnlessBegun(
  ports: LookUpRedirectPorts,
  id: string,
  { gatewayOrderId }: RedirectAttempt,
): Promise<OrderRecord> {
  await lookUpRedirect(ports, id, gatewayOrderId);
  const { record: opened, at } = await ports.book.update(id, (current, at) => {
    const waiting = pendingRedirect(current);
    if (waiting?.gatewayOrderId !== gatewayOrderId || !isKnownNotBegun(waiting, at)) return undefined;
    return mayBeSetAside(waiting) ? withSetAside(current, waiting, 'other-method', at) : undefined;
  });
  const left = pendingRedirect(opened);
  const isLookedUp = left?.gatewayOrderId === gatewayOrderId && isLookUpUnderWay(left, at);
  if (isLookedUp && mayBeSetAside(left)) throw new Problem('request-in-progress');
  return opened;
}

export type OpenWithinLimitsPorts = LookUpRedirectPorts & Uses<'limits'>;

/**
 * Opens the order for another payment that its limits allow, if the redirect payment that the call replaces was never
 * begun. Otherwise returns the order unchanged.
 * @param replaces the id of that redirect payment: a call that was sent before it began does not name it
 * @throws {Problem} too-many-attempts, request-in-progress
 */
export async function openWithinLimits(
  ports: OpenWithinLimitsPorts,
  record: OrderRecord,
  use: LimitedUse,
  replaces: string | undefined,
): Promise<OrderRecord> {
  const attempt = replaceableRedirect(record, replaces);
  if (!attempt) return record;
  await requireWithinLimits(ports, record, use);
  return setAsideUnlessBegun(ports, record.id, attempt);
}

/**
 * True for an order that takes a payment, or may take one once the redirect payment that the call replaces was looked
 * up.
 */
export function canStartPayment(record: OrderRecord, replaces: string | undefined): boolean {
  return isPayable(record) || replaceableRedirect(record, replaces) !== undefined;
}

/** The redirect payment that the order waits for, if the call names it and no message says that it was begun. */
function replaceableRedirect(record: OrderRecord, replaces: string | undefined): RedirectAttempt | undefined {
  const attempt = record.suspended ? undefined : pendingRedirect(record);
  return attempt && attempt.gatewayOrderId === replaces && mayBeSetAside(attempt) ? attempt : undefined;
}

/** Time for which the order has waited, in milliseconds. */
function ageOf({ progress, sentAt }: RedirectAttempt, at: Date): number {
  return at.getTime() - Date.parse(progress.step === 'awaiting-result' ? progress.at : sentAt);
}

function mayBeSetAside(attempt: RedirectAttempt): boolean {
  return isAwaited(attempt) && !hasBegun(attempt);
}
