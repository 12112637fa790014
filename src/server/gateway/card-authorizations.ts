import {
  CARD_TYPES,
  cardAuthorizationRequest,
  cardAuthorizationResponse,
  type CardAuthorizationResponse,
} from '../../protocol/card-authorization.js';
import type { CardScheme } from '../../protocol/card-scheme.js';
import { MessageError, parseMessage, type FieldIssue } from '../../protocol/field-issue.js';
import { HASH_FIELDS, securehash, verifySecurehash } from '../../protocol/securehash.js';
import type { ExemptStatus } from '../../protocol/three-d-secure-values.js';
import { compactTimestamp } from '../../protocol/timestamp.js';
import { readXml, writeXml } from '../../protocol/xml.js';
import { GatewayError } from './gateway-error.js';
import type { GatewaySettings } from './gateway-options.js';
import { withoutCardNumbers } from './gateway-words.js';
import { send, type CallOptions } from './send.js';

export interface CardAuthorization {
  /** Unique for each attempt. */
  readonly orderId: string;
  /** Minor units. */
  readonly amount: string;
  readonly currency: string;
  readonly card: {
    readonly number: string;
    readonly scheme: CardScheme;
    readonly expiryMonth: string;
    readonly expiryYear: string;
    /** Absent for a stored card: nobody may store one. */
    readonly securityCode?: string;
    readonly fullName: string;
  };
  readonly autosettle: boolean;
  /** What the authentication brought; absent without one. */
  readonly mpi?: {
    readonly eci?: string;
    readonly dsTransId?: string;
    readonly authenticationValue?: string;
    readonly messageVersion?: string;
    readonly exemptStatus?: ExemptStatus;
  };
}

/** What the gateway answered, its hash verified. */
export interface CardAuthorizationResult {
  /** 00 authorized, 1xx declined, 2xx bank unreachable, 3xx and 5xx errors (gateway facts 2.3). */
  readonly result: string;
  readonly message: string;
  readonly pasref?: string;
  readonly authcode?: string;
}

/** The card authorization, type auth (spec: Card authorization request (XML)). */
export async function createCardAuthorization(
  settings: GatewaySettings,
  input: CardAuthorization,
  options?: CallOptions,
): Promise<CardAuthorizationResult> {
  const { status, text } = await send(
    settings,
    CALL,
    `${settings.baseUrl}${settings.paths.xml}`,
    {
      method: 'POST',
      headers: { 'content-type': 'text/xml' },
      body: writeXml('request', await requestOf(settings, input)),
    },
    options,
  );
  // The XML interface answers 200 to everything; something else is not its word on the money.
  if (status !== 200) throw new GatewayError({ kind: 'unanswered', sent: true }, CALL);
  return verified(settings, input.orderId, read(text));
}

const CALL = 'card authorization';

async function requestOf(
  { merchantId, accountId, secret, hashAlgorithm, now }: GatewaySettings,
  { orderId, amount, currency, card, autosettle, mpi }: CardAuthorization,
) {
  const timestamp = compactTimestamp(now());
  const hash = await securehash(
    HASH_FIELDS.cardAuthorization({
      timestamp,
      merchantid: merchantId,
      orderid: orderId,
      amount,
      currency,
      number: card.number,
    }),
    secret,
    hashAlgorithm,
  );
  return parseMessage(CALL, cardAuthorizationRequest, {
    '@type': 'auth',
    '@timestamp': timestamp,
    merchantid: merchantId,
    account: accountId,
    orderid: orderId,
    amount: { '@currency': currency, '#text': amount },
    card: {
      number: card.number,
      expdate: `${card.expiryMonth}${card.expiryYear}`,
      chname: card.fullName,
      type: CARD_TYPES[card.scheme],
      // 1: present, 4: not requested.
      cvn: card.securityCode ? { number: card.securityCode, presind: '1' } : { presind: '4' },
    },
    autosettle: { '@flag': autosettle ? '1' : '0' },
    mpi: mpi && {
      eci: mpi.eci,
      ds_trans_id: mpi.dsTransId,
      authentication_value: mpi.authenticationValue,
      message_version: mpi.messageVersion,
      exempt_status: mpi.exemptStatus,
    },
    [`${hashAlgorithm}hash`]: hash,
  });
}

function read(text: string): CardAuthorizationResponse {
  try {
    return parseMessage(CALL, cardAuthorizationResponse, readXml('response', text));
  } catch (error) {
    throw badAnswer(
      error instanceof MessageError
        ? error.issues
        : [{ field: '', message: 'is not the XML of a response', missing: false }],
    );
  }
}

/** An error from 300 on is a short document without hash; everything else is believed signed only. */
export async function verified(
  { merchantId, secret }: GatewaySettings,
  orderId: string,
  response: CardAuthorizationResponse,
): Promise<CardAuthorizationResult> {
  const { result, message = '', pasref = '', authcode = '', orderid = orderId } = response;
  // What is signed is signed for our order; a short document can only say which one it is about.
  if (orderid !== orderId) throw badAnswer([{ field: 'orderid', message: 'is another one', missing: false }]);
  const hash = response.sha256hash ?? response.sha1hash;
  const short = /^[3-9]\d\d$/.test(result) && hash === undefined;
  if (!short) {
    const hashed = HASH_FIELDS.cardAuthorizationResponse({
      timestamp: response['@timestamp'],
      merchantid: merchantId,
      orderid: orderId,
      result,
      message,
      pasref,
      authcode,
    });
    if (!hash || !(await verifySecurehash(hash, hashed, secret)))
      throw badAnswer([{ field: 'sha1hash', message: 'is not the hash of this answer', missing: !hash }]);
  }
  return {
    result,
    message: withoutCardNumbers(message),
    ...(pasref ? { pasref } : {}),
    ...(authcode ? { authcode } : {}),
  };
}

function badAnswer(issues: readonly FieldIssue[]): GatewayError {
  return new GatewayError({ kind: 'bad-answer', issues }, CALL);
}
