import type { PaymentAnswer } from '../../../protocol/adapter/adapter-answers.js';
import { PROBLEMS } from '../../../protocol/adapter/problem.js';
import { maskCardNumber } from '../../../protocol/values/card-number.js';
import type { AttemptReport, Uses } from '../../ports/ports.js';
import { countPaymentStart } from '../../limits/client-limits.js';
import type { Caller } from '../../limits/declined-cards.js';
import { problemOfError } from '../../domain/problems/problem.js';
import { OUTCOME_FACTS } from '../../domain/problems/outcome-facts.js';

/** A payment that `beforePayment` and `onAttempt` receive. */
export interface CalledPayment {
  readonly id: string;
  readonly method: string;
  /** The card number; absent for a redirect payment. */
  readonly number?: string;
  /** Absent for a call of the shop itself. */
  readonly caller?: Caller;
}

/** Does a payment, and gives its result to `onAttempt`. */
export async function reportAttempt<Answer extends PaymentAnswer>(
  ports: Uses<'emit' | 'onAttempt'>,
  payment: CalledPayment,
  work: () => Promise<Answer>,
): Promise<Answer> {
  try {
    return reportAnswer(ports, payment, await work());
  } catch (error) {
    report(ports, payment, problemOfError(error).code);
    throw error;
  }
}

/** Gives a call with its answer to `onAttempt`, and returns the answer. A challenge that is still open is left out. */
export function reportAnswer<Answer extends PaymentAnswer>(
  ports: Uses<'emit' | 'onAttempt'>,
  payment: CalledPayment,
  answer: Answer,
): Answer {
  if (answer.result !== 'challenge-open') {
    report(ports, payment, answer.result === 'outcome' ? answer.outcome.code : answer.result);
  }
  return answer;
}

export type RefusePorts = Uses<'book' | 'addToCounter' | 'emit' | 'fingerprint' | 'limits' | 'onAttempt'>;

/**
 * Throws the error of a call that was refused before it began, and gives it to `onAttempt`. Such a call may be a guess,
 * so it counts as a version check of the client. A refusal that passes by itself is left out, because the page repeats
 * the call.
 * @throws {Problem} too-many-requests at the limit of the client, else the error
 */
export async function refuseAttempt(
  ports: RefusePorts,
  payment: CalledPayment & { readonly caller: Caller },
  error: unknown,
): Promise<never> {
  const { code } = problemOfError(error);
  if (!PROBLEMS[code].retryable) {
    await countPaymentStart(ports, payment.caller);
    report(ports, payment, code);
  }
  throw error;
}

function report(
  { onAttempt, emit }: Uses<'emit' | 'onAttempt'>,
  { id, method, number, caller }: CalledPayment,
  result: AttemptReport['result'],
): void {
  emit?.(() => ({ kind: 'attempt', level: 'info', code: result, order: id, method }));
  const client = caller?.address;
  onAttempt(id, {
    result,
    method,
    ...(number === undefined ? {} : { card: maskCardNumber(number) }),
    ...(client === undefined ? {} : { client }),
  });
}

/** Counts a declined card for its client, and withdraws one that has paid. Returns the answer. */
export async function withCardNoted(
  { declinedCards }: Uses<'declinedCards'>,
  { networks }: Caller,
  number: string,
  answer: PaymentAnswer,
): Promise<PaymentAnswer> {
  if (answer.result === 'outcome') {
    await declinedCards.note(networks, number, OUTCOME_FACTS[answer.outcome.code].card);
  }
  return answer;
}
