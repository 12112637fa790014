import type { AuthenticationRequestInput } from '../../protocol/authentication-request.js';
import {
  authenticatedResponse,
  authenticationResponse,
  challengeResponse,
  type AuthenticationResponse,
} from '../../protocol/authentication-response.js';
import {
  authenticationSearchResult,
  type AuthenticationSearch,
  type AuthenticationSummary,
} from '../../protocol/authentication-search.js';
import { MessageError, parseMessage } from '../../protocol/field-issue.js';
import { HASH_FIELDS } from '../../protocol/securehash.js';
import { isoTimestamp } from '../../protocol/timestamp.js';
import { GatewayError } from './gateway-error.js';
import type { GatewaySettings } from './gateway-options.js';
import { withoutCardNumbers } from './gateway-words.js';
import { callJson } from './json-call.js';
import type { ReportPage } from './reports.js';
import type { CallOptions } from './send.js';

/** The authentication request without what the gateway client fills in by itself. */
export type AuthenticationInput = Omit<AuthenticationRequestInput, 'request_timestamp' | 'merchant_id' | 'account_id'>;

export type SearchInput = Omit<
  AuthenticationSearch,
  'request_timestamp' | 'merchant_id' | 'account_id' | 'page_number'
>;

/** POST /3ds2/authentications (spec: Endpoints). */
export async function createAuthentication(
  settings: GatewaySettings,
  input: AuthenticationInput,
  options?: CallOptions,
): Promise<AuthenticationResponse> {
  const body = {
    request_timestamp: isoTimestamp(settings.now()),
    merchant_id: settings.merchantId,
    account_id: settings.accountId,
    ...input,
  };
  const call = 'authentication';
  return complete(
    settings,
    call,
    await callJson(settings, {
      call,
      path: '/authentications',
      body,
      hashed: HASH_FIELDS.authentication(body),
      answer: authenticationResponse,
      ...options,
    }),
    input.server_trans_id,
  );
}

/** GET /3ds2/authentications/{server_trans_id} (spec: Endpoints). */
export async function readAuthentication(
  settings: GatewaySettings,
  serverTransId: string,
  options?: CallOptions,
): Promise<AuthenticationResponse> {
  const query = { merchant_id: settings.merchantId, request_timestamp: isoTimestamp(settings.now()) };
  const call = 'authentication data';
  const hashed = HASH_FIELDS.authenticationData({ ...query, server_trans_id: serverTransId });
  return complete(
    settings,
    call,
    await callJson(settings, {
      call,
      path: `/authentications/${serverTransId}`,
      query,
      hashed,
      answer: authenticationResponse,
      ...options,
    }),
    serverTransId,
  );
}

/** POST /3ds2/authentications/search, one page (spec: Search response). */
export async function searchAuthentications(
  settings: GatewaySettings,
  input: SearchInput,
  page: number,
  options?: CallOptions,
): Promise<ReportPage<AuthenticationSummary>> {
  const body = {
    request_timestamp: isoTimestamp(settings.now()),
    merchant_id: settings.merchantId,
    account_id: settings.accountId,
    ...input,
    page_number: page,
  };
  const { transactions, total_records_available, page_number, page_size } = await callJson(settings, {
    call: 'authentication search',
    path: '/authentications/search',
    body,
    hashed: HASH_FIELDS.authenticationSearch(body),
    answer: authenticationSearchResult,
    ...options,
  });
  return { records: transactions, pageNumber: page_number, pageSize: page_size, total: total_records_available };
}

/**
 * What each status must bring, and whose it must be: an answer about another transaction is none.
 * The identifier is spelt as it was asked for, in upper case or lower.
 */
function complete(
  { messageExtensions: known }: GatewaySettings,
  call: string,
  response: AuthenticationResponse,
  serverTransId: string,
): AuthenticationResponse {
  if (response.server_trans_id.toLowerCase() !== serverTransId.toLowerCase()) {
    throw new GatewayError(
      { kind: 'bad-answer', issues: [{ field: 'server_trans_id', message: 'is another one', missing: false }] },
      call,
    );
  }
  const unknown = (response.message_extension ?? []).filter(
    ({ id, criticality_indicator }) => criticality_indicator === 'true' && !known.includes(id),
  );
  if (unknown.length > 0) {
    throw new GatewayError(
      {
        kind: 'bad-answer',
        issues: unknown.map(({ id }) => ({
          field: `message_extension.${id}`,
          message: 'is critical, and nobody here knows it',
          missing: false,
        })),
      },
      call,
    );
  }
  try {
    if (response.status === 'AUTHENTICATION_SUCCESSFUL') parseMessage(call, authenticatedResponse, response);
    if (response.status === 'CHALLENGE_REQUIRED' && call === 'authentication')
      parseMessage(call, challengeResponse, response);
  } catch (error) {
    throw new GatewayError({ kind: 'bad-answer', issues: error instanceof MessageError ? error.issues : [] }, call);
  }
  const { cardholder_response_info: words } = response;
  return {
    ...response,
    server_trans_id: serverTransId,
    ...(words === undefined ? {} : { cardholder_response_info: withoutCardNumbers(words) }),
  };
}
