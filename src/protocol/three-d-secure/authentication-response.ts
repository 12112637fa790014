import * as z from 'zod/mini';
import { answerText, informational, MAX_ANSWER_TEXT } from '../values/answer-values.js';
import * as value from './three-d-secure-values.js';
import { transactionId } from '../values/identifiers.js';
import { safeAddress } from '../values/web-address.js';
import { limitedText, textLike } from '../values/text.js';

/**
 * One or two digits. The document shows one (`5`), the real gateway sends two (`05`) and accepts them in the
 * authorization, so the value is passed on as it came (docs/reference/gateway.md#card-authorization-request).
 */
const eci = z.pipe(answerText, textLike(2, /^\d{1,2}$/, 'an ECI of one or two digits')) as unknown as z.ZodMiniType<
  string,
  string
>;
const base64url = textLike(MAX_ANSWER_TEXT, /^[\w+/=-]+$/, 'base64url');

/** An extension whose data only a party that knows it can read. */
const answeredExtension = z.object({
  name: z.optional(answerText),
  id: answerText,
  criticality_indicator: z.optional(answerText),
  data: z.optional(z.unknown()),
});

/**
 * One document for POST and GET authentications, of which the gateway fills different fields (3D Secure 2
 * Authentication Interface, Authentication response body; docs/reference/gateway.md#authentication-response). The two
 * forms below check the fields that a status requires. Only `status` is a closed enumeration, because a decision
 * depends on it.
 */
export const authenticationResponse = z.object({
  server_trans_id: transactionId,
  acs_trans_id: z.optional(answerText),
  ds_trans_id: z.optional(answerText),
  authentication_value: z.optional(answerText),
  eci: z.optional(eci),
  acs_rendering_type: z.optional(z.record(answerText, z.unknown())),
  status: value.authenticationStatus,
  status_reason: z.optional(value.statusReason),
  authentication_source: z.optional(informational(...value.AUTHENTICATION_SOURCES)),
  message_category: z.optional(informational(...value.MESSAGE_CATEGORIES)),
  message_version: z.optional(answerText),
  message_extension: z.optional(z.array(answeredExtension)),
  acs_reference_number: z.optional(answerText),
  acs_info_indicator: z.optional(z.array(value.acsInfoIndicator)),
  whitelist_status: z.optional(informational(...value.WHITELIST_STATUSES)),
  cardholder_response_info: z.optional(answerText),
  authentication_type: z.optional(value.authenticationType),
  challenge_mandated: z.optional(
    z.union([
      z.boolean(),
      z.pipe(
        textLike(5, /^(true|false)$/i, 'true or false'),
        z.transform((text) => text.toLowerCase() === 'true'),
      ),
    ]),
  ),
  challenge_request_url: z.optional(safeAddress),
  encoded_creq: z.optional(base64url),
  decoupled_response_indicator: z.optional(value.decoupledResponseIndicator),
  eos_reason: z.optional(answerText),
});
export type AuthenticationResponse = z.output<typeof authenticationResponse>;

/** The challenge form: the address of the ACS and the request to post there. */
export const challengeResponse = z.object({
  ...authenticationResponse.shape,
  status: z.literal('CHALLENGE_REQUIRED'),
  acs_trans_id: answerText,
  challenge_request_url: safeAddress,
  encoded_creq: base64url,
});

/** The successful form: the fields that an authorization needs. */
export const authenticatedResponse = z.object({
  ...authenticationResponse.shape,
  status: z.enum(['AUTHENTICATION_SUCCESSFUL', 'AUTHENTICATION_ATTEMPTED_BUT_NOT_SUCCESSFUL']),
  eci,
  authentication_value: limitedText(MAX_ANSWER_TEXT).check(z.minLength(1)),
});
