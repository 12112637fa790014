import { cardQueryRequestSchema } from '../../../protocol/authorization/card-authorization.js';
import { checkMessage } from '../../../protocol/values/field-issue.js';
import { HASH_FIELDS } from '../../../protocol/values/securehash.js';
import { compactTimestamp } from '../../../protocol/values/timestamp.js';
import type { Settings } from '../../core/settings.js';
import { signatureOf, signed, type Signature } from '../../core/signature.js';
import type { XmlDependencies } from './dependencies.js';
import type { Authorization } from './authorization-store.js';
import { missingElements, wrongField, wrongHash } from './card-request.js';
import { hasRightHash, missingPaths } from './request-elements.js';
import { XmlRefusal } from './xml-refusal.js';

/**
 * Answers the type `query`: the result of a card authorization, also of one whose answer was lost
 * (docs/reference/gateway.md#card-query).
 *
 * The answer has no amount, as at the real gateway. The construction of its hash is unknown there, and
 * it is not the one of an authorization. The sandbox therefore uses a construction of its own that no
 * public list of fields produces: a client must not depend on this hash, and compares the order id, the
 * result and the pasref instead.
 * @throws {XmlRefusal} 508 for an unknown order id.
 */
export async function queryCard(
  raw: Record<string, unknown>,
  { settings, authorizations }: XmlDependencies,
): Promise<object> {
  const { data: request, issues = [] } = checkMessage(cardQueryRequestSchema, raw);
  const missing = missingPaths(raw, issues, 'required');
  if (missing.length > 0) throw missingElements(missing);
  if (!request) throw wrongField(issues);
  const { '@timestamp': timestamp, merchantid, orderid } = request;
  const fields = HASH_FIELDS.cardQuery({ timestamp, merchantid, orderid });
  if (!(await hasRightHash(request, fields, settings))) throw wrongHash();
  const authorization = authorizations.get(orderid);
  if (!authorization) throw new XmlRefusal('508', 'Original transaction not found.');
  return queryResponse(authorization, signatureOf(request), settings);
}

async function queryResponse(
  { account, orderId: orderid, authcode, result, message, pasref }: Authorization,
  signature: Signature,
  settings: Settings,
): Promise<object> {
  const timestamp = compactTimestamp(settings.now());
  const merchantid = settings.merchantId;
  const answer = { '@timestamp': timestamp, merchantid, account, orderid, authcode, result, message, pasref };
  switch (settings.queryHash) {
    case 'none':
      return answer;
    case 'unknown':
      return { ...answer, ...(await signed(signature, ['query', pasref, orderid, timestamp], settings)) };
    case 'authorization': {
      const fields = { timestamp, merchantid, orderid, result, message, pasref, authcode };
      return { ...answer, ...(await signed(signature, HASH_FIELDS.cardAuthorizationResponse(fields), settings)) };
    }
  }
}
