import * as z from 'zod/mini';
import { currencyCode, minorUnits, withoutLeadingZeros } from '../values/amount.js';
import { browserData } from './browser-data.js';
import { paddedCount, stringBoolean, stringNumeric, twoDigitCount } from '../values/enumeration.js';
import * as value from './three-d-secure-values.js';
import { protocolVersion, transactionId } from '../values/identifiers.js';
import { accountId, cardNumber, date, dateTime, merchantId } from '../values/request-values.js';
import { safeAddress } from '../values/web-address.js';
import { compactDateTime, orderId } from '../values/xml-values.js';
import { limitedText, textLike } from '../values/text.js';
import { plainText } from '../values/plain-text.js';
import { MAX_EMAIL_LENGTH, isEmailAddress } from '../values/email-address.js';

/**
 * POST /3ds2/authentications (3D Secure 2 Authentication Interface, Authentication request body and Authentication
 * request: optional fields).
 */

export const email = limitedText(MAX_EMAIL_LENGTH, 'an e-mail address').check(
  z.refine(isEmailAddress, 'an e-mail address'),
);
const amount = z.pipe(minorUnits, z.transform(withoutLeadingZeros)) as unknown as z.ZodMiniType<string, string>;

/** Three digits (3D Secure 2 Authentication Interface, Resources and fields), checked by their form only. */
const country = stringNumeric(/^\d{3}$/, 'a numeric country code of three digits');
/** Two digits; Java and .NET clients send the month unpadded. */
const expiryMonth = z.pipe(
  z.transform((month: unknown) => (typeof month === 'string' && /^\d$/.test(month) ? `0${month}` : month)),
  textLike(2, /^(0[1-9]|1[0-2])$/, 'a month of two digits'),
) as unknown as z.ZodMiniType<string, string>;
const expiryYear = textLike(2, /^\d\d$/, 'a year of two digits');

export const phoneNumber = z.object({
  country_code: textLike(3, /^\d{1,3}$/, 'a calling code, digits only'),
  subscriber_number: textLike(15, /^\d{3,15}$/, 'a subscriber number, digits only'),
});

export const cardDetail = z.object({
  number: cardNumber,
  scheme: value.scheme,
  expiry_month: expiryMonth,
  expiry_year: expiryYear,
  full_name: plainText(45),
  first_name: z.optional(plainText(45)),
  last_name: z.optional(plainText(45)),
});

/** line2 and line3 may be blank. In the document's sample only the shipping address has a state. */
export const address = z.object({
  line1: plainText(50),
  line2: z.optional(plainText(50, 0)),
  line3: z.optional(plainText(50, 0)),
  city: plainText(50),
  postal_code: plainText(16),
  state: z.optional(plainText(3, 0)),
  country,
});
export type WireAddress = z.input<typeof address>;

export const orderDetail = z.object({
  date_time_created: dateTime,
  amount,
  currency: currencyCode,
  id: orderId,
  address_match_indicator: z.optional(stringBoolean),
  shipping_address: z.optional(address),
  gift_card_count: z.optional(twoDigitCount),
  gift_card_currency: z.optional(currencyCode),
  gift_card_amount: z.optional(amount),
  delivery_email: z.optional(email),
  delivery_timeframe: z.optional(value.deliveryTimeframe),
  shipping_method: z.optional(value.shippingMethod),
  shipping_name_matches_cardholder_name: z.optional(stringBoolean),
  preorder_indicator: z.optional(value.preorderIndicator),
  preorder_availability_date: z.optional(date),
  reorder_indicator: z.optional(value.reorderIndicator),
  transaction_type: z.optional(value.orderTransactionType),
});

