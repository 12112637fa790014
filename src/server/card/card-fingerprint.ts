import type { CardInput } from '../../protocol/adapter-requests.js';
import { cardBrand, type CardScheme } from '../../protocol/card-scheme.js';
import type { Gateway } from '../gateway/gateway.js';
import type { AuthenticationRecord, OrderRecord } from '../orders/order-record.js';
import { Problem } from '../problem.js';

/** The keyed mark of an order's card: the same card has another one in another order. */
export function cardMark(gateway: Gateway, orderId: string, number: string): string {
  return gateway.mark(`${orderId}.${number}`);
}

/** @throws {Problem} card-not-supported for a number of no scheme that the gateway takes. */
export function schemeOf(number: string): CardScheme {
  const brand = cardBrand(number);
  if (!brand) throw new Problem('card-not-supported');
  return brand.scheme;
}

/**
 * The order's own record of a transaction, if this very card was prepared for it and it stands where
 * it must.
 * @throws {Problem} authentication-unknown
 */
export function ownAuthentication(
  gateway: Gateway,
  { id, authentications }: OrderRecord,
  serverTransId: string | undefined,
  { number }: Pick<CardInput, 'number'>,
  stages: readonly AuthenticationRecord['stage'][],
): AuthenticationRecord {
  const mark = cardMark(gateway, id, number);
  const own = authentications.findLast(
    (one) => one.serverTransId === serverTransId && one.cardMark === mark && stages.includes(one.stage),
  );
  if (!own) throw new Problem('authentication-unknown');
  return own;
}
