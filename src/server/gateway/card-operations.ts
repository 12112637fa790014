import { withoutLeadingZeros } from '../../protocol/values/amount.js';
import { cardAuthorizationResponseSchema } from '../../protocol/authorization/card-authorization.js';
import {
  rebateRequestSchema,
  settleRequestSchema,
  voidRequestSchema,
} from '../../protocol/authorization/card-money.js';
import { HASH_FIELDS } from '../../protocol/values/securehash.js';
import type { GatewaySettings } from './gateway-options.js';
import { refundPasswordOf } from './refund-password.js';
import type { CardQueryOptions } from './card-query.js';
import { signedAnswer, signedXmlCall, type SignedAnswer } from './signed-xml-call.js';

/** The authorization that a settle, a void or a rebate is about. */
export interface CardPaymentReferences {
  /** The order id of the authorization. */
  readonly orderId: string;
  /** The payments reference of the authorization, also after a settle. */
  readonly pasref: string;
  /** The issuer's code of the authorization. */
  readonly authcode: string;
}

/** Input of `cardOperations.rebate`. */
export interface CardRebate extends CardPaymentReferences {
  /** Minor units. */
  readonly amount: string;
  /** Alphabetic code (ISO 4217), that of the authorization. */
  readonly currency: string;
}

/** Input of `cardOperations.settle`. */
export interface CardSettle extends CardRebate {
  /** For an authorization that is captured in parts: `last` ends it. Default: one capture. */
  readonly part?: 'first' | 'last';
}

/**
 * Captures a reserved amount: `settle` once, `multisettle` in parts (docs/reference/gateway.md#card-money). Unsigned
 * and wrongly signed answers resolve as well: the caller decides what they prove about the money.
 */
export async function sendSettle(
  settings: GatewaySettings,
  { orderId, pasref, authcode, currency, part, ...input }: CardSettle,
  options?: CardQueryOptions,
): Promise<SignedAnswer> {
  const amount = withoutLeadingZeros(input.amount);
  const type = part === undefined ? 'settle' : 'multisettle';
  const answer = await signedXmlCall(settings, {
    ...options,
    ...COMMON,
    call: type,
    type,
    orderId,
    request: settleRequestSchema,
    fields: {
      amount: { '@currency': currency, '#text': amount },
      pasref,
      authcode,
      txnseq: part && { final: { '@flag': part === 'last' ? '1' : '0' } },
    },
    hash: (common) => HASH_FIELDS.cardAmount({ ...common, orderid: orderId, amount, currency }),
  });
  return signedAnswer(answer);
}

/** Releases a payment that is not settled (docs/reference/gateway.md#card-money). */
export async function sendVoid(
  settings: GatewaySettings,
  { orderId, pasref, authcode }: CardPaymentReferences,
  options?: CardQueryOptions,
): Promise<SignedAnswer> {
  const answer = await signedXmlCall(settings, {
    ...options,
    ...COMMON,
    call: 'void',
    type: 'void',
    orderId,
    request: voidRequestSchema,
    fields: { pasref, authcode },
    hash: (common) => HASH_FIELDS.cardVoid({ ...common, orderid: orderId }),
  });
  return signedAnswer(answer);
}

/**
 * Refunds a settled payment, whole or in part (docs/reference/gateway.md#card-money).
 * @throws {MessageError} naming `rebatePassword` when it is missing
 */
export async function sendRebate(
  settings: GatewaySettings,
  { orderId, pasref, authcode, currency, ...input }: CardRebate,
  options?: CardQueryOptions,
): Promise<SignedAnswer> {
  const password = refundPasswordOf(settings, 'card');
  const amount = withoutLeadingZeros(input.amount);
  const answer = await signedXmlCall(settings, {
    ...options,
    ...COMMON,
    call: 'rebate',
    type: 'rebate',
    orderId,
    request: rebateRequestSchema,
    fields: {
      pasref,
      authcode,
      amount: { '@currency': currency, '#text': amount },
      refundhash: await settings.digest(password, 'sha1'),
    },
    hash: (common) => HASH_FIELDS.cardAmount({ ...common, orderid: orderId, amount, currency }),
  });
  return signedAnswer(answer);
}

const COMMON = {
  inputNames: {
    orderid: 'orderId',
    'amount.#text': 'amount',
    'amount.@currency': 'currency',
    merchantid: 'merchantId',
    account: 'accountId',
  },
  answer: cardAuthorizationResponseSchema,
  answerHash: HASH_FIELDS.cardAuthorizationResponse,
} as const;
