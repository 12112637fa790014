import { METHOD_FIELDS } from '../../protocol/redirect/redirect-fields.js';
import type { Challenge } from '../../three-d-secure/challenge-frame.js';
import { pause, type Clock } from '../clock.js';
import type { BackendClient, BackendAnswer, Order } from './backend-client.js';
import {
  isBackendError,
  type BackendError,
  isTransient,
  isUnsentCall,
  outcomeCodeOf,
  triesOf,
  withRetryAfter,
  type BackendFieldIssue,
} from './backend-error.js';
import { outcomeOf, outcomeOfOrder, type Outcome } from '../outcome.js';

/** The event that ends a payment. A pending order may wait for another payment. */
export type Ended = {
  readonly type: 'PAYMENT_ENDED' | 'PAYMENT_PENDING';
  readonly outcome: Outcome;
  /** Present when the order was read after the call: as it is now. */
  readonly order?: Order;
};

/** The event of a call that was not carried out, because fields are wrong that the shopper can correct. */
export type Refused = { readonly type: 'FIELDS_REFUSED'; readonly fields: readonly BackendFieldIssue[] };

/** The event of an answered call. */
export type Answered =
  | Ended
  | Refused
  | { readonly type: 'CHALLENGE_REQUIRED'; readonly challenge: Challenge }
  | { readonly type: 'CHALLENGE_OPEN' }
  | { readonly type: 'DECOUPLED'; readonly timeout?: number | undefined }
  | { readonly type: 'REDIRECT'; readonly url: string };

/** True for the wire name of a field that the shopper can correct. */
const isOfShopper = (field: string) => /^(card|payer)\./.test(field) || METHOD_FIELDS.some((name) => name === field);

/** The time of repeated calls. */
export interface Repetition {
  readonly clock: Clock;
  readonly intervals: {
    /** Milliseconds before the next try, by the number of tries before. */
    readonly retry: (tries: number) => number;
  };
}

/** Calls of a flow, with their retries. */
export interface AnsweredCalls {
  /**
   * Calls until there is an answer. The idempotency key makes a repeated call the same call; the table's time
   * limit ends the retries.
   */
  readonly untilAnswered: (call: () => Promise<BackendAnswer>, signal: AbortSignal) => Promise<Answered>;
  /** The event of an answer, with the order as it is now when another payment has paid it. */
  readonly eventOfAnswer: (answer: BackendAnswer, signal: AbortSignal) => Promise<Answered>;
  /**
   * The event of a failed call; undefined when only a retry can decide. A failure is reported after the order was read:
   * another payment of it may have succeeded, in another tab or by an earlier try.
   */
  readonly eventOfFailure: (error: BackendError, signal: AbortSignal) => Promise<Ended | Refused | undefined>;
  /** The end of an order that another payment has paid, or is paying; undefined when nothing is known of one. */
  readonly endOfOrder: (signal: AbortSignal) => Promise<Ended | undefined>;
}

export interface AnsweredCallsOptions extends Repetition {
  readonly backend: BackendClient;
  readonly order: string;
  /** Returns the order as it was read last, for when it cannot be read. */
  readonly lastOrder: () => Order | undefined;
  /** Receives that another payment of the order has begun, before the order is read. */
  readonly onRival: () => void;
}

