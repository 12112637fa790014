import { HASH_FIELDS } from '../../../protocol/values/securehash.js';
import { compactTimestamp } from '../../../protocol/values/timestamp.js';
import type { CardAuthorizationRequest } from '../../../protocol/authorization/card-authorization.js';
import type { Settings } from '../../core/settings.js';
import { signatureOf, signed } from '../../core/signature.js';
import { batchidOf } from '../../authorizations/card-movement.js';
import type { Authorization } from '../../authorizations/model.js';

type SignedRequest = Pick<CardAuthorizationRequest, 'merchantid' | 'orderid' | 'account' | 'sha1hash' | 'sha256hash'>;

/**
 * Makes the full document of a processed authorization, signed like the request
 * (docs/reference/gateway.md#card-authorization-response).
 */
export async function fullResponse(
  request: SignedRequest,
  authorization: Authorization,
  settings: Settings,
): Promise<object> {
  const { result, message, pasref, authcode, cvnResult, schemeReference } = authorization;
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
    batchid: batchidOf(authorization, settings.now()),
    message,
    pasref,
    timetaken: '0',
    authtimetaken: '0',
    cardissuer: { bank: 'SANDBOX BANK', country: 'UNITED KINGDOM', countrycode: 'GB', region: 'EUR' },
    ...(schemeReference ? { srd: schemeReference } : {}),
    fraudresponse: { '@mode': 'PASSIVE', result: 'PASS' },
    ...(await signed(signatureOf(request), fields, settings)),
  };
}
