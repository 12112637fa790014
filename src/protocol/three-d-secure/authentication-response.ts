import * as z from '../zod.js';
import {
  answeredBooleanSchema,
  answerBase64Schema,
  answerList,
  answerTextSchema,
  informational,
  orAbsent,
  orListOfOne,
  shownTextSchema,
} from '../values/answer-values.js';
import * as value from './three-d-secure-values.js';
import { transactionIdSchema } from '../values/identifiers.js';
import { safeAddressSchema } from '../values/web-address.js';
import { limitedText, textLike } from '../values/text.js';

/**
 * One or two digits. The document shows one (`5`). The real gateway sends two (`05`) and accepts them in the
 * authorization. So the value is passed on as it came (docs/reference/gateway.md#card-authorization-request).
 */
const eciSchema = z.pipe(
  answerTextSchema,
  textLike(2, /^\d{1,2}$/, 'an ECI of one or two digits'),
) as unknown as z.ZodMiniType<string, string>;

/** Base64 of the scheme. A writer may wrap it into lines. */
const authenticationValueSchema = z.pipe(
  z.transform((value: unknown) => (typeof value === 'string' ? value.replaceAll(/\s/g, '') : value)),
  limitedText(2048).check(z.minLength(1)),
) as unknown as z.ZodMiniType<string, string>;

/** An identifier that the authorization repeats, a UUID in EMV 3-D Secure. A card number is none. */
const referenceSchema = textLike(100, /^(?!\d+$)[\w-]+$/, 'an identifier');

/** An extension whose data only a party that knows it can read. Without an identifier only a critical one counts. */
const answeredExtensionSchema = z.object({
  name: orAbsent(answerTextSchema),
  id: z.catch(answerTextSchema, ''),
  /** In another shape it counts as critical: what cannot be read may change the meaning of the answer. */
  criticality_indicator: z.optional(z.catch(answerTextSchema, 'true')),
  data: z.optional(z.unknown()),
});

/**
 * One document for POST and GET authentications, of which the gateway fills different fields. Its sources are 3D Secure
 * 2 Authentication Interface, Authentication response body, and docs/reference/gateway.md#authentication-response. The
 * two forms below check the fields that a status requires. Only `server_trans_id` and `status` must be there, because a
 * decision depends on them. Every other field of another shape counts as absent.
 */
export const authenticationResponseSchema = z.object({
  server_trans_id: transactionIdSchema,
  acs_trans_id: orAbsent(transactionIdSchema),
  ds_trans_id: orAbsent(referenceSchema),
  authentication_value: orAbsent(orListOfOne(authenticationValueSchema)),
  eci: orAbsent(orListOfOne(eciSchema)),
  acs_rendering_type: orAbsent(
    z.object({ acs_interface: orAbsent(answerTextSchema), acs_ui_template: orAbsent(answerTextSchema) }),
  ),
  status: value.authenticationStatusSchema,
  status_reason: orAbsent(value.statusReasonSchema),
  authentication_source: orAbsent(informational(...value.AUTHENTICATION_SOURCES)),
  message_category: orAbsent(value.messageCategorySchema),
  message_version: orAbsent(answerTextSchema),
  message_extension: orAbsent(answerList(answeredExtensionSchema)),
  acs_reference_number: orAbsent(answerTextSchema),
  acs_info_indicator: orAbsent(answerList(value.acsInfoIndicatorSchema)),
  whitelist_status: orAbsent(informational(...value.WHITELIST_STATUSES)),
  cardholder_response_info: orAbsent(shownTextSchema),
  authentication_type: orAbsent(value.authenticationTypeSchema),
  challenge_mandated: orAbsent(answeredBooleanSchema),
  challenge_request_url: orAbsent(orListOfOne(safeAddressSchema)),
  encoded_creq: orAbsent(orListOfOne(answerBase64Schema)),
  decoupled_response_indicator: orAbsent(value.decoupledResponseIndicatorSchema),
  eos_reason: orAbsent(answerTextSchema),
});
export type AuthenticationResponse = z.output<typeof authenticationResponseSchema>;

/** The challenge form: the address of the ACS and the request to post there. */
export const challengeResponseSchema = z.object({
  ...authenticationResponseSchema.shape,
  status: z.literal('CHALLENGE_REQUIRED'),
  challenge_request_url: safeAddressSchema,
  encoded_creq: answerBase64Schema,
});

/** The successful form: the fields that an authorization needs. */
export const authenticatedResponseSchema = z.object({
  ...authenticationResponseSchema.shape,
  status: z.enum(['AUTHENTICATION_SUCCESSFUL', 'AUTHENTICATION_ATTEMPTED_BUT_NOT_SUCCESSFUL']),
  eci: eciSchema,
  authentication_value: authenticationValueSchema,
});
