import { BackendError, outcomeCodeOf, type BackendFieldIssue } from './backend-error.js';
import { pause, type Clock } from './clock.js';
import type { MerchantBackend, PaymentAnswer } from './merchant-backend.js';
import type { Challenge } from '../three-d-secure/challenge-frame.js';
import { outcomeOf, outcomeOfOrder, type Outcome } from './outcome.js';

/** What an answered call means to a flow: an event of its table. */
export type Answered =
  | { readonly type: 'ENDED'; readonly outcome: Outcome }
  | { readonly type: 'CHALLENGE'; readonly challenge: Challenge }
  | { readonly type: 'STILL_OPEN' }
  | { readonly type: 'DECOUPLED' }
  | { readonly type: 'REDIRECT'; readonly url: string }
  | { readonly type: 'REFUSED'; readonly fields: readonly BackendFieldIssue[] };

/** Fields that a shopper can mend, by wire name. */
const OF_THE_SHOPPER = /^(card\.|payer\.|account_holder_name$|country$)/;

/** How a flow's calls come to an end. */
export interface AnsweredCalls {
  /**
   * Calls until there is an answer. The key makes a repeated call the same call, so nothing can be
   * done twice; the table's limit ends it.
   */
  readonly untilAnswered: (call: () => Promise<PaymentAnswer>, signal: AbortSignal) => Promise<Answered>;
  /** The event that a failed call means; undefined where only another try can tell. */
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
    if (fault.kind !== 'problem') return undefined;
    switch (fault.code) {
      case 'internal-error':
      case 'request-in-progress':
      case 'record-newer':
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

  /** Another payment of this order came first: what it came to is what the shopper is told. */
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
          await pause(clock, Math.min(1000 * 2 ** tries, 8000), signal);
        }
      }
    },
  };
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
      return { type: 'DECOUPLED' };
    case 'redirect':
      return { type: 'REDIRECT', url: answer.url };
  }
}
