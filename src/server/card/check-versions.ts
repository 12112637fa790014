import type { PreparationAnswer } from '../../protocol/adapter-answers.js';
import type { preparationRequest } from '../../protocol/adapter-requests.js';
import { maskCardNumber } from '../../protocol/card-number.js';
import type * as z from 'zod/mini';
import type { BackendContext } from '../backend-context.js';
import { cardMark, schemeOf } from './card-fingerprint.js';
import { isPayable, withEntry, type AuthenticationRecord } from '../orders/order-record.js';
import { Problem } from '../problem.js';

/** Somebody who tries one card after another is remembered that far back. */
const KEPT = 20;

/** POST orders/{id}/protocol-versions: the version check, bound to this order and this card. */
export async function checkVersions(
  { book, gateway, publicUrl, now }: BackendContext,
  id: string,
  { number }: z.output<typeof preparationRequest>,
  signal: AbortSignal,
): Promise<PreparationAnswer> {
  const order = await book.read(id);
  if (!isPayable(order)) throw new Problem('order-not-open');

  const answer = await gateway.versionCheck(
    { number, scheme: schemeOf(number), methodNotificationUrl: `${publicUrl}/notifications/method/${id}` },
    { signal },
  );

  const check: AuthenticationRecord = {
    cardMark: cardMark(gateway, id, number),
    card: maskCardNumber(number),
    stage: 'checked',
    ...(answer.enrolled
      ? { serverTransId: answer.server_trans_id, messageVersion: answer.acs_protocol_version_end }
      : {}),
  };
  await book.update(id, (record) =>
    withEntry(
      {
        ...record,
        authentications: [
          ...record.authentications.filter(({ stage }) => stage !== 'checked').slice(-KEPT),
          ...record.authentications.filter(({ stage }) => stage === 'checked').slice(1 - KEPT),
          check,
        ],
      },
      now(),
      'version-checked',
      { card: check.card, enrolled: answer.enrolled },
    ),
  );
  if (!answer.enrolled) return { enrolled: false };
  const { server_trans_id, acs_protocol_version_end: message_version, method_url, method_data } = answer;
  return {
    enrolled: true,
    server_trans_id,
    message_version,
    // The gateway leaves the data out where it got no notification address: then there is no method.
    ...(method_url && method_data ? { method: { url: method_url, data: method_data.encoded_method_data } } : {}),
  };
}
