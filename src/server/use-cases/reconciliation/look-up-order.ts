import type { Uses } from '../../ports/ports.js';
import { lookUpCard } from '../card/card-look-up.js';
import { isUnresolved, type Attempt, type PaymentAttempt } from '../../domain/record/attempts.js';
import { readAuthorization } from '../operations/card-operations.js';
import { lookUpOperation } from '../operations/operation-look-up.js';
import { lookUpPayment } from '../operations/payment-look-up.js';
import { paymentOfOperation } from '../operations/run-operation.js';
import { problemOfError } from '../../domain/problems/problem.js';
import { attemptDueAt, changeablePayment, lastLookUp } from '../../domain/record/order-due.js';
import { isKnownNotBegun, isPauseOver, LOOK_UP_INTERVAL, mayLookUp } from '../../domain/record/look-up-lease.js';
import { redirectsSetAside } from '../../domain/states/pending-redirect.js';
import { paymentAttempts, redirectAttempt, type OrderRecord } from '../../domain/record/order-record.js';
import { confirmRedirect, lookUpRedirect, type ConfirmRedirectPorts } from '../redirect/redirect-look-up.js';
import { withoutStart } from '../redirect/redirect-results.js';
import type { FindOptions } from '../redirect/report-findings.js';
import { lookUpRefund } from '../operations/refund-look-up.js';

/** Maximum wait of a page for a look-up, in milliseconds. */
const PAGE_WAITS = 2_000;
/** Longest interval between look-ups that pages start, in milliseconds. */
const MAX_INTERVAL = 60_000;

/** True when a look-up can change the attempt. After the clock was set back, the stored times do not delay it. */
export function isDue(attempt: Attempt, at: Date, olderThan = 0): boolean {
  const due = attemptDueAt(attempt);
  if (due === undefined) return false;
  const isBack = Date.parse(lastLookUp(attempt)) - at.getTime() > LOOK_UP_INTERVAL;
  return isBack || (at.getTime() - Date.parse(attempt.sentAt) >= olderThan && Date.parse(due) <= at.getTime());
}

export type LookUpAttemptPorts = ConfirmRedirectPorts & Uses<'background' | 'releaseRefundsAfter' | 'report'>;

/** Looks one attempt up at the gateway and applies the result. */
export async function lookUpAttempt(
  ports: LookUpAttemptPorts,
  order: OrderRecord,
  attempt: Attempt,
  { records, atOnce }: Pick<FindOptions, 'records'> & { readonly atOnce?: boolean } = {},
): Promise<void> {
  const { id } = order;
  switch (attempt.kind) {
    case 'card':
      await lookUpCard(ports, id, attempt.gatewayOrderId);
      return;
    case 'redirect':
      if (attempt.progress.step === 'sent') {
        await ports.book.update(id, (record, at) => withoutStart(record, attempt.gatewayOrderId, at));
        return;
      }
      confirmLater(await lookUpRedirect(ports, id, attempt.gatewayOrderId, records ? { records } : {}));
      return;
    case 'refund':
      // The refunds report has redirect payments only.
      if (paymentOfOperation(order, attempt)?.kind === 'redirect') {
        await lookUpRefund(ports, id, attempt.key);
        return;
      }
      await lookUpOperation(ports, id, attempt, { atOnce });
      return;
    case 'capture':
    case 'void':
      await lookUpOperation(ports, id, attempt, { atOnce });
  }

  /** Three unreadable answers within ten seconds let a status message decide; no other order waits for them. */
  function confirmLater(record: OrderRecord): void {
    const claim = redirectAttempt(record, attempt.gatewayOrderId)?.claim;
    const { gatewayOrderId } = attempt;
    if (!claim?.unreadable) return;
    ports.background((news) => confirmRedirect(ports, id, gatewayOrderId, news), `confirm ${gatewayOrderId}`, id);
  }
}

export type LookUpOrderPorts = LookUpAttemptPorts & Uses<'reportUncapturedAfter'>;

/**
 * Looks up every unresolved attempt of an order, and the captures, voids and refunds of its card payment without a
 * minimum interval. Only the shop calls it, never a page.
 * @throws {GatewayError} when the gateway does not answer
 */
export async function lookUpOrder(ports: LookUpOrderPorts, id: string): Promise<OrderRecord> {
  const { record, at: now } = await ports.book.readTimed(id);
  for (const attempt of record.attempts.filter((one) => isDue(one, now))) {
    await lookUpAttempt(ports, record, attempt, { atOnce: true });
  }
  // A person who asks receives an answer at any age of the payment.
  const payment = changeablePayment(record);
  if (payment) {
    await lookUpPayment(ports, id, { atOnce: true });
    await readAuthorization(ports, id, payment);
  }
  return ports.book.read(id);
}

export type LookUpForPagePorts = LookUpAttemptPorts;

/**
 * Starts a look-up for a page that waits for an order, at growing intervals, and returns the order after
 * it, or after two seconds.
 */
export async function lookUpForPage(ports: LookUpForPagePorts, record: OrderRecord): Promise<OrderRecord> {
  if (record.state !== 'in-doubt' && record.state !== 'pending') return lookUpSetAside(ports, record);
  const now = await ports.book.now();
  const worth = paymentAttempts(record).filter(
    (attempt) => isUnresolved(attempt) && isDue(attempt, now) && isIntervalOver(attempt, now),
  );
  return lookUpAll(ports, record, worth);
}

/**
 * Starts a look-up of the redirect payments of a payable order that were set aside, because the shopper may have begun
 * to pay there since then. The interval does not grow, because the last answer may be out of date.
 * Returns the order after it, or after two seconds.
 */
export async function lookUpSetAside(ports: LookUpForPagePorts, record: OrderRecord): Promise<OrderRecord> {
  const aside = redirectsSetAside(record);
  if (aside.length === 0) return record;
  const now = await ports.book.now();
  return lookUpAll(
    ports,
    record,
    aside.filter((attempt) => mayLookUp(attempt, now) && !isKnownNotBegun(attempt, now)),
  );
}

async function lookUpAll(
  ports: LookUpForPagePorts,
  record: OrderRecord,
  attempts: readonly PaymentAttempt[],
): Promise<OrderRecord> {
  if (attempts.length === 0) return record;
  await new Promise<void>((resolve) => {
    const cancel = ports.after(PAGE_WAITS, resolve);
    ports.background(async () => {
      // At the same time, so that the first answer still counts when the last one has come.
      const ended = await Promise.allSettled(attempts.map((attempt) => lookUpAttempt(ports, record, attempt)));
      for (const one of ended) {
        if (one.status === 'rejected') ports.report(problemOfError(one.reason).code, one.reason, record.id);
      }
      cancel();
      resolve();
    });
  });
  return ports.book.read(record.id);
}

function isIntervalOver({ lookUp }: Attempt, now: Date): boolean {
  return isPauseOver({ lookUp }, Math.min(LOOK_UP_INTERVAL * 2 ** (lookUp?.undecided ?? 0), MAX_INTERVAL), now);
}
