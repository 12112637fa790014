import { cardQueryRequest } from '../../../protocol/card-authorization.js';
import { checkMessage } from '../../../protocol/field-issue.js';
import { HASH_FIELDS, verifySecurehash } from '../../../protocol/securehash.js';
import type { SandboxState } from '../../state.js';
import { elementPath, XmlRefusal } from './xml-refusal.js';
import { missingElements, wrongField, wrongHash } from './card-request.js';
import { fullResponse } from './card-response.js';

/**
 * The type `query`: what became of an order id, also of one that was authorized and never answered
 * (gateway facts 2.2). AnsweredPayment as the authorization itself would have been.
 */
export async function queryCard(
  raw: Record<string, unknown>,
  { settings, authorizations }: SandboxState,
): Promise<object> {
  const { data: request, issues = [] } = checkMessage(cardQueryRequest, raw);
  if (!request) {
    const missing = issues.filter((issue) => issue.missing).map(elementPath);
    throw missing.length > 0 ? missingElements(missing) : wrongField(issues);
  }
  const { '@timestamp': timestamp, merchantid, orderid } = request;
  const hash = request.sha1hash ?? request.sha256hash;
  if (hash === undefined) throw missingElements(['/request/sha1hash']);
  if (
    merchantid !== settings.merchantId ||
    !(await verifySecurehash(hash, HASH_FIELDS.cardQuery({ timestamp, merchantid, orderid }), settings.secret))
  )
    throw wrongHash();
  const authorization = authorizations.get(orderid);
  if (!authorization) throw new XmlRefusal('508', 'Original transaction not found.');
  return fullResponse(request, authorization, settings);
}
