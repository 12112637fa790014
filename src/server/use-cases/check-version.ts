import type * as z from '../../protocol/zod.js';
import type { PageVersionCheckAnswer } from '../../protocol/adapter/adapter-answers.js';
import type { pageVersionCheckRequestSchema } from '../../protocol/adapter/adapter-requests.js';
import { cardFingerprint } from './card/card-fingerprint.js';
import { checkingPage, checkVersions, type CheckVersionsPorts } from './card/check-versions.js';
import { schemeOf } from './card/card-transaction.js';
import type { KeyedCall, Uses } from '../ports/ports.js';
import { countPaymentStart } from '../limits/client-limits.js';
import { lookUpSetAside, type LookUpForPagePorts } from './reconciliation/look-up-order.js';
import { canStartPayment, openWithinLimits, type OpenWithinLimitsPorts } from './redirect/redirect-look-up.js';

export type CheckPageVersionPorts = CheckVersionsPorts &
  OpenWithinLimitsPorts &
  LookUpForPagePorts &
  Uses<'count' | 'declinedCards' | 'randomBytes'>;

/**
 * POST orders/{id}/protocol-versions: the version check of a page, within the limits of its client and of the order.
 * @throws {Problem} order-not-open, card-not-supported, too-many-attempts, too-many-requests, request-in-progress
 */
export async function checkPageVersion(
  ports: CheckPageVersionPorts,
  { id, caller, signal }: Omit<KeyedCall, 'key'>,
  body: z.output<typeof pageVersionCheckRequestSchema>,
): Promise<PageVersionCheckAnswer> {
  // Before the limits of the order, whose answer depends on the card.
  await countPaymentStart(ports, caller);
  await ports.declinedCards.require(caller.networks);
  const card = await cardFingerprint(ports, id, body.number);
  const timed = await ports.book.readTimed(id);
  const found = timed.record;
  // Before the look-up: a card that the order does not take leaves its redirect payments as they are.
  if (canStartPayment(found, body.replaces)) schemeOf(found, body.number);
  const order = await lookUpSetAside(ports, found);
  const page = await checkingPage(ports, order, body.page_token);
  const opened = await openWithinLimits(ports, order, { kind: 'version-check', card, page: page.page }, body.replaces);
  const known = opened === found ? timed : await ports.book.readTimed(id);
  return checkVersions(ports, known, body, page, { signal });
}
