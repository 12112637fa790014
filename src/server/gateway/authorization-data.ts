import type { CardAuthorizationResponse } from '../../protocol/authorization/card-authorization.js';
import { withoutCardNumbers } from '../masking/mask-card-numbers.js';

/** Data of an approved authorization. Most of it cannot be had afterwards. */
export interface AuthorizationData {
  /** The payments reference. */
  readonly pasref?: string;
  /** The issuer's code. */
  readonly authcode?: string;
  /** The gateway's batch: -1 before the settlement. */
  readonly batchId?: string;
  /** The scheme's reference, which later payments with the same card name. */
  readonly srd?: string;
  /** Result of the check of the security code, such as `M`. */
  readonly cvnResult?: string;
  /** Result of the check of the postcode. */
  readonly avsPostcodeResult?: string;
  /** Result of the check of the address. */
  readonly avsAddressResult?: string;
  /** Result of the gateway's fraud filter, such as `PASS`. */
  readonly fraudResult?: string;
  /** The issuer's name. */
  readonly issuerName?: string;
  /** The issuer's country. */
  readonly issuerCountry?: string;
}

/** The longest text that is kept. */
const LONGEST = 100;

/** Returns the data of an authorization from the gateway's answer, without empty elements. */
export function authorizationData(body: CardAuthorizationResponse): AuthorizationData {
  const texts = {
    batchId: body.batchid,
    srd: body.srd,
    cvnResult: body.cvnresult,
    avsPostcodeResult: body.avspostcoderesponse,
    avsAddressResult: body.avsaddressresponse,
    fraudResult: body.fraudresponse?.result,
    issuerName: body.cardissuer?.bank,
    issuerCountry: body.cardissuer?.country,
  };
  const kept = Object.entries(texts).map(([name, text]) => [name, withoutCardNumbers(text?.trim() ?? '')] as const);
  return Object.fromEntries(kept.filter(([, text]) => text !== '' && text.length <= LONGEST));
}
