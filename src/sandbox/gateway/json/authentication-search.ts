import { Hono } from 'hono';
import {
  authenticationSearchSchema,
  type AuthenticationSearch,
  type WireAuthenticationSummary,
} from '../../../protocol/three-d-secure/authentication-search.js';
import { HASH_FIELDS } from '../../../protocol/values/securehash.js';
import { parseIsoTimestamp } from '../../../protocol/values/timestamp.js';
import { lapse } from '../../issuer/challenge.js';
import type { JsonDependencies } from './dependencies.js';
import { authenticationOf, type Authentication, type Transaction } from '../../issuer/model.js';
import { carryOut, readJson } from './json-call.js';
import { wrongFormat } from './json-refusal.js';
import { onlyMethod } from '../../http/request.js';

const PATH = '/3ds2/authentications/search';
/** Summaries on a page (3D Secure 2 Authentication Interface, Limits). */
const PAGE_SIZE = 100;

/** POST /3ds2/authentications/search: past authentications, oldest first, so that new ones do not move the pages. */
export function authenticationSearchRoute(state: JsonDependencies): Hono {
  const route = new Hono();
  route
    .post(
      PATH,
      carryOut(state, {
        kind: 'search',
        schema: authenticationSearchSchema,
        read: readJson,
        hashFields: HASH_FIELDS.authenticationSearch,
        failedMessage: 'AReq',
        answer: (body) => search(state, body),
      }),
    )
    .all(PATH, onlyMethod('POST'));
  return route;
}

function search({ settings, transactions }: JsonDependencies, body: AuthenticationSearch): object {
  const from = timeOf(body, 'start_timestamp');
  const to = timeOf(body, 'end_timestamp');
  if (to < from) throw wrongFormat('end_timestamp');
  const pageSize = body.page_size ?? PAGE_SIZE;
  const pageNumber = body.page_number ?? 1;
  const found: WireAuthenticationSummary[] = [];
  let total = 0;
  for (const transaction of transactions.authentications()) {
    const authentication = authenticationOf(transaction);
    if (!authentication) continue;
    const time = authentication.at.getTime();
    if (time < from || time > to || !matches(transaction, authentication, body)) continue;
    total++;
    if (total <= (pageNumber - 1) * pageSize || found.length === pageSize) continue;
    lapse(transaction, settings);
    found.push(summaryOf(transaction, authentication, settings.accountId, settings.address('/acs/challenge')));
  }
  const { start_timestamp, end_timestamp } = body;
  return {
    page_size: pageSize,
    page_number: pageNumber,
    total_records_available: total,
    start_timestamp,
    end_timestamp,
    transactions: found,
  };
}

function timeOf(body: AuthenticationSearch, field: 'start_timestamp' | 'end_timestamp'): number {
  const time = parseIsoTimestamp(body[field]);
  if (!time) throw wrongFormat(field);
  return time.getTime();
}

function matches(
  { serverTransId, card }: Transaction,
  { dsTransId, request }: Authentication,
  wanted: AuthenticationSearch,
): boolean {
  return (
    (wanted.server_trans_id === undefined || wanted.server_trans_id.toLowerCase() === serverTransId.toLowerCase()) &&
    (wanted.ds_trans_id === undefined || wanted.ds_trans_id.toLowerCase() === dsTransId.toLowerCase()) &&
    (wanted.order_id === undefined || wanted.order_id === request.order.id) &&
    (wanted.bin === undefined || card.firstDigits.startsWith(wanted.bin))
  );
}

function summaryOf(
  { serverTransId, card }: Transaction,
  { request, verdict, acsTransId }: Authentication,
  account: string,
  acsUrl: string,
): WireAuthenticationSummary {
  return {
    merchant_id: request.merchant_id,
    account_name: request.account_id ?? account,
    order_id: request.order.id,
    server_trans_id: serverTransId,
    bin: Number(card.firstDigits.slice(0, 6)),
    scheme: card.scheme,
    authentication_source: request.authentication_source,
    acs_trans_id: acsTransId,
    acs_url: acsUrl,
    trans_status: verdict.status,
    ...(verdict.statusReason === undefined ? {} : { trans_status_reason: verdict.statusReason }),
  };
}
