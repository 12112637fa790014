import * as z from 'zod/mini';
import { currencyCode, minorUnits } from '../values/amount.js';
import { countryLetters, paymentMethodCode } from './payment-method.js';
import { comments } from './payment-set.js';
import { accountId, merchantId } from '../values/request-values.js';
import { timestampText, hash, orderId, xmlAnswer } from '../values/xml-values.js';
import { limitedText, textLike } from '../values/text.js';
import { MAX_ADDRESS_LENGTH } from '../values/web-address.js';

/**
 * The refund request (Non-Card Payment Methods Interface, Refund request (XML), request type payment-credit), with its
 * keys in the document's element order. The document's list has no hash, but every known client sends one before
 * `refundhash`; no known client sends `paymentmethoddetails` (docs/reference/gateway.md#payment-credit). Both are
 * optional here.
 */
export const paymentCreditRequest = z.object({
  '@type': z.literal('payment-credit'),
  '@timestamp': timestampText,
  merchantid: merchantId,
  account: z.optional(accountId),
  amount: z.object({ '@currency': currencyCode, '#text': minorUnits }),
  /** The order id of the original payment-set. */
  orderid: orderId,
  /** The payments reference from the answer to the payment-set. */
  pasref: textLike(50, /^[a-z0-9 ]{1,50}$/i, 'a payments reference'),
  paymentmethod: paymentMethodCode,
  paymentmethoddetails: z.optional(
    z.object({
      returnurl: z.optional(limitedText(MAX_ADDRESS_LENGTH)),
      statusupdateurl: z.optional(limitedText(MAX_ADDRESS_LENGTH)),
      country: z.optional(countryLetters),
    }),
  ),
  comments: z.optional(comments),
  sha1hash: z.optional(hash),
  sha256hash: z.optional(hash),
  /** SHA-1 of the refund password, in one pass. */
  refundhash: textLike(40, /^[0-9a-f]{40}$/i, 'a SHA-1 hash'),
});
export type PaymentCreditRequest = z.output<typeof paymentCreditRequest>;

/** The order of the document; published clients put `authcode` where it is here. */
export const PAYMENT_CREDIT_ORDER = [
  'merchantid',
  'account',
  'amount',
  'orderid',
  'pasref',
  'authcode',
  'paymentmethod',
  'paymentmethoddetails',
  'comments',
  'sha1hash',
  'sha256hash',
  'refundhash',
] as const;
export const PAYMENT_CREDIT_DETAILS_ORDER = ['returnurl', 'statusupdateurl', 'country'] as const;

/** The documents do not show the answer: assumed to be that of payment-set (docs/reference/gateway.md#payment-credit). */
export const paymentCreditResponse = xmlAnswer;
