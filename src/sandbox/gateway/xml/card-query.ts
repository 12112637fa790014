import { cardQueryRequestSchema } from '../../../protocol/authorization/card-authorization.js';
import { HASH_FIELDS } from '../../../protocol/values/securehash.js';
import { compactTimestamp } from '../../../protocol/values/timestamp.js';
import type { Authorization } from '../../authorizations/model.js';
import { batchidOf, legOf, movementBatchid } from '../../authorizations/card-movement.js';
import { NOT_FOUND } from '../../authorizations/movement-rules.js';
import type { Settings } from '../../core/settings.js';
import { signatureOf, signed, type Signature } from '../../core/signature.js';
import { checkCardMessage, wrongHash } from './card-request.js';
import type { XmlDependencies } from './dependencies.js';
import { hasRightHash } from './request-elements.js';
import { XmlRefusal } from './xml-refusal.js';

/**
 * Answers the type `query` with the result of a card authorization, also of one whose answer was lost. For a leg it
 * answers with the capture, void or refund (docs/reference/gateway.md#card-query and #legs).
 *
 * The answer has no amount, as at the real gateway. The construction of its hash is unknown there, and
 * it is not the one of an authorization. The sandbox therefore uses a construction of its own that no public list of
 * fields produces. A client must not depend on this hash. It compares the order id, the result and the pasref instead.
 * @throws {XmlRefusal} 508 for an unknown order id.
 */
export async function queryCard(
  raw: Record<string, unknown>,
  { settings, authorizations }: XmlDependencies,
): Promise<object> {
  const request = checkCardMessage(cardQueryRequestSchema, raw);
  const { '@timestamp': timestamp, merchantid, orderid } = request;
  const fields = HASH_FIELDS.cardQuery({ timestamp, merchantid, orderid });
  if (!(await hasRightHash(request, fields, settings))) throw wrongHash();
  const found = foundTransaction(orderid, (id) => authorizations.get(id), settings.now());
  if (!found) throw new XmlRefusal(NOT_FOUND.result, NOT_FOUND.message);
  return queryResponse(orderid, found, signatureOf(request), settings);
}

type FoundTransaction = Pick<Authorization, 'account' | 'authcode' | 'result' | 'message' | 'pasref'> & {
  readonly batchid: string;
  readonly srd?: string;
};

function foundTransaction(
  orderId: string,
  find: (orderId: string) => Authorization | undefined,
  now: Date,
): FoundTransaction | undefined {
  const authorization = find(orderId);
  if (authorization) {
    const { schemeReference: srd } = authorization;
    return { ...authorization, batchid: batchidOf(authorization, now), ...(srd ? { srd } : {}) };
  }
  const leg = legOf(orderId, find, now);
  if (!leg) return undefined;
  const { account } = leg.authorization;
  return { ...leg.movement, account, result: '00', batchid: movementBatchid(leg.movement, leg.authorization, now) };
}

async function queryResponse(
  orderid: string,
  { account, authcode, result, batchid, message, pasref, srd }: FoundTransaction,
  signature: Signature,
  settings: Settings,
): Promise<object> {
  const timestamp = compactTimestamp(settings.now());
  const merchantid = settings.merchantId;
  const reference = srd === undefined ? {} : { srd };
  const answer = {
    '@timestamp': timestamp,
    merchantid,
    account,
    orderid,
    authcode,
    result,
    batchid,
    message,
    pasref,
    ...reference,
  };
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
