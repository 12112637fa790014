import {
  authenticationRequestSchema,
  type AuthenticationRequestInput,
} from '../../protocol/three-d-secure/authentication-request.js';
import {
  authenticatedResponseSchema,
  authenticationResponseSchema,
  challengeResponseSchema,
  type AuthenticationResponse,
} from '../../protocol/three-d-secure/authentication-response.js';
import { checkMessage } from '../../protocol/values/field-issue.js';
import { HASH_FIELDS } from '../../protocol/values/securehash.js';
import { compactTimestamp, isoTimestamp, parseIsoTimestamp } from '../../protocol/values/timestamp.js';
import { withoutUnknownFields } from '../../protocol/three-d-secure/version-fields.js';
import { AUTHENTICATION_CALL, badAnswer, DATA_CALL, GatewayError } from './gateway-error.js';
import type { GatewaySettings } from './gateway-options.js';
import { callJson } from './json-call.js';
import type { CallOptions } from './send.js';
import { withoutCardData, type KnownCard } from '../util/card-data.js';
import type { CamelCased } from '../../protocol/values/camel-case.js';
import { fromWire, parseInput, toWire } from '../util/wire-names.js';

/** An authentication request without the fields that the client adds. */
export type AuthenticationParams = CamelCased<
  Omit<AuthenticationRequestInput, 'request_timestamp' | 'merchant_id' | 'account_id'>
>;

/** The authentication data; each status brings other fields. */
export type AuthenticationAnswer = CamelCased<AuthenticationResponse>;

export type MessageCategory = AuthenticationRequestInput['message_category'];

/** Options of `authentications.create`. */
export interface CreateAuthenticationOptions extends CallOptions {
  /** The security code that the shopper entered. It is not sent, and removed from the answer. */
  readonly securityCode?: string;
}

/** Options of `authentications.get`. */
export interface ReadAuthenticationOptions extends CallOptions {
  /** The card of the transaction. It is not sent, and removed from the answer. */
  readonly card?: KnownCard;
  /**
   * The category of the request, for an answer without one. An answer of neither counts as a payment, whose success
   * requires ECI and authentication value.
   */
  readonly messageCategory?: MessageCategory;
}

/**
 * POST /3ds2/authentications (3D Secure 2 Authentication Interface, Endpoints). Leaves out fields that the protocol
 * version of the request does not have.
 * @throws {MessageError} naming the wrong fields of the input, before anything is sent.
 */
export async function createAuthentication(
  settings: GatewaySettings,
  input: AuthenticationParams,
  { securityCode, ...options }: CreateAuthenticationOptions = {},
): Promise<AuthenticationAnswer> {
  const call = AUTHENTICATION_CALL;
  const request = parseInput(call, authenticationRequestSchema, {
    ...(toWire(authenticationRequestSchema, input) as object),
    request_timestamp: isoTimestamp(settings.now()),
    merchant_id: settings.merchantId,
    account_id: settings.accountId,
  });
  const body = withDocumentTimes(withoutUnknownFields(request));
  const response = await callJson(settings, {
    ...options,
    call,
    path: '/authentications',
    body,
    card: { number: request.card_detail.number, securityCode },
    hashed: HASH_FIELDS.authentication(body),
    answer: authenticationResponseSchema,
  });
  if (response.status === 'CHALLENGE_REQUIRED') require(call, challengeResponseSchema, response);
  return checked(settings, call, response, request.server_trans_id, request.message_category);
}

/**
 * Returns a request with the two times of earlier logins as YYYYMMDDHHMMSS and as a date. The document has these forms
 * (3D Secure 2 Authentication Interface, Authentication request: optional fields). Both may be ISO date-times.
 */
function withDocumentTimes(request: AuthenticationRequestInput): AuthenticationRequestInput {
  const { payer_prior_three_ds_authentication_data: prior, payer_login_data: login } = request;
  const [priorTime, loginTime] = [prior, login].map((data) => parseIsoTimestamp(data?.authentication_timestamp ?? ''));
  return {
    ...request,
    ...(priorTime && {
      payer_prior_three_ds_authentication_data: { ...prior, authentication_timestamp: compactTimestamp(priorTime) },
    }),
    ...(loginTime && {
      payer_login_data: { ...login, authentication_timestamp: loginTime.toISOString().slice(0, 10) },
    }),
  };
}

/** GET /3ds2/authentications/{server_trans_id} (3D Secure 2 Authentication Interface, Endpoints). */
export async function readAuthentication(
  settings: GatewaySettings,
  serverTransId: string,
  { messageCategory = 'PAYMENT_AUTHENTICATION', ...options }: ReadAuthenticationOptions = {},
): Promise<AuthenticationAnswer> {
  const query = { merchant_id: settings.merchantId, request_timestamp: isoTimestamp(settings.now()) };
  const call = DATA_CALL;
  const response = await callJson(settings, {
    ...options,
    call,
    path: `/authentications/${encodeURIComponent(serverTransId)}`,
    query,
    hashed: HASH_FIELDS.authenticationData({ ...query, server_trans_id: serverTransId }),
    answer: authenticationResponseSchema,
  });
  return checked(settings, call, response, serverTransId, messageCategory);
}

/**
 * Checks that the answer is about this transaction, has the fields that its status requires, and has no critical
 * message extension that the merchant does not understand. The identifier is returned as the caller spelt it. Message
 * extensions that the merchant did not ask for are left out, because they may hold anything.
 */
function checked(
  { messageExtensions }: GatewaySettings,
  call: string,
  response: AuthenticationResponse,
  serverTransId: string,
  category: MessageCategory,
): AuthenticationAnswer {
  if (response.server_trans_id.toLowerCase() !== serverTransId.toLowerCase())
    throw badAnswer(call, 'server_trans_id', 'is another one');
  const unknown = (response.message_extension ?? []).find(
    ({ id, criticality_indicator }) =>
      /^(true|y|yes|1)$/i.test(criticality_indicator ?? '') && !messageExtensions.includes(id),
  );
  if (unknown) {
    const field = ['message_extension', withoutCardData(unknown.id)].filter(Boolean).join('.');
    throw badAnswer(call, field, 'is critical and not one of messageExtensions', { options: ['messageExtensions'] });
  }
  // EMV 3-D Secure makes both fields conditional for other categories, which no authorization follows.
  const isPayment = (response.message_category ?? category) === 'PAYMENT_AUTHENTICATION';
  if (response.status === 'AUTHENTICATION_SUCCESSFUL' && isPayment)
    require(call, authenticatedResponseSchema, response);
  const { message_extension: extensions = [], ...rest } = response;
  const known = extensions.filter(({ id }) => messageExtensions.includes(id));
  const answer = { ...rest, ...(known.length === 0 ? {} : { message_extension: known }) };
  return fromWire(authenticationResponseSchema, {
    ...answer,
    server_trans_id: serverTransId,
  });
}

function require(
  call: string,
  form: typeof authenticatedResponseSchema | typeof challengeResponseSchema,
  response: AuthenticationResponse,
): void {
  const { issues } = checkMessage(form, response);
  if (issues) throw new GatewayError({ kind: 'bad-answer', issues }, call);
}
