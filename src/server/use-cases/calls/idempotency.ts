import type { PaymentAnswer } from '../../../protocol/adapter/adapter-answers.js';
import type { OutcomeStatus } from '../../../protocol/adapter/outcome-codes.js';
import { PROBLEMS } from '../../../protocol/adapter/problem.js';
import type { Uses } from '../../ports/ports.js';
import { isCardCall, isSameRequest, scopeOf, type KeyedRequest } from '../../domain/identifiers/keyed-request.js';
import type { Change, OrderBook, TimedOrder } from '../../book/order-book.js';
import { Problem } from '../../domain/problems/problem.js';
import { failedAnswer, settledAnswer, type Settled } from '../../domain/states/outcome-answer.js';
import { OUTCOME_FACTS } from '../../domain/problems/outcome-facts.js';
import { isPayable, type OrderRecord, type StoredAnswer } from '../../domain/record/order-record.js';
import { payableRedirect } from '../../domain/states/pending-redirect.js';

/** The ports of `once`. */
export type OncePorts = Uses<'book' | 'gateway' | 'patience' | 'waiting'>;

/** Result of the checks of a call, in the write that claims its key. */
export type Beginning<Checked> =
  /** A call that begins, with the record as it is written and the result of the checks. */
  | { readonly record: OrderRecord; readonly checked: Checked }
  /** A call that the order's state answers. Its key is not claimed. */
  | { readonly answer: PaymentAnswer }
  /** A call that the shop's rules end before it begins. Its key keeps the answer. */
  | { readonly ended: Settled; readonly record: OrderRecord }
  /** A call that is refused. Its key keeps the problem if that is `usedUp`. */
  | { readonly refusal: unknown; readonly record?: OrderRecord | undefined };

/** The order in which a call has claimed its key, and the result of its checks. */
export interface Claimed<Checked> extends TimedOrder {
  readonly checked: Checked;
}

export interface OnceInput<Checked = unknown, Given = OncePorts> {
  readonly id: string;
  /** The Idempotency-Key header. */
  readonly key: string;
  /** The same key for another request is rejected. */
  readonly request: KeyedRequest;
  /**
   * Checks the call, and begins it in the write that claims its key. Pure. An error that it throws is a refusal, which
   * leaves the order as it is.
   */
  readonly begin: (record: OrderRecord, at: Date) => Beginning<Checked>;
  /** Receives the error of a call that was refused, before it is thrown, and the order. */
  readonly onRefused?: (error: unknown, record: OrderRecord) => Promise<void> | void;
  /** Receives the answer of a call that has `ended`, once its key keeps it, and the order. Not for a repeated call. */
  readonly onEnded?: (answer: Settled, record: OrderRecord) => Promise<void> | void;
  /** Ends the wait for another call with the same key. */
  readonly signal?: AbortSignal;
  /** Does the call. Every write of the order with its `ports` renews the call's lease. */
  readonly work: (claimed: Claimed<Checked>, call: RunningCall, ports: Given) => Promise<PaymentAnswer>;
}

/** A call that is being processed. */
export interface RunningCall {
  readonly isLeaseHeld: IsLeaseHeld;
  /** Returns the record with the answer of the call, so that the write of its result keeps the answer as well. */
  readonly keep: (record: OrderRecord, at: Date, answer: PaymentAnswer) => OrderRecord;
}

/** A call of the shop itself, which has no key. */
export const CALL_WITHOUT_KEY: RunningCall = { isLeaseHeld: () => true, keep: (record) => record };

/**
 * True while the call holds its lease at a time of the store's clock. When it has lapsed, a repeated call may have been
 * answered "nothing was charged", or the page may have stopped waiting. The call must not move money after that.
 */
export type IsLeaseHeld = (record: OrderRecord, at: Date) => boolean;

