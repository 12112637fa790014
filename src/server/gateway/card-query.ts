import {
  cardAuthorizationResponse,
  cardQueryRequest,
  type CardAuthorizationResponse,
} from '../../protocol/card-authorization.js';
import { parseMessage } from '../../protocol/field-issue.js';
import { HASH_FIELDS, securehash } from '../../protocol/securehash.js';
import { compactTimestamp } from '../../protocol/timestamp.js';
import { verified, type CardAuthorizationResult } from './card-authorizations.js';
import { GatewayError } from './gateway-error.js';
import type { GatewaySettings } from './gateway-options.js';
import type { CallOptions } from './send.js';
import { callXml, refusal } from './xml-call.js';

const CALL = 'card query';

/**
 * What became of an authorization: the XML type `query` (gateway facts 2.2), for one that was sent
 * and never answered. Undefined where the gateway knows of none.
 */
export async function queryCardAuthorization(
  settings: GatewaySettings,
  orderId: string,
  options?: CallOptions,
): Promise<CardAuthorizationResult | undefined> {
  const { merchantId, accountId, secret, hashAlgorithm, now } = settings;
  const timestamp = compactTimestamp(now());
  const hash = await securehash(
    HASH_FIELDS.cardQuery({ timestamp, merchantid: merchantId, orderid: orderId }),
    secret,
    hashAlgorithm,
  );
  const request = parseMessage(CALL, cardQueryRequest, {
    '@type': 'query',
    '@timestamp': timestamp,
    merchantid: merchantId,
    account: accountId,
    orderid: orderId,
    [`${hashAlgorithm}hash`]: hash,
  });
  const { status, body } = await callXml(settings, {
    call: CALL,
    request,
    answer: cardAuthorizationResponse,
    ...options,
  });
  const short = /^[3-9]\d\d$/.test(body.result) && !body.sha1hash && !body.sha256hash;
  // A refusal of the question itself (unknown type, wrong hash, a fault) says nothing of the authorization.
  if (status !== 200 || (short && !isUnknown(body))) throw new GatewayError(refusal(status, body), CALL);
  const found = await verified(settings, orderId, body);
  return isUnknown(body) ? undefined : found;
}

/** "Original transaction not found."; 508 has other messages, which are about the question (gateway facts 2.3). */
function isUnknown({ result, message = '' }: CardAuthorizationResponse): boolean {
  return result === '508' && /not found/i.test(message);
}
