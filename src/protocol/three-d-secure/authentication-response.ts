import * as z from '../zod.js';
import { answerTextSchema, informational, MAX_ANSWER_TEXT } from '../values/answer-values.js';
import * as value from './three-d-secure-values.js';
import { transactionIdSchema } from '../values/identifiers.js';
import { safeAddressSchema } from '../values/web-address.js';
import { limitedText, textLike } from '../values/text.js';

/**
 * One or two digits. The document shows one (`5`), the real gateway sends two (`05`) and accepts them in the
 * authorization, so the value is passed on as it came (docs/reference/gateway.md#card-authorization-request).
 */
const eciSchema = z.pipe(
  answerTextSchema,
  textLike(2, /^\d{1,2}$/, 'an ECI of one or two digits'),
) as unknown as z.ZodMiniType<string, string>;
const base64urlSchema = textLike(MAX_ANSWER_TEXT, /^[\w+/=-]+$/, 'base64url');

/** An extension whose data only a party that knows it can read. */
const answeredExtensionSchema = z.object({
  name: z.optional(answerTextSchema),
  id: answerTextSchema,
  criticality_indicator: z.optional(answerTextSchema),
  data: z.optional(z.unknown()),
});

/**
 * One document for POST and GET authentications, of which the gateway fills different fields (3D Secure 2
 * Authentication Interface, Authentication response body; docs/reference/gateway.md#authentication-response). The two
 * forms below check the fields that a status requires. Only `status` is a closed enumeration, because a decision
 * depends on it.
 */
export const authenticationResponseSchema = z.object({
  server_trans_id: transactionIdSchema,
  acs_trans_id: z.optional(answerTextSchema),
  ds_trans_id: z.optional(answerTextSchema),
  authentication_value: z.optional(answerTextSchema),
  eci: z.optional(eciSchema),
  acs_rendering_type: z.optional(z.record(answerTextSchema, z.unknown())),
  status: value.authenticationStatusSchema,
  status_reason: z.optional(value.statusReasonSchema),
  authentication_source: z.optional(informational(...value.AUTHENTICATION_SOURCES)),
  message_category: z.optional(informational(...value.MESSAGE_CATEGORIES)),
  message_version: z.optional(answerTextSchema),
  message_extension: z.optional(z.array(answeredExtensionSchema)),
  acs_reference_number: z.optional(answerTextSchema),
  acs_info_indicator: z.optional(z.array(value.acsInfoIndicatorSchema)),
  whitelist_status: z.optional(informational(...value.WHITELIST_STATUSES)),
  cardholder_response_info: z.optional(answerTextSchema),
  authentication_type: z.optional(value.authenticationTypeSchema),
  challenge_mandated: z.optional(
    z.union([
      z.boolean(),
      z.pipe(
        textLike(5, /^(true|false)$/i, 'true or false'),
        z.transform((text) => text.toLowerCase() === 'true'),
      ),
    ]),
  ),
  challenge_request_url: z.optional(safeAddressSchema),
  encoded_creq: z.optional(base64urlSchema),
  decoupled_response_indicator: z.optional(value.decoupledResponseIndicatorSchema),
  eos_reason: z.optional(answerTextSchema),
});
export type AuthenticationResponse = z.output<typeof authenticationResponseSchema>;

/** The challenge form: the address of the ACS and the request to post there. */
export const challengeResponseSchema = z.object({
  ...authenticationResponseSchema.shape,
  status: z.literal('CHALLENGE_REQUIRED'),
  acs_trans_id: answerTextSchema,
  challenge_request_url: safeAddressSchema,
  encoded_creq: base64urlSchema,
});

/** The successful form: the fields that an authorization needs. */
export const authenticatedResponseSchema = z.object({
  ...authenticationResponseSchema.shape,
  status: z.enum(['AUTHENTICATION_SUCCESSFUL', 'AUTHENTICATION_ATTEMPTED_BUT_NOT_SUCCESSFUL']),
  eci: eciSchema,
  authentication_value: limitedText(MAX_ANSWER_TEXT).check(z.minLength(1)),
});
