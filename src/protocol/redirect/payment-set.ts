import * as z from '../zod.js';
import { orAbsent } from '../values/answer-values.js';
import { currencyCodeSchema, minorUnitsSchema } from '../values/amount.js';
import { fieldSchemas, paymentMethodCodeSchema } from './payment-method.js';
import { fieldsInDocument, type RedirectElement } from './redirect-fields.js';
import { accountIdSchema, merchantIdSchema } from '../values/request-values.js';
import {
  timestampTextSchema,
  hashSchema,
  orderIdSchema,
  xmlAnswerSchema,
  xmlTextSchema,
} from '../values/xml-values.js';
import { limitedText } from '../values/text.js';
import { plainText } from '../values/plain-text.js';
import { MAX_ADDRESS_LENGTH } from '../values/web-address.js';

/** The document gives no length for these texts. */
const MAX_TEXT_LENGTH = 8_192;

/** `<comments><comment id="1">…</comment></comments>` */
export const commentsSchema = z.object({
  comment: z.union([
    z.object({ '@id': limitedText(10), '#text': z.optional(plainText(MAX_TEXT_LENGTH, 0)) }),
    z.array(z.object({ '@id': limitedText(10), '#text': z.optional(plainText(MAX_TEXT_LENGTH, 0)) })),
  ]),
});

const ELEMENTS = fieldSchemas((_name, { element }) => element as RedirectElement);

/**
 * The initiate request (Non-Card Payment Methods Interface, Initiate request (XML), request type payment-set). The keys
 * are in the document's element order, which is mandatory. The document's "the service" is the element `paymentmethod`
 * (docs/reference/gateway.md#payment-set).
 */
export const paymentSetRequestSchema = z.object({
  '@type': z.literal('payment-set'),
  '@timestamp': timestampTextSchema,
  merchantid: merchantIdSchema,
  account: z.optional(accountIdSchema),
  amount: z.object({ '@currency': currencyCodeSchema, '#text': minorUnitsSchema }),
  /** The document lists it, and requires only the two addresses. */
  autosettle: z.optional(z.object({ '@flag': z.enum(['1', '0', 'MULTI']) })),
  orderid: orderIdSchema,
  paymentmethod: paymentMethodCodeSchema,
  paymentmethoddetails: z.object({
    returnurl: limitedText(MAX_ADDRESS_LENGTH),
    statusupdateurl: limitedText(MAX_ADDRESS_LENGTH),
    /** The text that the customer sees on the proof of payment. */
    descriptor: z.optional(plainText(MAX_TEXT_LENGTH, 0)),
    ...ELEMENTS,
  }),
  comments: z.optional(commentsSchema),
  accountholdername: ELEMENTS.accountholdername,
  sha1hash: z.optional(hashSchema),
  sha256hash: z.optional(hashSchema),
});
export type PaymentSetRequest = z.output<typeof paymentSetRequestSchema>;

/**
 * The elements in the order of the document. Either of the two hashes may be the last element; the published clients
 * put a `cancelurl` where it is here (docs/reference/gateway.md#payment-set).
 */
export const PAYMENT_SET_ORDER = [
  'merchantid',
  'account',
  'amount',
  'autosettle',
  'orderid',
  'paymentmethod',
  'paymentmethoddetails',
  'comments',
  'accountholdername',
  'sha1hash',
  'sha256hash',
] as const;
export const PAYMENT_SET_DETAILS_ORDER = [
  'returnurl',
  'statusupdateurl',
  'cancelurl',
  'descriptor',
  ...fieldsInDocument().map(([, { element }]) => element),
];

/**
 * The answer (docs/reference/gateway.md#payment-set): result 01 or 00 with the redirect URL and a hash, or a short
 * document with an error.
 */
export const paymentSetResponseSchema = z.object({
  ...xmlAnswerSchema.shape,
  merchanttransactionid: orAbsent(xmlTextSchema),
});
export type PaymentSetResponse = z.output<typeof paymentSetResponseSchema>;
