import type * as z from 'zod/mini';
import type { PreparationAnswer } from '../../protocol/adapter-answers.js';
import type { preparationRequest } from '../../protocol/adapter-requests.js';
import { maskCardNumber } from '../../protocol/card-number.js';
import type { BackendContext } from '../orders/backend-context.js';
import { isPayable, withEntry, type AuthenticationRecord, type OrderRecord } from '../orders/order-record.js';
import { Problem } from '../orders/problem.js';
import { cardFingerprint } from './card-fingerprint.js';
import { schemeOf } from './own-authentication.js';

/** Maximum number of version checks of an order, and of its other authentications. */
const MAX_KEPT = 20;

/** POST orders/{id}/protocol-versions: the version check, bound to this order and this card. */
export async function checkVersions(
  { book, gateway, publicUrl }: BackendContext,
  id: string,
  { number }: z.output<typeof preparationRequest>,
  signal: AbortSignal,
): Promise<PreparationAnswer> {
  if (!isPayable(await book.read(id))) throw new Problem('order-not-open');

  const methodNotificationUrl = `${publicUrl}/notifications/method/${id}`;
  const answer = await gateway.versionCheck({ number, scheme: schemeOf(number), methodNotificationUrl }, { signal });
  // Without a notification URL the gateway omits the method data, and there is no method step.
  const method =
    answer.enrolled && answer.methodUrl && answer.methodData
      ? { url: answer.methodUrl, data: answer.methodData.encodedMethodData }
      : undefined;
  const check: AuthenticationRecord = {
    cardFingerprint: await cardFingerprint(gateway, id, number),
    card: maskCardNumber(number),
    stage: 'checked',
    ...(answer.enrolled
      ? {
          serverTransId: answer.serverTransId,
          messageVersion: answer.messageVersion,
          hasMethodUrl: method !== undefined,
        }
      : {}),
  };
  await book.update(id, (record, at) =>
    withEntry(withCheck(record, check), at, 'version-checked', { card: check.card, enrolled: answer.enrolled }),
  );
  if (!answer.enrolled) return { enrolled: false };
  return {
    enrolled: true,
    server_trans_id: answer.serverTransId,
    message_version: answer.messageVersion,
    ...(method ? { method } : {}),
  };
}

function withCheck(record: OrderRecord, check: AuthenticationRecord): OrderRecord {
  const checks = record.authentications.filter(({ stage }) => stage === 'checked');
  const others = record.authentications.filter(({ stage }) => stage !== 'checked');
  return { ...record, authentications: [...others.slice(-MAX_KEPT), ...checks.slice(1 - MAX_KEPT), check] };
}
