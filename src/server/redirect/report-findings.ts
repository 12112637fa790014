import type { BackendContext } from '../orders/backend-context.js';
import { MessageError } from '../../protocol/values/field-issue.js';
import { GatewayError } from '../gateway/gateway-error.js';
import { CLOCK_MARGIN, type PaymentRecord } from '../gateway/report-records.js';
import type { RedirectAttempt } from '../orders/record/attempts.js';
import { isSameAmount } from '../orders/calls/same-amount.js';

/**
 * Result of the payments report for one redirect payment (docs/reference/gateway.md#report-states).
 * - `initiated`, `not-listed`: the shopper has not begun to pay.
 * - `begun`: the shopper has begun to pay, and there is no final result.
 * - `undecided`: the report does not decide about the attempt at the moment.
 * - `contradictory`: the record's own fields disagree, or its amount or currency is another one.
 * - `unreadable`: the report gave no usable answer.
 */
export type ReportVerdict =
  | 'succeeded'
  | 'failed'
  | 'initiated'
  | 'not-listed'
  | 'begun'
  | 'undecided'
  | 'contradictory'
  | 'unreadable';

export interface Finding {
  readonly verdict: ReportVerdict;
  /** The gateway's identifier, when a record matched the attempt. */
  readonly merchantTransactionId?: string;
}

/** Reason of an aborted search that found answers, and more records than fit into its time. */
export const LONG_SEARCH = new Error('The report has too many records for the time of one look-up.');

export interface FindOptions {
  readonly signal?: AbortSignal;
  /** Called for each record that the report lists. */
  readonly onRecord?: () => void;
  /** Records of a query that was made for several attempts. */
  readonly records?: readonly PaymentRecord[];
}

/** Reads the payments report about one attempt. Never throws: an unusable answer is `unreadable`. */
export async function findInReport(
  { gateway }: BackendContext,
  attempt: RedirectAttempt,
  { signal, records, onRecord }: FindOptions = {},
): Promise<Finding> {
  /** Records that the report counts and that could not be read. */
  const missing: number[] = [];
  try {
    const found = await find();
    // A record that could not be read may be the attempt's.
    if (!found) return { verdict: missing.length === 0 ? 'not-listed' : 'unreadable' };
    const { merchantTransactionId } = found;
    const verdict = await verdictOf(found);
    return merchantTransactionId === undefined ? { verdict } : { verdict, merchantTransactionId };
  } catch (error) {
    // The report answers, and the rest of it is read by a later look-up.
    if (signal?.reason === LONG_SEARCH) return { verdict: 'undecided' };
    // A rate limit means that the report is behind, not unreadable.
    if (error instanceof GatewayError && error.failure.kind === 'rate-limited') return { verdict: 'undecided' };
    return { verdict: 'unreadable' };
  }

  async function find(): Promise<PaymentRecord | undefined> {
    if (records) return records.find((record) => isAttemptsOwn(attempt, record));
    const { merchantTransactionId, claim } = attempt;
    const byId = merchantTransactionId === undefined ? undefined : await first({ merchantTransactionId });
    return byId ?? (await findClaimed(claim?.merchantTransactionId)) ?? first(rangeOf([attempt]));
  }

  /** The hash of a message does not cover its id. An id that the gateway refuses is ignored, and the report decides. */
  async function findClaimed(merchantTransactionId: string | undefined): Promise<PaymentRecord | undefined> {
    if (merchantTransactionId === undefined || attempt.merchantTransactionId !== undefined) return undefined;
    return first({ merchantTransactionId }).catch((error: unknown) => {
      const isRefused = error instanceof GatewayError && error.failure.kind !== 'rate-limited';
      if (isRefused || error instanceof MessageError) return undefined;
      throw error;
    });
  }

  async function first(query: Parameters<typeof gateway.payments.list>[0]): Promise<PaymentRecord | undefined> {
    const onIncomplete = (count: number) => missing.push(count);
    for await (const record of gateway.payments.list(query, { onIncomplete, ...(signal ? { signal } : {}) })) {
      onRecord?.();
      if (isAttemptsOwn(attempt, record)) return record;
    }
    return undefined;
  }

  async function verdictOf(record: PaymentRecord): Promise<ReportVerdict> {
    const verdict = verdictOfRecord(attempt, record);
    // The document's record has only the result, which is 01 in both states: the filter distinguishes them.
    if (verdict !== 'begun' || record.status !== undefined || record.result !== '01') return verdict;
    const initiated = await first({ ...rangeOf([attempt]), transactionState: 'INITIATED' });
    return initiated ? 'initiated' : 'begun';
  }
}

/** The date range in which the report lists these attempts. */
export function rangeOf(attempts: readonly RedirectAttempt[]): {
  readonly startedFrom: Date;
  readonly startedTo: Date;
} {
  const times = attempts.map(({ sentAt }) => Date.parse(sentAt));
  return {
    startedFrom: new Date(Math.min(...times) - CLOCK_MARGIN),
    startedTo: new Date(Math.max(...times) + CLOCK_MARGIN),
  };
}

/** A record is the attempt's by its order id and, when it has one, by its payments reference. */
function isAttemptsOwn({ gatewayOrderId, pasref }: RedirectAttempt, record: PaymentRecord): boolean {
  return record.orderId === gatewayOrderId && (!pasref || !record.pasref || record.pasref === pasref);
}

/** Compares the fields that the record has. */
function verdictOfRecord(attempt: RedirectAttempt, { result, status, amount, currency }: PaymentRecord): ReportVerdict {
  const saysFailure = result === '101' || status === 'FAILED' || status === 'DECLINED';
  const saysSuccess = result === '00' || status === 'SUCCEEDED';
  if (saysFailure) return saysSuccess ? 'contradictory' : 'failed';
  const isAnother =
    (amount !== undefined && !isSameAmount(amount, attempt.amount)) ||
    (currency !== undefined && currency !== attempt.currency);
  if (isAnother) return 'contradictory';
  if (saysSuccess) {
    const agrees = (result === undefined || result === '00') && (status === undefined || status === 'SUCCEEDED');
    return agrees ? 'succeeded' : 'begun';
  }
  return status === 'INITIATED' ? 'initiated' : 'begun';
}
