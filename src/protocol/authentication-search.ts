import * as z from 'zod/mini';
import { statusReason, authenticationStatus } from './three-d-secure-values.js';
import { accountId, dateTime, merchantId } from './request-values.js';

/**
 * POST /3ds2/authentications/search. The documents name three more filters without their fields;
 * `bin`, `ds_trans_id` and `order_id` follow the summary's names, and paging follows the answer's
 * (gateway facts 1.7, confidence D).
 */
export const authenticationSearch = z.object({
  request_timestamp: dateTime,
  merchant_id: merchantId,
  account_id: z.optional(accountId),
  start_timestamp: dateTime,
  end_timestamp: dateTime,
  server_trans_id: z.optional(z.string()),
  bin: z.optional(z.string().check(z.regex(/^\d{6,8}$/, 'the first 6 to 8 digits of a card'))),
  ds_trans_id: z.optional(z.string()),
  order_id: z.optional(z.string()),
  page_number: z.optional(z.int().check(z.minimum(1))),
  page_size: z.optional(z.int().check(z.minimum(1), z.maximum(100))),
});
export type AuthenticationSearch = z.output<typeof authenticationSearch>;

/** One search result (spec: Authentication summary). */
export const authenticationSummary = z.object({
  merchant_id: z.string(),
  account_name: z.string(),
  order_id: z.string(),
  server_trans_id: z.string(),
  bin: z.number(),
  scheme: z.string(),
  authentication_source: z.string(),
  acs_trans_id: z.optional(z.string()),
  acs_url: z.optional(z.string()),
  trans_status: authenticationStatus,
  trans_status_reason: z.optional(statusReason),
});
export type AuthenticationSummary = z.output<typeof authenticationSummary>;

export const authenticationSearchResult = z.object({
  page_size: z.number(),
  page_number: z.number(),
  total_records_available: z.number(),
  start_timestamp: z.string(),
  end_timestamp: z.string(),
  transactions: z.array(authenticationSummary),
});
export type AuthenticationSearchResult = z.output<typeof authenticationSearchResult>;
