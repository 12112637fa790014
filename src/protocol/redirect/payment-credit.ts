import * as z from '../zod.js';
import { currencyCodeSchema, minorUnitsSchema } from '../values/amount.js';
import { countryLettersSchema, paymentMethodCodeSchema } from './payment-method.js';
import { commentsSchema } from './payment-set.js';
import { accountIdSchema, merchantIdSchema } from '../values/request-values.js';
import {
  hashSchema,
  orderIdSchema,
  paymentsReferenceSchema,
  timestampTextSchema,
  xmlAnswerSchema,
} from '../values/xml-values.js';
import { limitedText, textLike } from '../values/text.js';
import { MAX_ADDRESS_LENGTH } from '../values/web-address.js';

/**
 * The refund request (Non-Card Payment Methods Interface, Refund request (XML), request type payment-credit), with its
 * keys in the document's element order. The document's list has no hash, but every known client sends one before
 * `refundhash`. No known client sends `paymentmethoddetails` (docs/reference/gateway.md#payment-credit). Both are
 * optional here.
 */
export const paymentCreditRequestSchema = z.object({
  '@type': z.literal('payment-credit'),
  '@timestamp': timestampTextSchema,
  merchantid: merchantIdSchema,
  account: z.optional(accountIdSchema),
  amount: z.object({ '@currency': currencyCodeSchema, '#text': minorUnitsSchema }),
  /** The order id of the original payment-set. */
  orderid: orderIdSchema,
  /** The payments reference from the answer to the payment-set. */
  pasref: paymentsReferenceSchema,
  paymentmethod: paymentMethodCodeSchema,
  paymentmethoddetails: z.optional(
    z.object({
      returnurl: z.optional(limitedText(MAX_ADDRESS_LENGTH)),
      statusupdateurl: z.optional(limitedText(MAX_ADDRESS_LENGTH)),
      country: z.optional(countryLettersSchema),
    }),
  ),
  comments: z.optional(commentsSchema),
  sha1hash: z.optional(hashSchema),
  sha256hash: z.optional(hashSchema),
  /** SHA-1 of the refund password, in one pass. */
  refundhash: textLike(40, /^[0-9a-f]{40}$/i, 'a SHA-1 hash'),
});
export type PaymentCreditRequest = z.output<typeof paymentCreditRequestSchema>;

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

/**
 * The documents do not show the answer: assumed to be that of payment-set (docs/reference/gateway.md#payment-credit).
 */
export const paymentCreditResponseSchema = xmlAnswerSchema;
