import { withoutLeadingZeros } from '../../protocol/values/amount.js';
import { paymentCreditRequestSchema, paymentCreditResponseSchema } from '../../protocol/redirect/payment-credit.js';
import type { XmlAnswer } from '../../protocol/values/xml-values.js';
import { HASH_FIELDS } from '../../protocol/values/securehash.js';
import { CREDIT_CALL, type GatewayFailure } from './gateway-error.js';
import type { GatewaySettings } from './gateway-options.js';
import { commentsOf, PAYMENT_METHOD_INPUT_NAMES } from './payment-method-fields.js';
import { refundPasswordOf } from './refund-password.js';
import type { CallOptions } from './send.js';
import { signedAnswer, signedXmlCall, type SignedAnswer } from './signed-xml-call.js';

/** A full or partial refund of a successful payment. */
export interface PaymentCredit {
  /** The order id of the original payment-set. */
  readonly orderId: string;
  /** The payments reference from the answer to it. */
  readonly pasref: string;
  /** Minor units. */
  readonly amount: string;
  /** Alphabetic code (ISO 4217), that of the payment. */
  readonly currency: string;
  /** The code of the redirect payment method of the payment. */
  readonly method: string;
  /** The address to which the gateway sends return messages about the refund. */
  readonly returnUrl?: string;
  /** The address to which the gateway sends status messages about the refund. */
  readonly statusUrl?: string;
  /** Two-letter code (ISO 3166-1). */
  readonly country?: string;
  /** Comments for the merchant's reports. */
  readonly comments?: readonly string[];
}

/**
 * Sends a refund (Non-Card Payment Methods Interface, Refund request (XML), request type payment-credit). Result 00 is
 * refunded, 01 pending, 101 refused; `pasref` is the refund's own reference. Unsigned and wrongly signed answers
 * resolve as well: the caller decides what they prove about the money.
 * @throws {GatewayError} `refused` for HTTP 400 and 401, which refuse the request. Any other error leaves the refund
 * open.
 */
export async function createPaymentCredit(
  settings: GatewaySettings,
  input: PaymentCredit,
  options?: CallOptions,
): Promise<SignedAnswer> {
  const { digest, hashFields } = settings;
  const password = refundPasswordOf(settings, 'redirect');
  const { orderId, pasref, currency, method, returnUrl, statusUrl, country, comments = [] } = input;
  const amount = withoutLeadingZeros(input.amount);
  const details = { returnurl: returnUrl, statusupdateurl: statusUrl, country };
  const answer = await signedXmlCall(settings, {
    ...options,
    call: CREDIT_CALL,
    type: 'payment-credit',
    orderId,
    request: paymentCreditRequestSchema,
    fields: {
      amount: { '@currency': currency, '#text': amount },
      pasref,
      paymentmethod: method,
      paymentmethoddetails: Object.values(details).some((value) => value !== undefined) ? details : undefined,
      comments: commentsOf(comments),
      refundhash: await digest(password, 'sha1'),
    },
    inputNames: PAYMENT_METHOD_INPUT_NAMES,
    hash: (common) =>
      HASH_FIELDS.paymentMethodRequest({ ...common, orderid: orderId, amount, currency, paymentmethod: method }),
    answer: paymentCreditResponseSchema,
    answerHash: (fields) =>
      hashFields.paymentCreditAnswer({ ...fields, paymentmethod: fields.paymentmethod ?? method }),
    httpFailure: (status, body) => failureOf(status, body, orderId),
  });
  return signedAnswer(answer);
}

/**
 * HTTP 400 and 401 refuse the request, as for payment-set (Non-Card Payment Methods Interface, Errors). A body about
 * another order, or with a result that accepts the refund, contradicts the status: the refund stays open.
 */
function failureOf(status: number, body: XmlAnswer | undefined, orderId: string): GatewayFailure {
  const result = body?.result.trim() ?? String(status);
  const isAbout = body?.orderid === undefined || body.orderid.trim() === orderId;
  if ((status !== 400 && status !== 401) || !isAbout || ACCEPTED.includes(result)) return { kind: 'http', status };
  return { kind: 'refused', result, message: body?.message ?? '' };
}

const ACCEPTED = ['00', '01'];
