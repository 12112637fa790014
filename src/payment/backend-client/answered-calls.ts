import type { Challenge } from '../../three-d-secure/challenge-frame.js';
import { pause, type Clock } from '../clock.js';
import type { BackendClient, BackendAnswer, Order } from './backend-client.js';
import { BackendError, outcomeCodeOf, isTransient, withRetryAfter, type BackendFieldIssue } from './backend-error.js';
import { outcomeOf, outcomeOfOrder, type Outcome } from '../outcome.js';

/** The event that ends a payment. A pending order may wait for another payment. */
export type Ended = { readonly type: 'PAYMENT_ENDED' | 'PAYMENT_PENDING'; readonly outcome: Outcome };

/** The event of a call that was not carried out, because fields are wrong that the shopper can correct. */
export type Refused = { readonly type: 'FIELDS_REFUSED'; readonly fields: readonly BackendFieldIssue[] };

/** The event of an answered call. */
export type Answered =
  | Ended
  | Refused
  | { readonly type: 'CHALLENGE_REQUIRED'; readonly challenge: Challenge }
  | { readonly type: 'CHALLENGE_OPEN' }
  | { readonly type: 'DECOUPLED'; readonly timeout?: number }
  | { readonly type: 'REDIRECT'; readonly url: string };

/** Matches the wire names of fields that the shopper can correct. */
const OF_THE_SHOPPER = /^(card\.|payer\.|account_holder_name$|country$)/;

/** The time of repeated calls. */
export interface Repetition {
  readonly clock: Clock;
  /** Milliseconds before the next try, by the number of tries before. */
  readonly retryDelay: (tries: number) => number;
}

/** For a call in a step whose time limit ends the payment as a failure: an order in doubt is reported before. */
export const LIMIT_FAILS = true;

/** Calls of a flow, with their retries. */
export interface AnsweredCalls {
  /**
   * Calls until there is an answer. The idempotency key makes a repeated call the same call; the table's time
   * limit ends the retries.
   */
  readonly untilAnswered: (
    call: () => Promise<BackendAnswer>,
    signal: AbortSignal,
    limitFails?: boolean,
  ) => Promise<Answered>;
  /**
   * The event of a failed call; undefined when only a retry can decide. A failure is reported after the order was read:
   * another payment of it may have succeeded, in another tab or by an earlier try.
   */
  readonly eventOfFailure: (
    error: BackendError,
    signal: AbortSignal,
    limitFails?: boolean,
  ) => Promise<Ended | Refused | undefined>;
  /** The end of an order that another payment has paid, or is paying; undefined when nothing is known of one. */
  readonly endOfOrder: (signal: AbortSignal) => Promise<Ended | undefined>;
}

export function answeredCalls({
  backend,
  order,
  clock,
  retryDelay,
  known,
}: Repetition & {
  readonly backend: BackendClient;
  readonly order: string;
  readonly known: () => Order | undefined;
}): AnsweredCalls {
  async function eventOfFailure(
    { fault }: BackendError,
    signal: AbortSignal,
    limitFails?: boolean,
  ): Promise<Ended | Refused | undefined> {
    if (fault.kind !== 'problem' || isTransient(fault) || fault.code === 'internal-error') return undefined;
    if (fault.code === 'order-not-open') return endedBy(await outcomeByOrder(signal, limitFails));
    if (fault.code === 'invalid-request' && fault.fields.some(({ field }) => OF_THE_SHOPPER.test(field)))
      return { type: 'FIELDS_REFUSED', fields: fault.fields };
    return (await endOfOrder(signal)) ?? endedBy(outcomeOf(outcomeCodeOf(fault), { id: order, state: 'open' }));
  }

  async function endOfOrder(signal: AbortSignal): Promise<Ended | undefined> {
    const read = await backend.readOrder(order, { signal }).catch(known);
    const outcome = read && outcomeOfOrder(read);
    return outcome && !outcome.retryable ? endedBy(outcome) : undefined;
  }

  /** Returns the outcome of another payment of this order that was first. It is in doubt until it was read. */
  async function outcomeByOrder(signal: AbortSignal, limitFails?: boolean): Promise<Outcome> {
    const unread = (): Outcome['order'] => ({ id: order, state: 'in-doubt' });
    let read: Outcome['order'] = await backend.readOrder(order, { signal }).catch(unread);
    // Without the later answer the payment is still in doubt.
    if (read.state === 'in-doubt' && !limitFails)
      read = await backend.readOrder(order, { signal, unless: 'in-doubt' }).catch(() => read);
    return outcomeOfOrder(read) ?? outcomeOf('backend-unavailable', read);
  }

  return {
    eventOfFailure,
    endOfOrder,
    async untilAnswered(call, signal, limitFails) {
      for (let tries = 0; ; tries++) {
        try {
          return eventOf(await call());
        } catch (error) {
          if (!(error instanceof BackendError)) throw error;
          const settled = await eventOfFailure(error, signal, limitFails);
          if (settled) return settled;
          await pause(clock, withRetryAfter(retryDelay(tries), error), signal);
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
  { clock, signal, retryDelay }: Repetition & { readonly signal: AbortSignal },
): Promise<Answer> {
  for (let tries = 0; ; tries++) {
    try {
      return await call();
    } catch (error) {
      if (!(error instanceof BackendError) || !isTransient(error.fault)) throw error;
      await pause(clock, withRetryAfter(retryDelay(tries), error), signal);
    }
  }
}

export function endedBy(outcome: Outcome): Ended {
  return { type: outcome.status === 'pending' ? 'PAYMENT_PENDING' : 'PAYMENT_ENDED', outcome };
}

function eventOf(answer: BackendAnswer): Answered {
  switch (answer.result) {
    case 'outcome':
      return endedBy(answer.outcome);
    case 'challenge':
      return { type: 'CHALLENGE_REQUIRED', challenge: answer.challenge };
    case 'challenge-open':
      return { type: 'CHALLENGE_OPEN' };
    case 'decoupled':
      return { type: 'DECOUPLED', ...(answer.timeout === undefined ? {} : { timeout: answer.timeout }) };
    case 'redirect':
      return { type: 'REDIRECT', url: answer.url };
  }
}