export function answeredCalls({
  backend,
  order,
  clock,
  intervals,
  lastOrder,
  onRival,
}: AnsweredCallsOptions): AnsweredCalls {
  async function eventOfFailure({ fault }: BackendError, signal: AbortSignal): Promise<Ended | Refused | undefined> {
    if (fault.kind !== 'problem') return undefined;
    if (fault.code === 'order-not-open' || fault.code === 'request-in-progress') onRival();
    if (isTransient(fault) || fault.code === 'internal-error') return undefined;
    if (fault.code === 'order-not-open') return endByOrder(signal).catch(() => undefined);
    if (fault.code === 'order-changed') return endOfChangedOrder(fault.fields, signal).catch(() => undefined);
    if (fault.code === 'invalid-request' && fault.fields.some(({ field }) => isOfShopper(field)))
      return { type: 'FIELDS_REFUSED', fields: fault.fields };
    return (await endOfOrder(signal)) ?? endedBy(outcomeOf(outcomeCodeOf(fault), { id: order, state: 'open' }));
  }

  /** The end of a payment of an order that has changed, or whose method is hidden, with the order as it is now. */
  async function endOfChangedOrder(fields: readonly BackendFieldIssue[], signal: AbortSignal): Promise<Ended> {
    const read = await backend.readOrder(order, { signal });
    const code = fields.some(({ field }) => field === 'method') ? 'gateway-unavailable' : 'order-changed';
    return endOf(read) ?? { ...endedBy(outcomeOf(code, read)), order: read };
  }

  async function endOfOrder(signal: AbortSignal): Promise<Ended | undefined> {
    const read = await backend.readOrder(order, { signal }).catch(lastOrder);
    return read && endOf(read);
  }

  /** The end by another payment of this order that was first. */
  async function endByOrder(signal: AbortSignal): Promise<Ended> {
    let read = await backend.readOrder(order, { signal });
    // Without the later answer the payment is still in doubt.
    if (read.state === 'in-doubt')
      read = await backend.readOrder(order, { signal, unless: 'in-doubt' }).catch(() => read);
    return endOf(read) ?? endedBy(outcomeOfOrder(read) ?? outcomeOf('backend-unavailable', read));
  }

  /**
   * The event of an answer. An earlier payment has another amount if the shop has changed the order, or has captured or
   * refunded a part since the page read it. So the order is read again.
   */
  async function eventOfAnswer(answer: BackendAnswer, signal: AbortSignal): Promise<Answered> {
    switch (answer.result) {
      case 'outcome': {
        const isEarlier = answer.outcome.code === 'already-paid';
        const read = isEarlier ? endOf(await backend.readOrder(order, { signal })) : undefined;
        return read ?? endedBy(answer.outcome);
      }
      case 'challenge':
        return { type: 'CHALLENGE_REQUIRED', challenge: answer.challenge };
      case 'challenge-open':
        return { type: 'CHALLENGE_OPEN' };
      case 'decoupled':
        return { type: 'DECOUPLED', timeout: answer.timeout };
      case 'redirect':
        return { type: 'REDIRECT', url: answer.url };
    }
  }

  return {
    eventOfAnswer,
    eventOfFailure,
    endOfOrder,
    async untilAnswered(call, signal) {
      for (let tries = 0; ; tries++) {
        try {
          return await eventOfAnswer(await call(), signal);
        } catch (error) {
          if (!isBackendError(error) || isUnsentCall(error)) throw error;
          // Such a problem on a retry does not show if the first try has charged.
          const isOfRetry = tries > 0 && triesOf(error) === 'this';
          const settled = isOfRetry ? undefined : await eventOfFailure(error, signal);
          if (settled) return settled;
          await pause(clock, withRetryAfter(intervals.retry(tries), error), signal);
        }
      }
    },
  };
}

/**
 * Calls until there is an answer, or a fault that is not transient. The table's time limit ends the repetitions.
 * @throws {BackendError}
 */
export async function retryWhileTransient<Answer>(
  call: () => Promise<Answer>,
  { clock, intervals }: Repetition,
  signal: AbortSignal,
): Promise<Answer> {
  for (let tries = 0; ; tries++) {
    try {
      return await call();
    } catch (error) {
      if (!isBackendError(error) || !isTransient(error.fault)) throw error;
      await pause(clock, withRetryAfter(intervals.retry(tries), error), signal);
    }
  }
}

/** The end of a payment of an order that takes no further one. */
function endOf(read: Order): Ended | undefined {
  const outcome = outcomeOfOrder(read);
  return outcome && !outcome.retryable ? { ...endedBy(outcome), order: read } : undefined;
}

export function endedBy(outcome: Outcome): Ended {
  return { type: outcome.status === 'pending' ? 'PAYMENT_PENDING' : 'PAYMENT_ENDED', outcome };
}
