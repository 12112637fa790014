import type { CardAuthorizationRequest } from '../../../protocol/authorization/card-authorization.js';
import { lapse } from '../../issuer/challenge.js';
import { authenticationOf } from '../../issuer/model.js';
import type { AuthenticationStatus } from '../../../protocol/three-d-secure/three-d-secure-values.js';
import type { XmlDependencies } from './dependencies.js';
import { XmlRefusal } from './xml-refusal.js';

/**
 * Checks that an authorization carries the authentication result that this sandbox issued. One from elsewhere passes,
 * because a gateway does not know the results of every directory server.
 * @returns the decline of an authorization whose authentication did not succeed.
 * @throws {XmlRefusal} 508
 */
export function checkAuthenticationResult(
  { mpi, card }: Pick<CardAuthorizationRequest, 'card' | 'mpi'>,
  { transactions, settings }: XmlDependencies,
): '111' | undefined {
  if (!mpi) return undefined;
  const transaction = transactionOf(mpi, transactions);
  const authentication = transaction && authenticationOf(transaction);
  if (!authentication) return undefined;
  lapse(transaction, settings);
  const { dsTransId, verdict } = authentication;
  if (mpi.ds_trans_id && mpi.ds_trans_id.toLowerCase() !== dsTransId.toLowerCase()) throw mismatch('ds_trans_id');
  if ((mpi.authentication_value ?? '') !== (verdict.authenticationValue ?? '')) throw mismatch('authentication_value');
  // The documents show one digit, and clients send the two that they received; both are accepted
  // (docs/reference/gateway.md#card-authorization-request).
  if (mpi.eci && Number(mpi.eci) !== Number(verdict.eci)) throw mismatch('eci');
  if (!card.number.startsWith(transaction.card.firstDigits) || !card.number.endsWith(transaction.card.lastFour))
    throw mismatch('card');
  return WITHOUT_AUTHORIZATION.has(verdict.status) ? '111' : undefined;
}

/** True when the cardholder has confirmed the payment, in a challenge or in the issuer's app. */
export function isConfirmedByCardholder(
  { mpi }: Pick<CardAuthorizationRequest, 'mpi'>,
  { transactions }: Pick<XmlDependencies, 'transactions'>,
): boolean {
  const transaction = mpi && transactionOf(mpi, transactions);
  const { verdict, challenge, decoupled } = (transaction && authenticationOf(transaction)) ?? {};
  return verdict?.status === 'AUTHENTICATION_SUCCESSFUL' && (challenge !== undefined || decoupled !== undefined);
}

function transactionOf(
  { ds_trans_id, authentication_value }: NonNullable<CardAuthorizationRequest['mpi']>,
  transactions: XmlDependencies['transactions'],
) {
  return transactions.ofDirectory(ds_trans_id ?? '') ?? transactions.withValue(authentication_value);
}

/**
 * The states in which the issuer has refused the shopper, or has not decided yet. The document has an authorization
 * only after a success (States and transitions); the code of the decline is inference
 * (docs/reference/gateway.md#result-codes).
 */
const WITHOUT_AUTHORIZATION: ReadonlySet<AuthenticationStatus> = new Set([
  'AUTHENTICATION_FAILED',
  'AUTHENTICATION_ISSUER_REJECTED',
  'CHALLENGE_REQUIRED',
  'DECOUPLED_AUTHENTICATION_CONFIRMED',
]);

function mismatch(what: string): XmlRefusal {
  return new XmlRefusal('508', `The authentication result is not the one that was issued: ${what}`);
}
