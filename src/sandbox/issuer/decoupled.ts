import { verdictAfter } from './verdicts.js';
import { authenticationOf, type DecoupledChallenge, type Transaction } from './model.js';

/** The unit of decouple_flow_timeout. The documents show none; EMV uses minutes. */
const MINUTE = 60_000;

export function newDecoupled(
  cardholder: DecoupledChallenge['cardholder'],
  at: Date,
  { decoupledDelay, decoupledLimit }: { readonly decoupledDelay: number; readonly decoupledLimit: number },
  timeout: string | undefined,
): DecoupledChallenge {
  return {
    cardholder,
    answersAt: at.getTime() + decoupledDelay,
    deadline: at.getTime() + (timeout === undefined ? decoupledLimit : Number(timeout) * MINUTE),
  };
}

/** Applies the cardholder's answer or the end of the time limit. Call it before reading a transaction. */
export function settleDecoupled(
  transaction: Transaction,
  { now, randomUuid }: { readonly now: () => Date; readonly randomUuid: () => string },
): void {
  const authentication = authenticationOf(transaction);
  const { card } = transaction;
  if (!authentication?.decoupled || authentication.verdict.status !== 'DECOUPLED_AUTHENTICATION_CONFIRMED') return;
  const { cardholder, answersAt, deadline } = authentication.decoupled;
  const time = now().getTime();
  if (cardholder !== 'no-answer' && answersAt <= deadline && time >= answersAt)
    authentication.verdict = verdictAfter(cardholder === 'agrees' ? 'completed' : 'cancelled', card.scheme, randomUuid);
  else if (time > deadline) authentication.verdict = verdictAfter('timed-out', card.scheme, randomUuid);
}
