import * as z from '../zod.js';
import { currencyCodeSchema, minorUnitsSchema, withoutLeadingZeros } from '../values/amount.js';
import { browserDataSchema } from './browser-data.js';
import { paddedCount, stringBooleanSchema, stringNumeric, twoDigitCountSchema } from '../values/enumeration.js';
import * as value from './three-d-secure-values.js';
import { protocolVersionSchema, transactionIdSchema } from '../values/identifiers.js';
import {
  accountIdSchema,
  cardNumberSchema,
  dateSchema,
  dateTimeSchema,
  merchantIdSchema,
} from '../values/request-values.js';
import { safeAddressSchema } from '../values/web-address.js';
import { compactDateTimeSchema, orderIdSchema } from '../values/xml-values.js';
import { limitedText, textLike } from '../values/text.js';
import { cleanText } from '../values/clean-text.js';
import { cleaned, personDigits, personText, plainText } from '../values/plain-text.js';
import { MAX_EMAIL_LENGTH, isEmailAddress } from '../values/email-address.js';

/**
 * POST /3ds2/authentications (3D Secure 2 Authentication Interface, Authentication request body and Authentication
 * request: optional fields).
 */

export const emailSchema = cleaned(
  cleanText,
  limitedText(MAX_EMAIL_LENGTH, 'an e-mail address').check(z.refine(isEmailAddress, 'an e-mail address')),
);
const amountSchema = z.pipe(minorUnitsSchema, z.transform(withoutLeadingZeros)) as unknown as z.ZodMiniType<
  string,
  string
>;

/** Three digits (3D Secure 2 Authentication Interface, Resources and fields), checked by their form only. */
const countrySchema = stringNumeric(/^\d{3}$/, 'a numeric country code of three digits');
/** Two digits; Java and .NET clients send the month unpadded. */
const expiryMonthSchema = z.pipe(
  z.transform((month: unknown) => (typeof month === 'string' && /^\d$/.test(month) ? `0${month}` : month)),
  textLike(2, /^(0[1-9]|1[0-2])$/, 'a month of two digits'),
) as unknown as z.ZodMiniType<string, string>;
const expiryYearSchema = textLike(2, /^\d\d$/, 'a year of two digits');

export const phoneNumberSchema = z.object({
  country_code: personDigits(textLike(3, /^\d{1,3}$/, 'a calling code, digits only')),
  subscriber_number: personDigits(textLike(15, /^\d{3,15}$/, 'a subscriber number, digits only')),
});

export const cardDetailSchema = z.object({
  number: cardNumberSchema,
  scheme: value.schemeSchema,
  expiry_month: expiryMonthSchema,
  expiry_year: expiryYearSchema,
  full_name: personText(45),
  first_name: z.optional(personText(45)),
  last_name: z.optional(personText(45)),
});

/**
 * line2 and line3 may be blank, and countries without postcodes exist. In the document's sample only the shipping
 * address has a state.
 */
export const addressSchema = z.object({
  line1: personText(50),
  line2: z.optional(personText(50, 0)),
  line3: z.optional(personText(50, 0)),
  city: personText(50),
  postal_code: z.optional(personText(16)),
  state: z.optional(personText(3, 0)),
  country: countrySchema,
});
export type WireAddress = z.input<typeof addressSchema>;

export const orderDetailSchema = z.object({
  date_time_created: dateTimeSchema,
  amount: amountSchema,
  currency: currencyCodeSchema,
  id: orderIdSchema,
  address_match_indicator: z.optional(stringBooleanSchema),
  shipping_address: z.optional(addressSchema),
  gift_card_count: z.optional(twoDigitCountSchema),
  gift_card_currency: z.optional(currencyCodeSchema),
  gift_card_amount: z.optional(amountSchema),
  delivery_email: z.optional(emailSchema),
  delivery_timeframe: z.optional(value.deliveryTimeframeSchema),
  shipping_method: z.optional(value.shippingMethodSchema),
  shipping_name_matches_cardholder_name: z.optional(stringBooleanSchema),
  preorder_indicator: z.optional(value.preorderIndicatorSchema),
  preorder_availability_date: z.optional(dateSchema),
  reorder_indicator: z.optional(value.reorderIndicatorSchema),
  transaction_type: z.optional(value.orderTransactionTypeSchema),
});

export const payerDetailSchema = z.object({
  email: z.optional(emailSchema),
  billing_address: z.optional(addressSchema),
  mobile_phone: z.optional(phoneNumberSchema),
  home_phone: z.optional(phoneNumberSchema),
  work_phone: z.optional(phoneNumberSchema),
  id: z.optional(plainText(64)),
  account_age: z.optional(value.ageIndicatorSchema),
  account_change_indicator: z.optional(value.ageIndicatorSchema),
  account_password_change_indicator: z.optional(value.ageIndicatorSchema),
  payment_account_age_indicator: z.optional(value.ageIndicatorSchema),
  shipping_address_creation_indicator: z.optional(value.ageIndicatorSchema),
  account_creation_date: z.optional(dateSchema),
  account_change_date: z.optional(dateSchema),
  account_password_change_date: z.optional(dateSchema),
  payment_account_creation_date: z.optional(dateSchema),
  shipping_address_creation_date: z.optional(dateSchema),
  suspicious_account_activity: z.optional(value.suspiciousAccountActivitySchema),
  purchase_count_last_6months: z.optional(paddedCount(4)),
  transaction_count_last_24hours: z.optional(paddedCount(3)),
  transaction_count_last_year: z.optional(paddedCount(3)),
  provision_attempt_count_last_24hours: z.optional(paddedCount(3)),
});
export type PayerDetail = z.input<typeof payerDetailSchema>;

