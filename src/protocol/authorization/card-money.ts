import * as z from '../zod.js';
import { currencyCodeSchema, minorUnitsSchema } from '../values/amount.js';
import { accountIdSchema, merchantIdSchema } from '../values/request-values.js';
import { limitedText, textLike } from '../values/text.js';
import {
  hashSchema,
  orderIdSchema,
  paymentsReferenceSchema,
  REFERENCE,
  timestampTextSchema,
} from '../values/xml-values.js';
import { cardAuthorizationRequestSchema } from './card-authorization.js';

/**
 * The requests that move the money of an authorization, which the documents do not have
 * (docs/reference/gateway.md#card-money). The keys are in the order of a published client.
 */

const head = {
  '@timestamp': timestampTextSchema,
  merchantid: merchantIdSchema,
  account: z.optional(accountIdSchema),
  channel: z.optional(limitedText(10)),
};

/** The authorization: its order id and pasref, also after a settle, whose answer has another pasref. */
const authorization = {
  orderid: orderIdSchema,
  pasref: paymentsReferenceSchema,
};

const authcodeSchema = textLike(100, REFERENCE, 'the authcode of the authorization');

const hashes = { sha1hash: z.optional(hashSchema), sha256hash: z.optional(hashSchema) };

/** The currency may be absent. */
const amountSchema = z.object({ '@currency': z.optional(currencyCodeSchema), '#text': minorUnitsSchema });

/** Captures an authorization: `settle` once, `multisettle` in parts. Without an amount: all that is left. */
export const settleRequestSchema = z.object({
  '@type': z.enum(['settle', 'multisettle']),
  ...head,
  amount: z.optional(amountSchema),
  ...authorization,
  authcode: authcodeSchema,
  /** Flag of a multisettle: 1 for the last part. */
  txnseq: z.optional(z.object({ final: z.object({ '@flag': z.enum(['0', '1']) }) })),
  ...hashes,
});
export type SettleRequest = z.output<typeof settleRequestSchema>;

/** Releases an authorization that is not settled. An amount counts neither here nor in the hash. */
export const voidRequestSchema = z.object({
  '@type': z.literal('void'),
  ...head,
  ...authorization,
  authcode: z.optional(authcodeSchema),
  reasoncode: z.optional(limitedText(50)),
  ...hashes,
});
export type VoidRequest = z.output<typeof voidRequestSchema>;

/** Refunds a settled authorization, whole or in part. */
export const rebateRequestSchema = z.object({
  '@type': z.literal('rebate'),
  ...head,
  ...authorization,
  authcode: authcodeSchema,
  amount: amountSchema,
  /** SHA-1 of the rebate password, in one pass. */
  refundhash: textLike(40, /^[0-9a-f]{40}$/i, 'a SHA-1 hash'),
  ...hashes,
});
export type RebateRequest = z.output<typeof rebateRequestSchema>;

/** Asks the issuer about a card, and reserves no money. */
export const cardCheckRequestSchema = z.object({
  '@type': z.literal('otb'),
  ...head,
  orderid: orderIdSchema,
  card: cardAuthorizationRequestSchema.shape.card,
  ...hashes,
});
export type CardCheckRequest = z.output<typeof cardCheckRequestSchema>;
