import * as z from '../zod.js';
import { orAbsent } from '../values/answer-values.js';
import { currencyCodeSchema, minorUnitsSchema } from '../values/amount.js';
import { exemptStatusSchema } from '../three-d-secure/three-d-secure-values.js';
import { accountIdSchema, cardNumberSchema, merchantIdSchema } from '../values/request-values.js';
import {
  timestampTextSchema,
  hashSchema,
  orderIdSchema,
  xmlAnswerSchema,
  xmlTextSchema,
} from '../values/xml-values.js';
import { limitedText, textLike } from '../values/text.js';
import { plainText } from '../values/plain-text.js';

/** Mastercard is MC in XML and MASTERCARD in JSON (docs/reference/gateway.md#card-authorization-request). */
export const CARD_TYPES = {
  VISA: 'VISA',
  MASTERCARD: 'MC',
  AMEX: 'AMEX',
  DINERS: 'DINERS',
  DISCOVER: 'DISCOVER',
  JCB: 'JCB',
} as const;

/**
 * The card authorization (3D Secure 2 Authentication Interface, Card authorization request (XML)). Elements are as
 * fast-xml-parser has them: attributes begin with `@`, a text beside attributes is `#text`. The keys are in the
 * document's element order, in which they are also written.
 */
export const cardAuthorizationRequestSchema = z.object({
  '@type': z.literal('auth'),
  '@timestamp': timestampTextSchema,
  merchantid: merchantIdSchema,
  account: z.optional(accountIdSchema),
  /** Unique for each attempt. */
  orderid: orderIdSchema,
  amount: z.object({ '@currency': currencyCodeSchema, '#text': minorUnitsSchema }),
  card: z.object({
    number: cardNumberSchema,
    /** MMYY. */
    expdate: textLike(4, /^(0[1-9]|1[0-2])\d\d$/, 'MMYY'),
    chname: plainText(100),
    type: z.enum(['VISA', 'MC', 'MASTERCARD', 'AMEX', 'DINERS', 'DISCOVER', 'JCB']),
    /** presind: 1 present, 2 illegible, 3 not on the card, 4 not requested. */
    cvn: z.optional(
      z.object({
        number: z.optional(textLike(4, /^(\d{3,4})?$/, '3 or 4 digits')),
        presind: textLike(1, /^[1-4]$/, '1 to 4'),
      }),
    ),
  }),
  /** A payment with a card on file. `srd` is the scheme's reference of the first one. */
  storedcredential: z.optional(
    z.object({
      type: z.enum(['oneoff', 'installment', 'recurring']),
      initiator: z.enum(['cardholder', 'merchant']),
      sequence: z.enum(['first', 'subsequent']),
      srd: z.optional(limitedText(50)),
    }),
  ),
  /** flag: 1 settles automatically, 0 waits, MULTI settles in parts. */
  autosettle: z.object({ '@flag': z.enum(['1', '0', 'MULTI']) }),
  mpi: z.optional(
    z.object({
      eci: z.optional(textLike(2, /^\d{0,2}$/, 'an ECI')),
      ds_trans_id: z.optional(limitedText(100)),
      authentication_value: z.optional(limitedText(2048)),
      message_version: z.optional(limitedText(20)),
      exempt_status: z.optional(exemptStatusSchema),
    }),
  ),
  sha1hash: z.optional(hashSchema),
  sha256hash: z.optional(hashSchema),
});
export type CardAuthorizationRequest = z.output<typeof cardAuthorizationRequestSchema>;

/** The type `query`, which the documents do not have (docs/reference/gateway.md#card-query). */
export const cardQueryRequestSchema = z.object({
  '@type': z.literal('query'),
  '@timestamp': timestampTextSchema,
  merchantid: merchantIdSchema,
  account: z.optional(accountIdSchema),
  orderid: orderIdSchema,
  sha1hash: z.optional(hashSchema),
  sha256hash: z.optional(hashSchema),
});

/** The answer to an authorization (docs/reference/gateway.md#card-authorization-response). */
export const cardAuthorizationResponseSchema = z.object({
  ...xmlAnswerSchema.shape,
  cvnresult: orAbsent(xmlTextSchema),
  batchid: orAbsent(xmlTextSchema),
  avspostcoderesponse: orAbsent(xmlTextSchema),
  avsaddressresponse: orAbsent(xmlTextSchema),
  srd: orAbsent(xmlTextSchema),
  fraudresponse: orAbsent(z.object({ result: orAbsent(xmlTextSchema) })),
  cardissuer: orAbsent(z.object({ bank: orAbsent(xmlTextSchema), country: orAbsent(xmlTextSchema) })),
});
export type CardAuthorizationResponse = z.output<typeof cardAuthorizationResponseSchema>;

/** An amount with its currency, which may be absent. The first of several counts. */
const answeredAmountSchema = z.pipe(
  z.transform((value: unknown) => {
    const [element] = [value].flat();
    return typeof element === 'string' ? { '#text': element } : element;
  }),
  z.object({ '@currency': orAbsent(xmlTextSchema), '#text': orAbsent(xmlTextSchema) }),
) as unknown as z.ZodMiniType<AnsweredAmount, AnsweredAmount>;

interface AnsweredAmount {
  readonly '@currency'?: string | undefined;
  readonly '#text'?: string | undefined;
}

/** The answer to a query, with an amount where the gateway sends one (docs/reference/gateway.md#card-query). */
export const cardQueryResponseSchema = z.object({
  ...cardAuthorizationResponseSchema.shape,
  amount: orAbsent(answeredAmountSchema),
});
export type CardQueryResponse = z.output<typeof cardQueryResponseSchema>;
