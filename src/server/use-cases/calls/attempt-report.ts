import type { PaymentAnswer } from '../../../protocol/adapter/adapter-answers.js';
import { PROBLEMS } from '../../../protocol/adapter/problem.js';
import { maskCardNumber } from '../../../protocol/values/card-number.js';
import type { OutcomeCode } from '../../../protocol/adapter/outcome-codes.js';
import { brandFact } from '../events/write-facts.js';
import type { AttemptReport, PaymentWay, Uses } from '../../ports/ports.js';
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
  /** Default: `frictionless`. */
  readonly way?: 'challenged';
}

/** Does a payment, and gives its result to `onAttempt`. */
export async function reportAttempt<Answer extends PaymentAnswer>(
  ports: Uses<'emit' | 'onAttempt'>,
  payment: CalledPayment,
  work: () => Promise<Answer>,
): Promise<Answer> {
  try {
    const answer = await work();
    if (answer.result !== 'challenge-open') {
      report(ports, payment, answer.result === 'outcome' ? answer.outcome.code : answer.result);
    }
    return answer;
  } catch (error) {
    report(ports, payment, problemOfError(error).code);
    throw error;
  }
}

/**
 * Gives a call that was refused before it began to `onAttempt`. A refusal that passes by itself is left out, because
 * the page repeats the call.
 */
export function reportRefusal(ports: Uses<'emit' | 'onAttempt'>, payment: CalledPayment, error: unknown): void {
  const { code } = problemOfError(error);
  if (!PROBLEMS[code].retryable) report(ports, payment, code);
}

function report(
  { onAttempt, emit }: Uses<'emit' | 'onAttempt'>,
  { id, method, number, caller, way }: CalledPayment,
  result: AttemptReport['result'],
): void {
  emit?.(() => ({ kind: 'attempt', level: 'info', code: result, order: id, method }));
  if (isEndOfAuthentication(result)) {
    emit?.(() => {
      const brand = number === undefined ? {} : brandFact(number);
      return { kind: 'payment', level: 'info', code: result, order: id, method, ...brand, way: wayOfEnd(result, way) };
    });
  }
  const client = caller?.address;
  onAttempt(id, {
    result,
    method,
    ...(number === undefined ? {} : { card: maskCardNumber(number) }),
    ...(client === undefined ? {} : { client }),
  });
}

/** True for a payment that has ended without an authorization. The order book emits the others with their record. */
function isEndOfAuthentication(result: AttemptReport['result']): result is OutcomeCode {
  return result in OUTCOME_FACTS && OUTCOME_FACTS[result as OutcomeCode].endsAuthentication === true;
}

function wayOfEnd(result: OutcomeCode, way: PaymentWay = 'frictionless'): PaymentWay {
  return result === 'not-enrolled' ? 'none' : way;
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
