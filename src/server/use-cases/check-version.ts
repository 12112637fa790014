import type * as z from '../../protocol/zod.js';
import type { PageVersionCheckAnswer } from '../../protocol/adapter/adapter-answers.js';
import type { pageVersionCheckRequestSchema } from '../../protocol/adapter/adapter-requests.js';
import { cardFingerprint } from '../card/card-fingerprint.js';
import { checkingPage, checkVersions } from '../card/check-versions.js';
import { schemeOf } from '../card/card-transaction.js';
import type { BackendContext, KeyedCall } from '../orders/backend-context.js';
import { countPaymentStart } from '../orders/limits/client-limits.js';
import { lookUpSetAside } from '../reconciliation/look-up-order.js';
import { canStartPayment, openWithinLimits } from '../redirect/redirect-look-up.js';

/**
 * POST orders/{id}/protocol-versions: the version check of a page, within the limits of its client and of the order.
 * @throws {Problem} order-not-open, card-not-supported, too-many-attempts, too-many-requests, request-in-progress
 */
export async function checkPageVersion(
  context: BackendContext,
  { id, caller, signal }: Omit<KeyedCall, 'key'>,
  body: z.output<typeof pageVersionCheckRequestSchema>,
): Promise<PageVersionCheckAnswer> {
  // Before the limits of the order, whose answer depends on the card.
  await countPaymentStart(context, caller);
  await context.declinedCards.require(caller.networks);
  const card = await cardFingerprint(context, id, body.number);
  const found = await context.book.read(id);
  // Before the look-up: a card that the order does not take leaves its redirect payments as they are.
  if (canStartPayment(found, body.replaces)) schemeOf(found, body.number);
  const order = await lookUpSetAside(context, found);
  const page = await checkingPage(context, order, body.page_token);
  await openWithinLimits(context, order, { kind: 'version-check', card, page: page.page }, body.replaces);
  return checkVersions(context, id, body, page, { signal });
}