/**
 * Does work once for a key, across all processes, and keeps the answer with the order. A problem is kept only if it
 * ends the payment in the page: the same request may arrive once more, late, and must not charge then. A repeated call
 * returns the order's state instead of a kept failure if another call has paid the order since then, or may still do
 * so. One call of a transaction is processed at a time, so that calls of one client do not take the places of others.
 * @throws {Problem} key-reused, request-in-progress, too-many-requests, and the errors of `begin` and `work`
 */
export async function once<Checked, Given extends OncePorts>(
  ports: Given,
  { id, key, request, begin, onRefused, onEnded, signal, work }: OnceInput<Checked, Given>,
): Promise<PaymentAnswer> {
  const { book, patience } = ports;
  const last: { since: string; begun: Beginning<Checked> | undefined } = { since: '', begun: undefined };
  // Money moves only after a later write, whose flush keeps the claim as well.
  const claimKey: Change = (record, at) => {
    const since = at.toISOString();
    const begun = stored(record, key) ? undefined : beginning(record, at);
    Object.assign(last, { since, begun });
    if (!begun || 'answer' in begun) return undefined;
    const kept = keptResult(begun);
    if (!kept) return begun.record;
    const running = runningCalls(ports, record, at);
    if (running.some((one) => scopeOf(one.request) === scopeOf(request))) {
      throw new Problem('request-in-progress');
    }
    if (running.length >= MAX_RUNNING) throw new Problem('too-many-requests');
    return withAnswer(begun.record ?? record, key, { request, since, ...kept });
  };
  const updated = await book.update(id, claimKey, { flush: false });
  const { begun, since } = last;
  if (!begun) return earlierAnswer(updated);
  if ('answer' in begun) return begun.answer;
  if ('ended' in begun) {
    await onEnded?.(begun.ended, updated.record);
    return begun.ended;
  }
  if ('refusal' in begun) {
    await onRefused?.(begun.refusal, updated.record);
    throw begun.refusal;
  }
  const claimed: Claimed<Checked> = { ...updated, checked: begun.checked };
  const openClaim = (record: OrderRecord) => {
    const claim = stored(record, key);
    return claim?.since === since && claim.answer === undefined ? claim : undefined;
  };
  const isLeaseHeld: IsLeaseHeld = (record, at) => {
    const claim = openClaim(record);
    return claim !== undefined && at.getTime() < leaseEnd(ports, claim);
  };
  const keep: RunningCall['keep'] = (record, at, answer) =>
    withAnswer(record, key, { request, since: at.toISOString(), answer });
  let kept: PaymentAnswer | undefined;
  try {
    const keepNow: RunningCall['keep'] = (record, at, answer) => keep(record, at, (kept = answer));
    const answer = await work(claimed, { isLeaseHeld, keep: keepNow }, { ...ports, book: renewing(book) });
    if (answer === kept) return answer;
    // "Still open" is not kept, because a later call can have another result. An answer that was returned after the
    // lease lapsed stays: the page has reported it.
    const end = (record: OrderRecord, at: Date) => {
      if (answer.result !== 'challenge-open') return keep(record, at, answer);
      return openClaim(record) ? withoutAnswer(record, key) : undefined;
    };
    // The answer is returned even when it cannot be stored: money may have moved.
    await book.update(id, end).catch(() => undefined);
    return answer;
  } catch (error) {
    // An answer that was returned after the lease lapsed stays. A claim that cannot be removed lapses by itself.
    await book
      .update(id, (record) => (openClaim(record) ? afterProblem(record, error) : undefined))
      .catch(() => undefined);
    throw error;
  }

  function afterProblem(record: OrderRecord, error: unknown): OrderRecord {
    const isFinal = error instanceof Problem && (error.usedUp || !PROBLEMS[error.code].retryable);
    return isFinal ? withAnswer(record, key, { request, since, ...problemOf(error) }) : withoutAnswer(record, key);
  }

  function beginning(record: OrderRecord, at: Date): Beginning<Checked> {
    try {
      return begin(record, at);
    } catch (error) {
      return { refusal: error };
    }
  }

  async function earlierAnswer({ record: found, at }: TimedOrder): Promise<PaymentAnswer> {
    const earlier = stored(found, key);
    if (!earlier || !isSameRequest(earlier.request, request)) throw new Problem('key-reused');
    if (isOver(earlier)) return repeated(earlier, found);
    // A wait ends with the lease, so that the page soon knows the result of a process that died.
    const left = leaseEnd(ports, earlier) - at.getTime();
    if (left <= 0) return abandoned();
    const isSettled = (current: OrderRecord) => isOverOrGone(stored(current, key));
    const release = ports.waiting.enter(id);
    const record = await book.waitUntil(id, isSettled, { ms: Math.min(patience, left), signal }).finally(release);
    const later = stored(record, key);
    if (later && isOver(later)) return repeated(later, record);
    if (!later || (await book.now()).getTime() < leaseEnd(ports, later)) throw new Problem('request-in-progress');
    return abandoned();
  }

  /** The first call's process has died. The state was stored before anything was sent, so it is still correct. */
  async function abandoned(): Promise<PaymentAnswer> {
    const { record } = await book.update(id, (current, at) => {
      const claim = stored(current, key);
      // The first call may have renewed its lease, or ended, in the meantime.
      if (!claim || isOver(claim) || at.getTime() < leaseEnd(ports, claim)) return undefined;
      return withAnswer(current, key, { request, since: at.toISOString(), answer: settledAnswer(current) });
    });
    const claim = stored(record, key);
    if (!claim || !isOver(claim)) throw new Problem('request-in-progress');
    return repeated(claim, record);
  }

  /** The order book for the work of this call: its writes renew the lease. */
  function renewing(all: OrderBook): OrderBook {
    return {
      ...all,
      update: (written, change, options) =>
        all.update(
          written,
          (record, at) => {
            const changed = change(record, at);
            return changed && written === id && isLeaseHeld(changed, at) ? renewed(changed, at) : changed;
          },
          options,
        ),
    };
  }

  function renewed(record: OrderRecord, at: Date): OrderRecord {
    return { ...record, answers: { ...record.answers, [key]: { request, since, renewedAt: at.toISOString() } } };
  }
}

