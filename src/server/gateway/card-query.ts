import {
  cardQueryRequestSchema,
  cardQueryResponseSchema,
  type CardQueryResponse,
} from '../../protocol/authorization/card-authorization.js';
import { HASH_FIELDS } from '../../protocol/values/securehash.js';
import { authorizationData, type AuthorizationData } from './authorization-data.js';
import { badAnswer } from './gateway-error.js';
import type { GatewaySettings } from './gateway-options.js';
import type { CallOptions } from './send.js';
import type { KnownCard } from '../util/card-data.js';
import { isNotFound } from './refused-request.js';
import { refusalOf, signedAnswer, signedXmlCall } from './signed-xml-call.js';

/** An authorization as the gateway has it. */
export interface CardQueryAnswer extends AuthorizationData {
  /** The order id of the authorization. */
  readonly orderId: string;
  /** The result code of the authorization (docs/reference/gateway.md#result-codes). */
  readonly result: string;
  /** The gateway's text. */
  readonly message: string;
  /** Minor units, where the answer has them. */
  readonly amount?: string;
  /** Alphabetic code (ISO 4217), where the answer has it. */
  readonly currency?: string;
  /**
   * True when the answer has the hash of an authorization answer. The real gateway signs query answers in a way that is
   * not published, so the answer counts by its content, which TLS protects (docs/reference/gateway.md#card-query).
   */
  readonly hashMatches: boolean;
}

/** Options of `cardAuthorizations.query` and of `cardOperations`. */
export interface CardQueryOptions extends CallOptions {
  /** The card of the authorization. It is not sent, and removed from the answer. */
  readonly card?: KnownCard;
  /** For a query of a capture, void or refund: the order id of the payment. An answer may repeat it instead. */
  readonly payment?: string;
}

const CALL = 'card query';

/**
 * Asks for an authorization by its order id, type `query` (docs/reference/gateway.md#card-query). Resolves with
 * undefined when the gateway does not know it.
 * @throws {GatewayError} `refused` for an error that is about the query itself.
 */
export async function queryCardAuthorization(
  settings: GatewaySettings,
  orderId: string,
  options?: CardQueryOptions,
): Promise<CardQueryAnswer | undefined> {
  const answer = await signedXmlCall(settings, {
    ...options,
    call: CALL,
    type: 'query',
    orderId,
    request: cardQueryRequestSchema,
    fields: {},
    inputNames: { orderid: 'orderId' },
    hash: (common) => HASH_FIELDS.cardQuery({ ...common, orderid: orderId }),
    answer: cardQueryResponseSchema,
    answerHash: HASH_FIELDS.cardAuthorizationResponse,
  });
  const signed = signedAnswer(answer);
  const { trust, clock: _clock, ...fields } = signed;
  if (isNotFound(fields)) return undefined;
  if (trust === 'unsigned' && /^[3-9]\d\d$/.test(fields.result)) throw refusalOf(CALL, signed);
  if (!answer.body.orderid?.trim()) throw badAnswer(CALL, 'orderid', 'is missing', { missing: true });
  return {
    orderId,
    ...authorizationData(answer.body),
    ...fields,
    ...amountOf(answer.body),
    hashMatches: trust === 'signed',
  };
}

/** An amount or a currency of another form counts as absent: it contradicts nothing. */
function amountOf({ amount: element = {} }: CardQueryResponse): Pick<CardQueryAnswer, 'amount' | 'currency'> {
  const { '#text': text = '', '@currency': code = '' } = element;
  const [amount] = /^\d{1,15}$/.exec(text.trim()) ?? [];
  const [currency] = /^[A-Z]{3}$/.exec(code.trim().toUpperCase()) ?? [];
  return { ...(amount ? { amount } : {}), ...(currency ? { currency } : {}) };
}
