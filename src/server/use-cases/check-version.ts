import type * as z from '../../protocol/zod.js';
import type { PageVersionCheckAnswer } from '../../protocol/adapter/adapter-answers.js';
import type { pageVersionCheckRequestSchema } from '../../protocol/adapter/adapter-requests.js';
import { maskCardNumber } from '../../protocol/values/card-number.js';
import { hexOf } from '../../protocol/values/securehash.js';
import { isUnsent } from '../gateway/gateway-error.js';
import type { VersionCheckAnswer } from '../gateway/version-check.js';
import type { TimedOrder } from '../book/order-book.js';
import type { KeyedCall, Uses } from '../ports/ports.js';
import { isPayable, withEntry, type AuthenticationRecord, type OrderRecord } from '../domain/record/order-record.js';
import { isExpired } from '../domain/record/expiry.js';
import { updateWithinLimits, withoutCounted } from '../limits/order-limits.js';
import { Problem } from '../domain/problems/problem.js';
import { cardFingerprint, frameKeyFingerprint, pageFingerprint } from './card/card-fingerprint.js';
import { requireShown } from './calls/shop-rules.js';
import { schemeOf } from './card/card-transaction.js';
import { countPaymentStart } from '../limits/client-limits.js';
import { lookUpSetAside, type LookUpForPagePorts } from './reconciliation/look-up-order.js';
import { canStartPayment, openWithinLimits, type OpenWithinLimitsPorts } from './redirect/redirect-look-up.js';

/** The page that makes a version check. */
interface CheckingPage {
  /** Given to the page, which sends it with its later version checks. */
  readonly token: string;
  /** HMAC fingerprint of the token, scoped to the order. */
  readonly page: string;
}

/** The page that a known token belongs to, or a new one. A client cannot choose its token. */
async function checkingPage(
  { fingerprint, randomBytes }: Uses<'fingerprint' | 'randomBytes'>,
  { id, authentications }: OrderRecord,
  given: string | undefined,
): Promise<CheckingPage> {
  const known = given === undefined ? undefined : await pageFingerprint({ fingerprint }, id, given);
  if (given !== undefined && known !== undefined && authentications.some(({ page }) => page === known)) {
    return { token: given, page: known };
  }
  const token = hexOf(randomBytes(16));
  return { token, page: await pageFingerprint({ fingerprint }, id, token) };
}

export type CheckPageVersionPorts = OpenWithinLimitsPorts &
  LookUpForPagePorts &
  Uses<'addToCounter' | 'declinedCards' | 'fingerprint' | 'hiddenMethods' | 'publicUrl' | 'randomBytes'>;

/**
 * POST orders/{id}/protocol-versions: the version check of a page, bound to its order and its card, within the limits
 * of its client and of the order.
 * @param known the order as the call has read it
 * @throws {Problem} order-not-open, order-changed, card-not-supported, too-many-attempts, too-many-requests,
 * request-in-progress
 */
export async function checkPageVersion(
  ports: CheckPageVersionPorts,
  { caller, signal }: Pick<KeyedCall, 'caller' | 'signal'>,
  { number, frame_key, page_token, replaces }: z.output<typeof pageVersionCheckRequestSchema>,
  known: TimedOrder,
): Promise<PageVersionCheckAnswer> {
  const { book, gateway, publicUrl } = ports;
  const { record: order } = known;
  const { id } = order;
  // Before the limits of the order, whose answer depends on the card.
  await countPaymentStart(ports, caller);
  await ports.declinedCards.require(caller.networks);
  const card = await cardFingerprint(ports, id, number);
  const takenScheme = (record: OrderRecord) => {
    requireShown(ports, record, 'card');
    return schemeOf(record, number);
  };
  // Before the look-up: a card that the order does not take leaves its redirect payments as they are.
  if (canStartPayment(order, replaces)) takenScheme(order);
  const lookedUp = await lookUpSetAside(ports, order);
  const { token, page } = await checkingPage(ports, lookedUp, page_token);
  const use = { kind: 'version-check', card, page } as const;
  const opened = await openWithinLimits(ports, lookedUp, use, replaces);
  if (!isPayable(opened)) throw new Problem('order-not-open');
  const scheme = takenScheme(opened);
  const counted = await updateWithinLimits(
    ports,
    id,
    () => use,
    (record, at) => (isPayable(record) && !isExpired(record, at) ? record : undefined),
    { found: opened === order ? known : undefined, flush: false },
  );
  if (!counted.changed) throw new Problem('order-not-open');

  const methodNotificationUrl = `${publicUrl}/notifications/method/${id}`;
  const answer = await gateway
    .versionCheck({ number, scheme, methodNotificationUrl }, { signal })
    .catch(async (error: unknown) => {
      if (isUnsent(error)) await book.update(id, (record) => withoutCounted(record, use)).catch(() => undefined);
      throw error;
    });
  const method = answer.enrolled ? methodOf(answer) : undefined;
  const frameKey = await frameKeyFingerprint(ports, id, frame_key);
  const check: AuthenticationRecord = {
    cardFingerprint: card,
    page,
    ...(frameKey === undefined ? {} : { frameKey }),
    card: maskCardNumber(number),
    stage: 'checked',
    ...(answer.enrolled
      ? {
          serverTransId: answer.serverTransId,
          messageVersion: answer.messageVersion,
          hasMethodUrl: method !== undefined || answer.hasUnusableMethodUrl === true,
        }
      : {}),
  };
  await book.update(
    id,
    (record, at) =>
      withEntry(withCheck(record, check), at, 'version-checked', {
        card: check.card,
        enrolled: answer.enrolled,
        ...(answer.enrolled && answer.hasUnusableMethodUrl ? { methodUrl: 'unusable' } : {}),
      }),
    { found: counted, flush: false },
  );
  if (!answer.enrolled) return { enrolled: false, page_token: token };
  return {
    enrolled: true,
    server_trans_id: answer.serverTransId,
    message_version: answer.messageVersion,
    page_token: token,
    ...(method ? { method } : {}),
  };
}

/** The method step of the page; undefined where the ACS has none, or none that a page can make. */
function methodOf({
  methodUrl,
  methodData,
}: Extract<VersionCheckAnswer, { enrolled: true }>): PageVersionCheckAnswer['method'] {
  const data = methodData?.encodedMethodData;
  return methodUrl === undefined || data === undefined ? undefined : { url: methodUrl, data };
}

/** Checks of other clients do not remove the shopper's own: the limits of the order bound their number. */
function withCheck(record: OrderRecord, check: AuthenticationRecord): OrderRecord {
  return { ...record, authentications: [...record.authentications, check] };
}
