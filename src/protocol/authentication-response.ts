import * as z from 'zod/mini';
import { messageExtension } from './authentication-request.js';
import * as value from './three-d-secure-values.js';
import { transactionId } from './identifiers.js';
import { safeAddress } from './web-address.js';

const eci = z.string().check(z.regex(/^\d{1,2}$/, 'an ECI of one or two digits'));
const base64url = z.string().check(z.regex(/^[A-Za-z0-9_+/=-]+$/, 'base64url'));

/**
 * One document for POST and GET authentications, of which different subsets are filled
 * (spec: Authentication response body; gateway facts 1.6). What each status must bring is
 * checked by the two forms below.
 */
export const authenticationResponse = z.object({
  server_trans_id: transactionId,
  acs_trans_id: z.optional(z.string()),
  ds_trans_id: z.optional(z.string()),
  authentication_value: z.optional(z.string()),
  eci: z.optional(eci),
  acs_rendering_type: z.optional(z.record(z.string(), z.unknown())),
  status: value.authenticationStatus,
  status_reason: z.optional(value.statusReason),
  authentication_source: z.optional(value.authenticationSource),
  message_category: z.optional(value.messageCategory),
  message_version: z.optional(z.string()),
  message_extension: z.optional(z.array(messageExtension)),
  acs_reference_number: z.optional(z.string()),
  acs_info_indicator: z.optional(z.array(value.acsInfoIndicator)),
  whitelist_status: z.optional(value.whitelistStatus),
  cardholder_response_info: z.optional(z.string()),
  authentication_type: z.optional(value.authenticationType),
  challenge_mandated: z.optional(
    z.union([
      z.boolean(),
      z.pipe(
        z.enum(['true', 'false']),
        z.transform((text) => text === 'true'),
      ),
    ]),
  ),
  challenge_request_url: z.optional(safeAddress),
  encoded_creq: z.optional(base64url),
  decoupled_response_indicator: z.optional(value.decoupledResponseIndicator),
  eos_reason: z.optional(z.string()),
});
export type AuthenticationResponse = z.output<typeof authenticationResponse>;

/** The challenge form: an ACS address and the request to post there. */
export const challengeResponse = z.object({
  ...authenticationResponse.shape,
  status: z.literal('CHALLENGE_REQUIRED'),
  acs_trans_id: z.string(),
  challenge_request_url: safeAddress,
  encoded_creq: base64url,
});
export type ChallengeResponse = z.output<typeof challengeResponse>;

/** The successful form: what an authorization needs. */
export const authenticatedResponse = z.object({
  ...authenticationResponse.shape,
  status: z.enum(['AUTHENTICATION_SUCCESSFUL', 'AUTHENTICATION_ATTEMPTED_BUT_NOT_SUCCESSFUL']),
  eci,
  authentication_value: z.string().check(z.minLength(1)),
});
export type AuthenticatedResponse = z.output<typeof authenticatedResponse>;