/** Time between an answer of the gateway and its being stored, in milliseconds. */
const LEASE_MARGIN = 5_000;

/**
 * End of the lease of a call that is being processed. Its process stores every step, and one step is at most one call
 * of the gateway. Later than that, the process has died. Well below the 90 seconds for which a page repeats a call.
 */
function leaseEnd({ gateway }: Uses<'gateway'>, { since, renewedAt = since }: StoredAnswer): number {
  return Date.parse(renewedAt) + gateway.timeout + LEASE_MARGIN;
}

/**
 * The answer to a repeated call, from its kept answer and the present order.
 * @throws {Problem} the kept one; order-not-open for a redirect payment that the order does not wait for any more
 */
function repeated({ answer, problem, fields }: StoredAnswer, record: OrderRecord): PaymentAnswer {
  if (answer && isPaid(answer)) return answer;
  if (record.payment) return settledAnswer(record);
  if (!answer) {
    if (isPayable(record)) throw new Problem(problem ?? 'request-in-progress', fields);
    return settledAnswer(record);
  }
  switch (answer.result) {
    case 'redirect':
      if (payableRedirect(record)?.redirectUrl === answer.redirect_url) return answer;
      if (isPayable(record)) throw new Problem('order-not-open');
      return settledAnswer(record);
    case 'outcome': {
      const { code, status, cardholder_text } = answer.outcome;
      return UNDECIDED.includes(status) ? answer : failedAnswer(code, record, cardholder_text);
    }
    default:
      return answer;
  }
}

/** Statuses of outcomes that report no failure. */
const UNDECIDED: readonly OutcomeStatus[] = ['paid', 'authenticated', 'pending', 'in-doubt'];

