import * as z from '../zod.js';
import { answerNumberSchema, answerTextSchema, informational, orAbsent } from '../values/answer-values.js';
import { AUTHENTICATION_STATUSES, statusReasonSchema } from './three-d-secure-values.js';
import { accountIdSchema, merchantIdSchema, zonelessDateTimeSchema } from '../values/request-values.js';
import { limitedText, textLike } from '../values/text.js';

/**
 * POST /3ds2/authentications/search. The document has three more filters and paging without the names of their fields.
 * `bin`, `ds_trans_id` and `order_id` follow the names of the summary. Paging follows those of the answer. These are
 * inferences (docs/reference/gateway.md#authentication-search).
 */
export const authenticationSearchSchema = z.object({
  request_timestamp: zonelessDateTimeSchema,
  merchant_id: merchantIdSchema,
  account_id: z.optional(accountIdSchema),
  start_timestamp: zonelessDateTimeSchema,
  end_timestamp: zonelessDateTimeSchema,
  server_trans_id: z.optional(limitedText(100)),
  bin: z.optional(textLike(8, /^\d{6,8}$/, 'the first 6 to 8 digits of a card')),
  ds_trans_id: z.optional(limitedText(100)),
  order_id: z.optional(limitedText(100)),
  page_number: z.optional(z.int().check(z.minimum(1))),
  page_size: z.optional(z.int().check(z.minimum(1), z.maximum(100))),
});
export type AuthenticationSearch = z.output<typeof authenticationSearchSchema>;

/** One search result (3D Secure 2 Authentication Interface, Authentication summary): information only. */
export const authenticationSummarySchema = z.object({
  merchant_id: orAbsent(answerTextSchema),
  account_name: orAbsent(answerTextSchema),
  order_id: orAbsent(answerTextSchema),
  server_trans_id: answerTextSchema,
  bin: orAbsent(answerNumberSchema),
  scheme: orAbsent(answerTextSchema),
  authentication_source: orAbsent(answerTextSchema),
  acs_trans_id: orAbsent(answerTextSchema),
  acs_url: orAbsent(answerTextSchema),
  trans_status: orAbsent(informational(...AUTHENTICATION_STATUSES)),
  trans_status_reason: orAbsent(statusReasonSchema),
});
export type WireAuthenticationSummary = z.output<typeof authenticationSummarySchema>;

export const authenticationSearchResultSchema = z.object({
  page_size: orAbsent(answerNumberSchema),
  page_number: orAbsent(answerNumberSchema),
  total_records_available: orAbsent(answerNumberSchema),
  start_timestamp: orAbsent(answerTextSchema),
  end_timestamp: orAbsent(answerTextSchema),
  transactions: z.array(authenticationSummarySchema),
});

/** A page whose records are read one by one, so that one bad record does not lose the page. */
export const authenticationSearchPageSchema = z.object({
  ...authenticationSearchResultSchema.shape,
  transactions: z.array(z.unknown()),
});
