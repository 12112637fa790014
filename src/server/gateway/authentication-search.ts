import {
  authenticationSearchSchema,
  authenticationSearchPageSchema,
  authenticationSummarySchema,
  type WireAuthenticationSummary,
} from '../../protocol/three-d-secure/authentication-search.js';
import { isoTimestamp } from '../../protocol/values/timestamp.js';
import type { GatewaySettings } from './gateway-options.js';
import { callJson } from './json-call.js';
import { readRecords, type ReportPage } from './pages.js';
import type { CallOptions } from './send.js';
import type { CamelCased } from '../../protocol/values/camel-case.js';
import { camelField, fromWire, parseInput } from '../util/wire-names.js';

/** Conditions of a search of authentications. */
export interface AuthenticationQuery {
  /** The begin of the range. */
  readonly startedFrom: Date;
  /** The end of the range. */
  readonly startedTo: Date;
  /** The transaction identifier of the 3-D Secure server. */
  readonly serverTransId?: string;
  /** The first six to eight digits of the card. */
  readonly bin?: string;
  /** The transaction identifier of the directory server. */
  readonly dsTransId?: string;
  /** The order id that the authentication request had. */
  readonly orderId?: string;
  /** 1 to 100. Default: the gateway's, 100 in the document's sample. */
  readonly pageSize?: number;
}

/** An authentication as the search lists it. */
export type AuthenticationSummary = CamelCased<WireAuthenticationSummary>;

const INPUT_NAMES: Readonly<Record<string, string>> = { start_timestamp: 'startedFrom', end_timestamp: 'startedTo' };

/**
 * POST /3ds2/authentications/search, one page. Dates are sent without a zone (3D Secure 2 Authentication Interface,
 * Authentication summary). The first page is requested without a page number, because the document has no field for it.
 */
export async function searchAuthentications(
  settings: GatewaySettings,
  { startedFrom, startedTo, serverTransId, bin, dsTransId, orderId, pageSize }: AuthenticationQuery,
  page: number,
  options?: CallOptions,
): Promise<ReportPage<AuthenticationSummary>> {
  const call = 'authentication search';
  const {
    bin: binFilter,
    ds_trans_id,
    order_id,
    page_number,
    page_size,
    ...request
  } = parseInput(
    call,
    authenticationSearchSchema,
    {
      request_timestamp: isoTimestamp(settings.now()),
      merchant_id: settings.merchantId,
      account_id: settings.accountId,
      start_timestamp: isoTimestamp(startedFrom),
      end_timestamp: isoTimestamp(startedTo),
      server_trans_id: serverTransId,
      bin,
      ds_trans_id: dsTransId,
      order_id: orderId,
      page_number: page === 1 ? undefined : page,
      page_size: pageSize,
    },
    (field) => INPUT_NAMES[field] ?? camelField(field),
  );
  const { names } = settings;
  const answer = await callJson(settings, {
    ...options,
    call,
    path: '/authentications/search',
    body: {
      ...request,
      [names.bin]: binFilter,
      [names.dsTransId]: ds_trans_id,
      [names.orderId]: order_id,
      [names.pageNumber]: page_number,
      [names.pageSize]: page_size,
    },
    hashed: settings.hashFields.authenticationSearch(request),
    answer: authenticationSearchPageSchema,
  });
  const { transactions, page_number: pageNumber = page, page_size: size, total_records_available: total } = answer;
  return {
    ...readRecords(authenticationSummarySchema, transactions, (summary) =>
      fromWire(authenticationSummarySchema, summary),
    ),
    pageNumber,
    ...(size === undefined ? {} : { pageSize: size }),
    ...(total === undefined ? {} : { total }),
  };
}
