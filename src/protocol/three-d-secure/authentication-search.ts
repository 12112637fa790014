import * as z from 'zod/mini';
import { answerNumber, answerText, informational } from '../values/answer-values.js';
import { AUTHENTICATION_STATUSES, statusReason } from './three-d-secure-values.js';
import { accountId, dateTime, merchantId } from '../values/request-values.js';
import { limitedText, textLike } from '../values/text.js';

/**
 * POST /3ds2/authentications/search. The document has three more filters and paging without the names of their fields:
 * `bin`, `ds_trans_id` and `order_id` follow the names of the summary, paging those of the answer. These are inferences
 * (docs/reference/gateway.md#authentication-search).
 */
export const authenticationSearch = z.object({
  request_timestamp: dateTime,
  merchant_id: merchantId,
  account_id: z.optional(accountId),
  start_timestamp: dateTime,
  end_timestamp: dateTime,
  server_trans_id: z.optional(limitedText(100)),
  bin: z.optional(textLike(8, /^\d{6,8}$/, 'the first 6 to 8 digits of a card')),
  ds_trans_id: z.optional(limitedText(100)),
  order_id: z.optional(limitedText(100)),
  page_number: z.optional(z.int().check(z.minimum(1))),
  page_size: z.optional(z.int().check(z.minimum(1), z.maximum(100))),
});
export type AuthenticationSearch = z.output<typeof authenticationSearch>;

/** One search result (3D Secure 2 Authentication Interface, Authentication summary): information only. */
export const authenticationSummary = z.object({
  merchant_id: z.optional(answerText),
  account_name: z.optional(answerText),
  order_id: z.optional(answerText),
  server_trans_id: answerText,
  bin: z.optional(answerNumber),
  scheme: z.optional(answerText),
  authentication_source: z.optional(answerText),
  acs_trans_id: z.optional(answerText),
  acs_url: z.optional(answerText),
  trans_status: z.optional(informational(...AUTHENTICATION_STATUSES)),
  trans_status_reason: z.optional(statusReason),
});
export type WireAuthenticationSummary = z.output<typeof authenticationSummary>;

export const authenticationSearchResult = z.object({
  page_size: z.optional(answerNumber),
  page_number: z.optional(answerNumber),
  total_records_available: z.optional(answerNumber),
  start_timestamp: z.optional(answerText),
  end_timestamp: z.optional(answerText),
  transactions: z.array(authenticationSummary),
});

/** A page whose records are read one by one, so that one bad record does not lose the page. */
export const authenticationSearchPage = z.object({
  ...authenticationSearchResult.shape,
  transactions: z.array(z.unknown()),
});
