import { cardAuthorizationResponse, cardQueryRequest } from '../../protocol/card-authorization.js';
import { parseMessage } from '../../protocol/field-issue.js';
import { HASH_FIELDS, securehash } from '../../protocol/securehash.js';
import { compactTimestamp } from '../../protocol/timestamp.js';
import { verified, type CardAuthorizationResult } from './card-authorizations.js';
import type { GatewaySettings } from './gateway-options.js';
import type { CallOptions } from './send.js';
import { callXml } from './xml-call.js';

const CALL = 'card query';

/**
 * What became of an authorization: the XML type `query` (gateway facts 2.2), for one that was sent
 * and never answered. Undefined where the gateway knows of none.
 */
export async function queryCardAuthorization(settings: GatewaySettings, orderId: string, options?: CallOptions): Promise<CardAuthorizationResult | undefined> {
  const { merchantId, accountId, secret, hashAlgorithm, now } = settings;
  const timestamp = compactTimestamp(now());
  const hash = await securehash(HASH_FIELDS.cardQuery({ timestamp, merchantid: merchantId, orderid: orderId }), secret, hashAlgorithm);
  const request = parseMessage(CALL, cardQueryRequest, { '@type': 'query', '@timestamp': timestamp, merchantid: merchantId, account: accountId, orderid: orderId, [`${hashAlgorithm}hash`]: hash });
  const { body } = await callXml(settings, { call: CALL, request, answer: cardAuthorizationResponse, ...options });
  // "Original transaction not found." (gateway facts 2.3)
  return body.result === '508' ? undefined : verified(settings, orderId, body);
}
