import { securehash, algorithmOf, HASH_FIELDS } from '../../protocol/securehash.js';
import { compactTimestamp } from '../../protocol/timestamp.js';
import type { CardAuthorizationRequest } from '../../protocol/card-authorization.js';
import type { Settings } from '../settings.js';
import type { Authorization } from './authorization-store.js';
import type { XmlRefusal } from './xml-refusal.js';

/** The full document: authorized, or declined on ordinary grounds (gateway facts 2.3). Signed like the request. */
export async function fullResponse(request: CardAuthorizationRequest, authorization: Authorization, settings: Settings): Promise<object> {
  const { result, message, pasref, authcode, batchid, cvnResult } = authorization;
  const timestamp = compactTimestamp(settings.now());
  const { merchantid, orderid } = request;
  const element = request.sha256hash === undefined ? 'sha1hash' : 'sha256hash';
  const algorithm = algorithmOf(request[element] ?? '') ?? 'sha1';
  const fields = HASH_FIELDS.cardAuthorizationResponse({ timestamp, merchantid, orderid, result, message, pasref, authcode });
  return {
    '@timestamp': timestamp,
    merchantid,
    account: request.account ?? settings.accountId,
    orderid,
    authcode,
    result,
    cvnresult: cvnResult,
    avspostcoderesponse: 'U',
    avsaddressresponse: 'U',
    batchid,
    message,
    pasref,
    timetaken: '0',
    authtimetaken: '0',
    cardissuer: { bank: 'SANDBOX BANK', country: 'UNITED KINGDOM', countrycode: 'GB', region: 'EUR' },
    [element]: await securehash(fields, settings.secret, algorithm),
  };
}

/** The short document of a 5xx: nothing was processed, and nothing is signed. */
export function shortResponse({ result, message }: XmlRefusal, orderid: unknown, settings: Settings): object {
  return {
    '@timestamp': compactTimestamp(settings.now()),
    result,
    message,
    ...(typeof orderid === 'string' ? { orderid } : {}),
  };
}