/** A problem as its key keeps it, with the fields that the page marks. */
function problemOf({ code, fields }: Problem): Pick<StoredAnswer, 'problem' | 'fields'> {
  if (fields.length === 0) return { problem: code };
  return { problem: code, fields: fields.map(({ field, message }) => ({ field, message })) };
}

/** The result that the key keeps in the write that claims it. Undefined when it is not claimed. */
function keptResult(
  begun: Exclude<Beginning<unknown>, { readonly answer: PaymentAnswer }>,
): Pick<StoredAnswer, 'answer' | 'problem' | 'fields'> | undefined {
  if ('ended' in begun) return { answer: begun.ended };
  if (!('refusal' in begun)) return {};
  const { refusal } = begun;
  return refusal instanceof Problem && refusal.usedUp ? problemOf(refusal) : undefined;
}

function isOverOrGone(one: StoredAnswer | undefined): boolean {
  return !one || isOver(one);
}

function isOver({ answer, problem }: StoredAnswer): boolean {
  return answer !== undefined || problem !== undefined;
}

function isPaid(answer: PaymentAnswer): boolean {
  return answer.result === 'outcome' && answer.outcome.status === 'paid';
}

/** Own property only: keys such as `constructor` exist on every object. */
function stored({ answers }: OrderRecord, key: string): StoredAnswer | undefined {
  return Object.hasOwn(answers, key) ? answers[key] : undefined;
}

/**
 * Maximum number of kept answers of calls that began nothing: a repeated call gets them again from the order's state.
 * Answers of payments are all kept; the limits of the order bound their number.
 */
const MAX_REPEATABLE = 50;
/** Maximum number of calls of an order that are being processed. */
const MAX_RUNNING = 100;

/**
 * Stores an answer. Only answers of calls that began nothing are evicted, so that calls of others cannot remove the
 * answer to a payment, or the claim of a call that is being processed. The limits of the order bound the rest.
 */
function withAnswer(record: OrderRecord, key: string, answer: StoredAnswer): OrderRecord {
  const others = Object.entries(record.answers).filter(([other]) => other !== key);
  const repeatable = others.filter(([, other]) => isRepeatable(other)).map(([other]) => other);
  const evicted = new Set(isRepeatable(answer) ? repeatable.slice(0, 1 - MAX_REPEATABLE) : []);
  const remaining = others.filter(([other]) => !evicted.has(other));
  return { ...record, answers: Object.fromEntries([...remaining, [key, answer]]) };
}

/**
 * True for an answer that began nothing: a repeated call is answered by the order's state. A started redirect payment
 * is answered with the same URL while it is unfinished. A problem means that nothing was charged.
 */
function isRepeatable({ answer, problem }: StoredAnswer): boolean {
  if (problem !== undefined) return true;
  if (answer?.result === 'redirect') return true;
  return answer?.result === 'outcome' && OUTCOME_FACTS[answer.outcome.code].beganNothing;
}

/** The calls of the order that are being processed. The claim of a process that died does not count. */
function runningCalls(ports: Uses<'gateway'>, { answers }: OrderRecord, at: Date): readonly StoredAnswer[] {
  return Object.values(answers).filter((one) => !isOver(one) && at.getTime() < leaseEnd(ports, one));
}

/** True while a call of a page is being processed. */
export function isCallRunning(ports: Uses<'gateway'>, record: OrderRecord, at: Date): boolean {
  return runningCalls(ports, record, at).length > 0;
}

/** True while a call of a card payment is being processed: its authentication, or the authorization that follows. */
export function isCardCallRunning(ports: Uses<'gateway'>, record: OrderRecord, at: Date): boolean {
  return runningCalls(ports, record, at).some(({ request }) => isCardCall(request));
}

function withoutAnswer(record: OrderRecord, key: string): OrderRecord {
  const { [key]: _gone, ...answers } = record.answers;
  return { ...record, answers };
}
