import { HASH_FIELDS } from '../../../protocol/securehash.js';
import { compactTimestamp } from '../../../protocol/timestamp.js';
import type { CardAuthorizationRequest } from '../../../protocol/card-authorization.js';
import type { Settings } from '../../settings.js';
import { signatureOf, signed } from '../../signature.js';
import type { Authorization } from './authorization-store.js';

type Asked = Pick<CardAuthorizationRequest, 'merchantid' | 'orderid' | 'account' | 'sha1hash' | 'sha256hash'>;

/** The full document: authorized, or declined on ordinary grounds (gateway facts 2.3). Signed like the request. */
export async function fullResponse(request: Asked, authorization: Authorization, settings: Settings): Promise<object> {
  const { result, message, pasref, authcode, batchid, cvnResult } = authorization;
  const timestamp = compactTimestamp(settings.now());
  const { merchantid, orderid } = request;
  const fields = HASH_FIELDS.cardAuthorizationResponse({
    timestamp,
    merchantid,
    orderid,
    result,
    message,
    pasref,
    authcode,
  });
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
    ...(await signed(signatureOf(request), fields, settings.secret)),
  };
}
