import { BackendError, outcomeCodeOf, passesByItself, type BackendFieldIssue } from './backend-error.js';
import { pause, type Clock } from './clock.js';
import type { MerchantBackend, PaymentAnswer } from './merchant-backend.js';
import type { Challenge } from '../three-d-secure/challenge-frame.js';
import { outcomeOf, outcomeOfOrder, type Outcome } from './outcome.js';

/** The event of a flow's table that an answered call becomes. */
export type Answered =
  | { readonly type: 'ENDED'; readonly outcome: Outcome }
  | { readonly type: 'CHALLENGE'; readonly challenge: Challenge }
  | { readonly type: 'STILL_OPEN' }
  | { readonly type: 'DECOUPLED'; readonly timeout?: number }
  | { readonly type: 'REDIRECT'; readonly url: string }
  | { readonly type: 'REFUSED'; readonly fields: readonly BackendFieldIssue[] };

/** Fields that the shopper can correct, by wire name. */
const OF_THE_SHOPPER = /^(card\.|payer\.|account_holder_name$|country$)/;

/** Calls of a flow, with their retries. */
export interface AnsweredCalls {
  /**
   * Calls until there is an answer. The idempotency key makes a repeated call the same call; the table's time
   * limit ends the retries.
   */
  readonly untilAnswered: (call: () => Promise<PaymentAnswer>, signal: AbortSignal) => Promise<Answered>;
  /** The event of a failed call; undefined when only a retry can tell. */
  readonly settledBy: (error: BackendError, signal: AbortSignal) => Promise<Answered | undefined>;
}

export function answeredCalls({
  backend,
  order,
  clock,
}: {
  readonly backend: MerchantBackend;
  readonly order: string;
  readonly clock: Clock;
}): AnsweredCalls {
  async function settledBy({ fault }: BackendError, signal: AbortSignal): Promise<Answered | undefined> {
    if (fault.kind !== 'problem' || passesByItself(fault)) return undefined;
    switch (fault.code) {
      case 'internal-error':
        return undefined;
      case 'order-not-open':
        return outcomeByOrder(signal).then(
          (outcome) => ({ type: 'ENDED', outcome }),
          () => undefined,
        );
      case 'invalid-request':
        if (fault.fields.some(({ field }) => OF_THE_SHOPPER.test(field)))
          return { type: 'REFUSED', fields: fault.fields };
        break;
      default:
    }
    return { type: 'ENDED', outcome: outcomeOf(outcomeCodeOf(fault), { id: order, state: 'open' }) };
  }

  /** The outcome of another payment of this order that was first. */
  async function outcomeByOrder(signal: AbortSignal): Promise<Outcome> {
    let read = await backend.readOrder(order, { signal });
    if (read.state === 'in-doubt') read = await backend.readOrder(order, { signal, unless: 'in-doubt' });
    return outcomeOfOrder(read) ?? outcomeOf('backend-unavailable', read);
  }

  return {
    settledBy,
    async untilAnswered(call, signal) {
      for (let tries = 0; ; tries++) {
        try {
          return eventOf(await call());
        } catch (error) {
          if (!(error instanceof BackendError)) throw error;
          const settled = await settledBy(error, signal);
          if (settled) return settled;
          await pause(clock, retryDelay(tries), signal);
        }
      }
    },
  };
}

/** Milliseconds before the next try: 1 s, doubling up to 8 s. */
export function retryDelay(tries: number): number {
  return Math.min(1000 * 2 ** tries, 8000);
}

function eventOf(answer: PaymentAnswer): Answered {
  switch (answer.result) {
    case 'outcome':
      return { type: 'ENDED', outcome: answer.outcome };
    case 'challenge':
      return { type: 'CHALLENGE', challenge: answer.challenge };
    case 'challenge-open':
      return { type: 'STILL_OPEN' };
    case 'decoupled':
      return { type: 'DECOUPLED', ...(answer.timeout === undefined ? {} : { timeout: answer.timeout }) };
    case 'redirect':
      return { type: 'REDIRECT', url: answer.url };
  }
}
