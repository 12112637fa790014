import type { CardInput } from '../../../protocol/adapter/adapter-requests.js';
import { brandCode, cardBrand, type CardScheme } from '../../../protocol/values/card-scheme.js';
import type { Ports } from '../../ports/ports.js';
import type { AuthenticationRecord, OrderRecord } from '../../domain/record/order-record.js';
import { finalRefusal, Problem } from '../../domain/problems/problem.js';
import { brandsOf } from '../../domain/views/payment-methods.js';
import { cardFingerprint, frameKeyFingerprint, pageFingerprint } from './card-fingerprint.js';

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
export async function cardTransaction(
  { fingerprint, now }: Pick<Ports, 'fingerprint'> & { readonly now: Date },
  { id, authentications }: OrderRecord,
  serverTransId: string | undefined,
  { number, frame_key }: Pick<CardInput, 'number' | 'frame_key'>,
  stages: readonly AuthenticationRecord['stage'][],
  pageToken?: string,
): Promise<AuthenticationRecord> {
  const card = await cardFingerprint({ fingerprint }, id, number);
  const frameKey = await frameKeyFingerprint({ fingerprint }, id, frame_key);
  const page = pageToken === undefined ? undefined : await pageFingerprint({ fingerprint }, id, pageToken);
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
 * Refuses a card payment, because the order takes none at the moment, or waits for a redirect payment. That may be a
 * later choice of the shopper, and this call a late one: only the version check of another card payment sets it aside.
 * The key of a payment that was prepared keeps the refusal, because the order may take a payment again.
 * @throws {Problem} order-not-open
 */
export async function refuseNotOpen(isPrepared: Promise<unknown>): Promise<never> {
  const refusal = new Problem('order-not-open');
  throw await isPrepared.then(
    () => finalRefusal(refusal),
    () => refusal,
  );
}

function isAboutToAuthorize({ stage, authorizingSince }: AuthenticationRecord, now: Date): boolean {
  if (stage !== 'authorizing' || authorizingSince === undefined) return false;
  return now.getTime() - Date.parse(authorizingSince) < AUTHORIZING_LASTS;
}