export const messageExtensionSchema = z.object({
  name: plainText(64),
  id: plainText(64),
  criticality_indicator: stringBooleanSchema,
  /** Keyed by the extension's id. */
  data: z.record(plainText(64), z.unknown()),
});

/** SDKs spell these `decoupled_…` and the document `decouple_…`: both are accepted, the document's spelling is sent. */
function documentSpelling(body: unknown): unknown {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body;
  const { decoupled_flow_request: request, decoupled_flow_timeout: timeout, ...rest } = body as Record<string, unknown>;
  return {
    ...rest,
    ...(request === undefined ? {} : { decouple_flow_request: request === false ? 'DO_NOT_USE_DECOUPLED' : request }),
    ...(timeout === undefined ? {} : { decouple_flow_timeout: timeout }),
    // PHP clients send an empty list where the object would be empty.
    ...(Array.isArray(rest['payer']) && rest['payer'].length === 0 ? { payer: {} } : {}),
  };
}

/** The fields without the rules between them, for schemas that use some of them. */
export const authenticationFieldsSchema = z.object({
  request_timestamp: dateTimeSchema,
  authentication_source: value.authenticationSourceSchema,
  authentication_request_type: value.authenticationRequestTypeSchema,
  message_category: value.messageCategorySchema,
  message_version: protocolVersionSchema,
  challenge_request_indicator: z.optional(value.challengeRequestIndicatorSchema),
  server_trans_id: transactionIdSchema,
  merchant_id: merchantIdSchema,
  account_id: z.optional(accountIdSchema),
  card_detail: cardDetailSchema,
  order: orderDetailSchema,
  currency_conversion: z.optional(z.object({ payer_amount: amountSchema, payer_currency: currencyCodeSchema })),
  payer: z.optional(payerDetailSchema),
  challenge_notification_url: z.optional(safeAddressSchema),
  method_url_completion: z.optional(value.methodUrlCompletionSchema),
  browser_data: z.optional(browserDataSchema),
  merchant_contact_url: z.optional(safeAddressSchema),
  merchant_initiated_request_type: z.optional(value.merchantInitiatedRequestTypeSchema),
  payer_prior_three_ds_authentication_data: z.optional(
    z.object({
      authentication_method: z.optional(value.priorAuthenticationMethodSchema),
      acs_transaction_id: z.optional(plainText(36)),
      authentication_timestamp: z.optional(z.union([compactDateTimeSchema, dateTimeSchema])),
      authentication_data: z.optional(plainText(2048)),
    }),
  ),
  recurring_authorization_data: z.optional(
    z.object({
      max_number_of_instalments: z.optional(twoDigitCountSchema),
      frequency: z.optional(stringNumeric(/^\d{1,4}$/, 'a number of days')),
      expiry_date: z.optional(dateSchema),
    }),
  ),
  payer_login_data: z.optional(
    z.object({
      authentication_data: z.optional(plainText(2048)),
      authentication_timestamp: z.optional(z.union([dateSchema, dateTimeSchema])),
      authentication_type: z.optional(value.payerLoginTypeSchema),
    }),
  ),
  decouple_flow_request: z.optional(value.decoupleFlowRequestSchema),
  decouple_flow_timeout: z.optional(stringNumeric(/^\d{1,5}$/, 'a number')),
  decoupled_notification_url: z.optional(safeAddressSchema),
  whitelist_status: z.optional(value.whitelistStatusSchema),
  message_extension: z.optional(
    z.array(messageExtensionSchema).check(z.maxLength(10, 'a list of at most 10 extensions')),
  ),
});

/**
 * Fields that are mandatory with a browser, together with at least one phone number of the payer (3D Secure 2
 * Authentication Interface, Authentication request body).
 */
const browserFields = [
  'challenge_notification_url',
  'method_url_completion',
  'browser_data',
  'merchant_contact_url',
] as const;

export const authenticationRequestSchema = z.pipe(
  z.transform(documentSpelling),
  authenticationFieldsSchema.check((context) => {
    const body = context.value;
    if (body.authentication_source !== 'BROWSER') return;
    const missing = (path: string[]) =>
      context.issues.push({ code: 'custom', path, message: 'is missing', input: undefined });
    for (const field of browserFields) if (body[field] === undefined) missing([field]);
    const { mobile_phone, home_phone, work_phone } = body.payer ?? {};
    if (!mobile_phone && !home_phone && !work_phone) missing(['payer', 'mobile_phone']);
  }),
) as unknown as z.ZodMiniType<AuthenticationRequest, AuthenticationRequestInput>;
export type AuthenticationRequest = z.output<typeof authenticationFieldsSchema>;
export type AuthenticationRequestInput = z.input<typeof authenticationFieldsSchema>;
