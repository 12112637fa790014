import { withoutLeadingZeros } from '../../protocol/values/amount.js';
import {
  paymentSetRequestSchema,
  paymentSetResponseSchema,
  type PaymentSetResponse,
} from '../../protocol/redirect/payment-set.js';
import { elementsOf, type RedirectValues } from '../../protocol/redirect/redirect-fields.js';
import { merchantTransactionIdSchema } from '../../protocol/values/merchant-transaction-id.js';
import { HASH_FIELDS } from '../../protocol/values/securehash.js';
import { isSafeAddress } from '../../protocol/values/web-address.js';
import { elementText } from '../../protocol/values/xml-values.js';
import { badAnswer, type GatewayFailure } from './gateway-error.js';
import type { GatewaySettings } from './gateway-options.js';
import { commentsOf, PAYMENT_METHOD_INPUT_NAMES } from './payment-method-fields.js';
import type { CallOptions } from './send.js';
import { refusalOf, signedAnswer, signedXmlCall } from './signed-xml-call.js';

/** A payment with a redirect payment method. */
export interface PaymentSet extends RedirectValues {
  /** Unique for each attempt. */
  readonly orderId: string;
  /** Minor units, also of currencies without decimals. */
  readonly amount: string;
  /** Alphabetic code (ISO 4217). */
  readonly currency: string;
  /** The code of the method, such as `testpay`. */
  readonly method: string;
  /** URL to which the shopper returns. Without a query (docs/reference/gateway.md#urls-without-query). */
  readonly returnUrl: string;
  /** URL to which the final status is posted. Without a query. */
  readonly statusUrl: string;
  /** The text on the shopper's proof of payment. */
  readonly descriptor?: string;
  /** Comments for the merchant's reports. */
  readonly comments?: readonly string[];
  /** Default: true. */
  readonly autosettle?: boolean;
}

/** An accepted payment-set, its hash verified. */
export interface PaymentSetResult {
  /** The https address of the payment method's page. */
  readonly redirectUrl: string;
  /** The payments reference, which refunds name. */
  readonly pasref: string;
  /** `00` or `01`: the payment was initiated. */
  readonly result: string;
  /** The gateway's text. */
  readonly message: string;
  /** The identifier that the reports know, where the answer has one. */
  readonly merchantTransactionId?: string;
}

const CALL = 'payment-set';

/**
 * Initiates a payment (Non-Card Payment Methods Interface, Initiate request (XML), request type payment-set). It
 * moves no money, so every other answer than a signed acceptance is an error.
 */
export async function createPaymentSet(
  settings: GatewaySettings,
  input: PaymentSet,
  options?: CallOptions,
): Promise<PaymentSetResult> {
  const { orderId, currency, method, accountHolderName, comments = [], autosettle = true } = input;
  const amount = withoutLeadingZeros(input.amount);
  const answer = await signedXmlCall(settings, {
    ...options,
    call: CALL,
    type: 'payment-set',
    orderId,
    request: paymentSetRequestSchema,
    fields: {
      amount: { '@currency': currency, '#text': amount },
      autosettle: { '@flag': autosettle ? '1' : '0' },
      paymentmethod: method,
      paymentmethoddetails: {
        returnurl: input.returnUrl,
        statusupdateurl: input.statusUrl,
        descriptor: input.descriptor,
        ...elementsOf(input),
      },
      comments: commentsOf(comments),
      accountholdername: accountHolderName,
    },
    inputNames: PAYMENT_METHOD_INPUT_NAMES,
    hash: (common) =>
      HASH_FIELDS.paymentMethodRequest({ ...common, orderid: orderId, amount, currency, paymentmethod: method }),
    answer: paymentSetResponseSchema,
    answerHash: (fields) =>
      settings.hashFields.paymentSetAnswer({ ...fields, paymentmethod: fields.paymentmethod ?? method }),
    httpFailure,
  });
  const signed = signedAnswer(answer);
  const { trust, result, message, pasref } = signed;
  if (result !== '01' && result !== '00') throw refusalOf(CALL, signed);
  if (trust !== 'signed')
    throw badAnswer(CALL, `${settings.hashAlgorithms.xml}hash`, 'is not the hash of this answer', {
      missing: trust === 'unsigned',
      options: ['secret', 'hashAlgorithm', 'hashFields'],
    });
  const redirectUrl = textAt(answer.document, settings.names.redirectUrl);
  if (!redirectUrl || !isSafeAddress(redirectUrl))
    throw badAnswer(CALL, settings.names.redirectUrl, 'is not an https address', {
      missing: !redirectUrl,
      options: ['names'],
    });
  if (!pasref) throw badAnswer(CALL, 'pasref', 'is missing', { missing: true });
  const merchantTransactionId = merchantTransactionIdSchema.safeParse(answer.body.merchanttransactionid?.trim()).data;
  return { redirectUrl, pasref, result, message, ...(merchantTransactionId ? { merchantTransactionId } : {}) };
}

/** The document answers errors of the initiation with HTTP statuses (Non-Card Payment Methods Interface, Errors). */
function httpFailure(status: number, body: PaymentSetResponse | undefined): GatewayFailure {
  const message = body?.message?.trim();
  if (status === 401 || status >= 500)
    return { kind: status === 401 ? 'unauthorized' : 'internal', ...(message ? { message } : {}) };
  if (status !== 400) return { kind: 'http', status };
  return body ? { kind: 'refused', result: body.result.trim(), message: message ?? '' } : { kind: 'invalid' };
}

/** The text of an element, by its path with dots. The first of several elements counts. */
function textAt(document: Readonly<Record<string, unknown>>, path: string): string | undefined {
  const value = path.split('.').reduce<unknown>((above, name) => {
    const [element] = [above].flat();
    return typeof element === 'object' && element !== null && Object.hasOwn(element, name)
      ? (element as Record<string, unknown>)[name]
      : undefined;
  }, document);
  const text = elementText(value);
  return typeof text === 'string' ? text.trim() : undefined;
}
