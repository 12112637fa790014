import { brandCode, cardBrand, type CardScheme } from '../../../protocol/values/card-scheme.js';
import type { AuthenticationRecord, OrderRecord } from '../../domain/record/order-record.js';
import { finalRefusal, Problem } from '../../domain/problems/problem.js';
import { brandsOf } from '../../domain/views/payment-methods.js';
import type { CardFingerprints } from './card-fingerprint.js';

/** @throws {Problem} card-not-supported for a number of no brand that the order takes */
export function schemeOf(order: OrderRecord, number: string): CardScheme {
  const brand = cardBrand(number);
  if (!brand || !brandsOf(order).includes(brandCode(brand))) throw new Problem('card-not-supported');
  return brand.scheme;
}

/** Time after which an authorization that has not begun belongs to a process that died, in milliseconds. */
const AUTHORIZING_LASTS = 120_000;

/**
 * Returns the order's record of a transaction that was prepared for this card and is in one of the stages. A
 * transaction of isolated card fields belongs to the key of their frame as well. Without it every card gets the same
 * answer, so that a script of the page cannot guess the card. A card that is not enrolled has no identifier of a
 * transaction, and belongs to the page or the frame of its version check.
 * @throws {Problem} request-in-progress while its authorization is about to be sent, else
 * authentication-unknown
 */
export function cardTransaction(
  { authentications }: Pick<OrderRecord, 'authentications'>,
  serverTransId: string | undefined,
  { card, frameKey, page }: CardFingerprints,
  stages: readonly AuthenticationRecord['stage'][],
  now: Date,
): AuthenticationRecord {
  // Only the caller of the version check knows the identifier of the transaction, the key of the frame or the token.
  const isCallers = (one: AuthenticationRecord) =>
    serverTransId !== undefined || frameKey !== undefined || (page !== undefined && one.page === page);
  const transaction = authentications.findLast(
    (one) =>
      one.serverTransId === serverTransId &&
      one.cardFingerprint === card &&
      one.frameKey === frameKey &&
      isCallers(one),
  );
  if (transaction && stages.includes(transaction.stage)) return transaction;
  if (transaction && isAboutToAuthorize(transaction, now)) throw new Problem('request-in-progress');
  // An authentication that could not be sent gives its transaction back.
  throw new Problem('authentication-unknown', [], { usedUp: transaction?.stage === 'requested' });
}

/**
 * The refusal of a card payment, because the order takes none at the moment or waits for a redirect payment. The
 * redirect payment may be the shopper's later choice, and this call a late one. Only the version check of another card
 * payment sets a redirect payment aside. The key of a prepared payment keeps the refusal, because the order may take a
 * payment again.
 * @param prepared throws when the payment was not prepared
 */
export function refusedNotOpen(prepared: () => unknown): Problem {
  const refusal = new Problem('order-not-open');
  try {
    prepared();
  } catch {
    return refusal;
  }
  return finalRefusal(refusal);
}

function isAboutToAuthorize({ stage, stageSince }: AuthenticationRecord, now: Date): boolean {
  if (stage !== 'authorizing' || stageSince === undefined) return false;
  return now.getTime() - Date.parse(stageSince) < AUTHORIZING_LASTS;
}
