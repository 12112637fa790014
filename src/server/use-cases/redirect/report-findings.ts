import type { Uses } from '../../ports/ports.js';
import { MessageError } from '../../../protocol/values/field-issue.js';
import { GatewayError } from '../../gateway/gateway-error.js';
import { CLOCK_MARGIN, type PaymentRecord } from '../../gateway/report-records.js';
import type { RedirectAttempt } from '../../domain/record/attempts.js';
import { isAmount, isSameAmount } from '../../domain/record/same-amount.js';

/**
 * Result of the payments report for one redirect payment (docs/reference/gateway.md#report-states).
 * - `initiated`, `not-listed`: the shopper has not begun to pay.
 * - `begun`: the shopper has begun to pay, and there is no final result.
 * - `undecided`: the report does not decide about the attempt at the moment.
 * - `contradictory`: the fields of a record disagree, its amount or currency is another one, or two records of the
 *   attempt have different final results.
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
  /** The error of a report that could not be read. */
  readonly error?: unknown;
  /** The gateway's identifier, when the records of the attempt agree on it. */
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
  { gateway }: Uses<'gateway'>,
  attempt: RedirectAttempt,
  { signal, records, onRecord }: FindOptions = {},
): Promise<Finding> {
  /** Records that the report counts and that could not be read. */
  const missing: number[] = [];
  /** Records of the attempt in the last query. */
  let own: PaymentRecord[] = [];
  try {
    await find();
    // A record that could not be read may be the attempt's.
    if (own.length === 0) return { verdict: missing.length === 0 ? 'not-listed' : 'unreadable' };
    const id = commonId(own);
    return { verdict: await verdictOf(own), ...id };
  } catch (error) {
    // The report answers, and the rest of it is read by a later look-up: by the id, if a record of the attempt has one.
    if (signal?.reason === LONG_SEARCH) return { verdict: 'undecided', ...commonId(own) };
    // A rate limit means that the report is behind, not unreadable.
    if (error instanceof GatewayError && error.failure.kind === 'rate-limited') return { verdict: 'undecided' };
    return { verdict: 'unreadable', error };
  }

  async function find(): Promise<void> {
    if (records) {
      own = records.filter((record) => isAttemptsOwn(attempt, record));
      return;
    }
    const { merchantTransactionId, namedTransactionId } = attempt;
    if (merchantTransactionId !== undefined && (await isListed({ merchantTransactionId }))) return;
    if (await isListedAsNamed(namedTransactionId)) return;
    await isListed(rangeOf([attempt]));
  }

  /** The hash of a message does not cover its id. An id that the gateway refuses is ignored. */
  async function isListedAsNamed(merchantTransactionId: string | undefined): Promise<boolean> {
    if (merchantTransactionId === undefined || attempt.merchantTransactionId !== undefined) return false;
    return isListed({ merchantTransactionId }).catch((error: unknown) => {
      const isRefused = error instanceof GatewayError && error.failure.kind !== 'rate-limited';
      if (isRefused || error instanceof MessageError) return false;
      throw error;
    });
  }

  /** Reads the whole query: a later record of the attempt may contradict the first one. */
  async function isListed(query: Parameters<typeof gateway.payments.list>[0]): Promise<boolean> {
    own = [];
    const onIncomplete = (count: number) => missing.push(count);
    for await (const record of gateway.payments.list(query, { onIncomplete, ...(signal ? { signal } : {}) })) {
      onRecord?.();
      if (isAttemptsOwn(attempt, record)) own.push(record);
    }
    return own.length > 0;
  }

  async function verdictOf(found: readonly PaymentRecord[]): Promise<ReportVerdict> {
    const verdict = verdictOfRecords(attempt, found);
    // The document's record has only the result, which is 01 in both states: the filter distinguishes them.
    const isUnclear = found.every(({ status, result }) => status === undefined && result === '01');
    if (verdict !== 'begun' || !isUnclear) return verdict;
    const isInitiated = await isListed({ ...rangeOf([attempt]), transactionState: 'INITIATED' });
    return isInitiated ? 'initiated' : 'begun';
  }
}

/** The date range in which the report lists these attempts. */
export function rangeOf(attempts: readonly Pick<RedirectAttempt, 'sentAt'>[]): {
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

/** The id of these records, unless they have several. */
function commonId(records: readonly PaymentRecord[]): Pick<Finding, 'merchantTransactionId'> {
  const [merchantTransactionId, another] = idsOf(records);
  return merchantTransactionId === undefined || another !== undefined ? {} : { merchantTransactionId };
}

function idsOf(records: readonly PaymentRecord[]): readonly string[] {
  return [...new Set(records.flatMap(({ merchantTransactionId: id }) => (id === undefined ? [] : [id])))];
}

/**
 * Combines all records of an attempt, in any order. A final result replaces the earlier states of the same payment. Two
 * different final results contradict each other.
 */
function verdictOfRecords(attempt: RedirectAttempt, records: readonly PaymentRecord[]): ReportVerdict {
  const verdicts = new Set(records.map((record) => verdictOfRecord(attempt, record)));
  if (verdicts.has('contradictory') || (verdicts.has('succeeded') && verdicts.has('failed'))) return 'contradictory';
  if (verdicts.has('succeeded')) return 'succeeded';
  // The state of another payment with the same order id may still become a success.
  if (verdicts.has('failed')) return verdicts.size === 1 || idsOf(records).length <= 1 ? 'failed' : 'begun';
  return verdicts.has('begun') ? 'begun' : 'initiated';
}

/** Compares the fields that the record has. An amount or a currency of another form contradicts nothing. */
function verdictOfRecord(
  attempt: RedirectAttempt,
  { result, status, amount, currency }: PaymentRecord,
): Exclude<ReportVerdict, 'not-listed' | 'undecided' | 'unreadable'> {
  const saysFailure = result === '101' || status === 'FAILED' || status === 'DECLINED';
  const saysSuccess = result === '00' || status === 'SUCCEEDED';
  if (saysFailure) return saysSuccess ? 'contradictory' : 'failed';
  const isAnother =
    (isAmount(amount) && !isSameAmount(amount, attempt.amount)) ||
    (currency !== undefined && /^[A-Z]{3}$/.test(currency) && currency !== attempt.currency);
  if (isAnother) return 'contradictory';
  if (saysSuccess) {
    const agrees = (result === undefined || result === '00') && (status === undefined || status === 'SUCCEEDED');
    return agrees ? 'succeeded' : 'begun';
  }
  return status === 'INITIATED' ? 'initiated' : 'begun';
}
