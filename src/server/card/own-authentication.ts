import type { CardInput } from '../../protocol/adapter/adapter-requests.js';
import { cardBrand, type CardScheme } from '../../protocol/values/card-scheme.js';
import type { BackendContext } from '../orders/backend-context.js';
import { withAuthentication, type AuthenticationRecord, type OrderRecord } from '../orders/order-record.js';
import { Problem } from '../orders/problem.js';
import { cardFingerprint } from './card-fingerprint.js';

/** @throws {Problem} card-not-supported for a number of no scheme that the gateway accepts */
export function schemeOf(number: string): CardScheme {
  const brand = cardBrand(number);
  if (!brand) throw new Problem('card-not-supported');
  return brand.scheme;
}

/** Time after which an authorization that has not begun belongs to a process that died, in milliseconds. */
const AUTHORIZING_LASTS = 120_000;

/** The call with another card that closes a transaction, and the time in which they are counted, in milliseconds. */
const LAST_WRONG_CARD = 10;
const DAY = 86_400_000;

export interface OwnAuthenticationContext extends Pick<BackendContext, 'fingerprint' | 'book' | 'count'> {
  readonly now: Date;
}

/**
 * Returns the order's record of a transaction that was prepared for this card and is in one of the stages. The tenth call
 * with another card closes the transaction: the page, which knows the transaction, could otherwise guess the card of an
 * isolated field. The number of version checks of an order is limited, and with it the number of guesses.
 * @throws {Problem} request-in-progress while its authorization is about to be sent, else
 * authentication-unknown
 */
export async function ownAuthentication(
  { fingerprint, book, count, now }: OwnAuthenticationContext,
  { id, authentications }: OrderRecord,
  serverTransId: string | undefined,
  { number }: Pick<CardInput, 'number'>,
  stages: readonly AuthenticationRecord['stage'][],
): Promise<AuthenticationRecord> {
  const card = await cardFingerprint({ fingerprint }, id, number);
  const own = authentications.findLast((one) => one.serverTransId === serverTransId && one.cardFingerprint === card);
  if (own && stages.includes(own.stage)) return own;
  if (own && isAboutToAuthorize(own, now)) throw new Problem('request-in-progress');
  const isOpen = authentications.some((one) => one.serverTransId === serverTransId && stages.includes(one.stage));
  if (!own && serverTransId !== undefined && isOpen) {
    const { value } = await count(`wrong-card ${id} ${serverTransId}`, { ms: DAY });
    if (value >= LAST_WRONG_CARD) await close(book, id, serverTransId, stages);
  }
  throw new Problem('authentication-unknown');
}

async function close(
  book: BackendContext['book'],
  id: string,
  serverTransId: string,
  stages: readonly AuthenticationRecord['stage'][],
): Promise<void> {
  await book.update(id, (record) =>
    record.authentications.some((one) => one.serverTransId === serverTransId && stages.includes(one.stage))
      ? withAuthentication(record, serverTransId, { stage: 'closed' })
      : undefined,
  );
}

function isAboutToAuthorize({ stage, authorizingSince }: AuthenticationRecord, now: Date): boolean {
  if (stage !== 'authorizing' || authorizingSince === undefined) return false;
  return now.getTime() - Date.parse(authorizingSince) < AUTHORIZING_LASTS;
}