export const payerDetail = z.object({
  email: z.optional(email),
  billing_address: z.optional(address),
  mobile_phone: z.optional(phoneNumber),
  home_phone: z.optional(phoneNumber),
  work_phone: z.optional(phoneNumber),
  id: z.optional(plainText(64)),
  account_age: z.optional(value.ageIndicator),
  account_change_indicator: z.optional(value.ageIndicator),
  account_password_change_indicator: z.optional(value.ageIndicator),
  payment_account_age_indicator: z.optional(value.ageIndicator),
  shipping_address_creation_indicator: z.optional(value.ageIndicator),
  account_creation_date: z.optional(date),
  account_change_date: z.optional(date),
  account_password_change_date: z.optional(date),
  payment_account_creation_date: z.optional(date),
  shipping_address_creation_date: z.optional(date),
  suspicious_account_activity: z.optional(value.suspiciousAccountActivity),
  purchase_count_last_6months: z.optional(paddedCount(4)),
  transaction_count_last_24hours: z.optional(paddedCount(3)),
  transaction_count_last_year: z.optional(paddedCount(3)),
  provision_attempt_count_last_24hours: z.optional(paddedCount(3)),
});
export type PayerDetail = z.input<typeof payerDetail>;

export const messageExtension = z.object({
  name: plainText(64),
  id: plainText(64),
  criticality_indicator: stringBoolean,
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
export const authenticationFields = z.object({
  request_timestamp: dateTime,
  authentication_source: value.authenticationSource,
  authentication_request_type: value.authenticationRequestType,
  message_category: value.messageCategory,
  message_version: protocolVersion,
  challenge_request_indicator: z.optional(value.challengeRequestIndicator),
  server_trans_id: transactionId,
  merchant_id: merchantId,
  account_id: z.optional(accountId),
  card_detail: cardDetail,
  order: orderDetail,
  currency_conversion: z.optional(z.object({ payer_amount: amount, payer_currency: currencyCode })),
  payer: z.optional(payerDetail),
  challenge_notification_url: z.optional(safeAddress),
  method_url_completion: z.optional(value.methodUrlCompletion),
  browser_data: z.optional(browserData),
  merchant_contact_url: z.optional(safeAddress),
  merchant_initiated_request_type: z.optional(value.merchantInitiatedRequestType),
  payer_prior_three_ds_authentication_data: z.optional(
    z.object({
      authentication_method: z.optional(value.priorAuthenticationMethod),
      acs_transaction_id: z.optional(plainText(36)),
      authentication_timestamp: z.optional(z.union([compactDateTime, dateTime])),
      authentication_data: z.optional(plainText(2048)),
    }),
  ),
  recurring_authorization_data: z.optional(
    z.object({
      max_number_of_instalments: z.optional(twoDigitCount),
      frequency: z.optional(stringNumeric(/^\d{1,4}$/, 'a number of days')),
      expiry_date: z.optional(date),
    }),
  ),
  payer_login_data: z.optional(
    z.object({
      authentication_data: z.optional(plainText(2048)),
      authentication_timestamp: z.optional(z.union([date, dateTime])),
      authentication_type: z.optional(value.payerLoginType),
    }),
  ),
  decouple_flow_request: z.optional(value.decoupleFlowRequest),
  decouple_flow_timeout: z.optional(stringNumeric(/^\d{1,5}$/, 'a number')),
  decoupled_notification_url: z.optional(safeAddress),
  whitelist_status: z.optional(value.whitelistStatus),
  message_extension: z.optional(z.array(messageExtension).check(z.maxLength(10, 'a list of at most 10 extensions'))),
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

export const authenticationRequest = z.pipe(
  z.transform(documentSpelling),
  authenticationFields.check((context) => {
    const body = context.value;
    if (body.authentication_source !== 'BROWSER') return;
    const missing = (path: string[]) =>
      context.issues.push({ code: 'custom', path, message: 'is missing', input: undefined });
    for (const field of browserFields) if (body[field] === undefined) missing([field]);
    const { mobile_phone, home_phone, work_phone } = body.payer ?? {};
    if (!mobile_phone && !home_phone && !work_phone) missing(['payer', 'mobile_phone']);
  }),
) as unknown as z.ZodMiniType<AuthenticationRequest, AuthenticationRequestInput>;
export type AuthenticationRequest = z.output<typeof authenticationFields>;
export type AuthenticationRequestInput = z.input<typeof authenticationFields>;
