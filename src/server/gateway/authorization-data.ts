import type { CardAuthorizationResponse } from '../../protocol/authorization/card-authorization.js';
import { referenceOf } from './signed-xml-call.js';

/** Data of an approved authorization. Most of it cannot be had afterwards. */
export interface AuthorizationData {
  /** The payments reference. */
  readonly pasref?: string;
  /** The issuer's code. */
  readonly authcode?: string;
  /** The gateway's batch as it was last read: -1 before the settlement, 0 after a void. */
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

/** Returns the data of an authorization from the gateway's answer, without elements of another form. */
export function authorizationData(body: CardAuthorizationResponse): AuthorizationData {
  const bank = body.cardissuer?.bank?.trim() ?? '';
  const data = {
    batchId: referenceOf(body.batchid),
    srd: referenceOf(body.srd),
    cvnResult: wordOf(body.cvnresult),
    avsPostcodeResult: wordOf(body.avspostcoderesponse),
    avsAddressResult: wordOf(body.avsaddressresponse),
    fraudResult: wordOf(body.fraudresponse?.result),
    issuerName: bank.length > LONGEST ? undefined : bank,
    issuerCountry: wordOf(body.cardissuer?.country),
  };
  return Object.fromEntries(Object.entries(data).filter(([, text]) => text !== undefined && text !== ''));
}

/** The result of a check, or a country: a text without digits. */
function wordOf(text: string | undefined): string | undefined {
  return /^[^\p{N}*]{1,100}$/u.exec(text?.trim() ?? '')?.[0];
}
