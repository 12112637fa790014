import { informational } from '../values/answer-values.js';
import { enumeration } from '../values/enumeration.js';

/**
 * Every enumeration of the 3-D Secure interface with all known values (docs/reference/gateway.md#enumerations).
 * Aliases are spellings that clients of the real gateway send.
 */
export const SCHEMES = ['VISA', 'MASTERCARD', 'AMEX', 'DINERS', 'DISCOVER', 'JCB'] as const;
export const schemeSchema = enumeration(SCHEMES, { MC: 'MASTERCARD', DINERSCLUB: 'DINERS' });

export const COLOR_DEPTHS = [
  'ONE_BIT',
  'TWO_BITS',
  'FOUR_BITS',
  'EIGHT_BITS',
  'FIFTEEN_BITS',
  'SIXTEEN_BITS',
  'TWENTY_FOUR_BITS',
  'THIRTY_TWO_BITS',
  'FORTY_EIGHT_BITS',
] as const;
export const colorDepthSchema = enumeration(COLOR_DEPTHS);
export type ColorDepth = (typeof COLOR_DEPTHS)[number];

/** In EMV's order 01 to 05; the name says width x height. */
export const CHALLENGE_WINDOW_SIZES = [
  'WINDOWED_250X400',
  'WINDOWED_390X400',
  'WINDOWED_500X600',
  'WINDOWED_600X400',
  'FULL_SCREEN',
] as const;
export const challengeWindowSizeSchema = enumeration(CHALLENGE_WINDOW_SIZES);
export type ChallengeWindowSize = (typeof CHALLENGE_WINDOW_SIZES)[number];

export const METHOD_URL_COMPLETIONS = ['YES', 'NO', 'UNAVAILABLE'] as const;
export const methodUrlCompletionSchema = enumeration(METHOD_URL_COMPLETIONS);
export type MethodUrlCompletion = (typeof METHOD_URL_COMPLETIONS)[number];

/** In EMV's order 01 to 09. */
export const CHALLENGE_REQUEST_INDICATORS = [
  'NO_PREFERENCE',
  'NO_CHALLENGE_REQUESTED',
  'CHALLENGE_PREFERRED',
  'CHALLENGE_MANDATED',
  'NO_CHALLENGE_REQUESTED_TRANSACTION_RISK_ANALYSIS_PERFORMED',
  'NO_CHALLENGE_REQUESTED_DATA_SHARE_ONLY',
  'NO_CHALLENGE_REQUESTED_SCA_ALREADY_PERFORMED',
  'NO_CHALLENGE_REQUESTED_WHITELIST',
  'CHALLENGE_REQUESTED_PROMPT_FOR_WHITELIST',
] as const;
export const challengeRequestIndicatorSchema = enumeration(CHALLENGE_REQUEST_INDICATORS);
export type ChallengeRequestIndicator = (typeof CHALLENGE_REQUEST_INDICATORS)[number];

export const AUTHENTICATION_SOURCES = ['BROWSER', 'STORED_RECURRING', 'MOBILE_SDK', 'MERCHANT_INITIATED'] as const;
export const authenticationSourceSchema = enumeration(AUTHENTICATION_SOURCES);

export const AUTHENTICATION_REQUEST_TYPES = [
  'PAYMENT_TRANSACTION',
  'RECURRING_TRANSACTION',
  'INSTALMENT_TRANSACTION',
  'ADD_CARD',
  'MAINTAIN_CARD',
  'CARDHOLDER_VERIFICATION',
] as const;
export const authenticationRequestTypeSchema = enumeration(AUTHENTICATION_REQUEST_TYPES, {
  INSTALLMENT_TRANSACTION: 'INSTALMENT_TRANSACTION',
});

export const MESSAGE_CATEGORIES = ['PAYMENT_AUTHENTICATION', 'NON_PAYMENT_AUTHENTICATION'] as const;
export const messageCategorySchema = enumeration(MESSAGE_CATEGORIES);

export const MERCHANT_INITIATED_REQUEST_TYPES = [
  'RECURRING_TRANSACTION',
  'INSTALLMENT_TRANSACTION',
  'ADD_CARD',
  'MAINTAIN_CARD_INFORMATION',
  'ACCOUNT_VERIFICATION',
  'SPLIT_OR_DELAYED_SHIPMENT',
  'TOP_UP',
  'MAIL_ORDER',
  'TELEPHONE_ORDER',
  'WHITELIST_STATUS_CHECK',
  'OTHER_PAYMENT',
  'BILLING_AGREEMENT',
] as const;
export const merchantInitiatedRequestTypeSchema = enumeration(MERCHANT_INITIATED_REQUEST_TYPES, {
  INSTALMENT_TRANSACTION: 'INSTALLMENT_TRANSACTION',
});

/** The transaction status; EMV's letters are Y A N U R C D I in this order. */
export const AUTHENTICATION_STATUSES = [
  'AUTHENTICATION_SUCCESSFUL',
  'AUTHENTICATION_ATTEMPTED_BUT_NOT_SUCCESSFUL',
  'AUTHENTICATION_FAILED',
  'AUTHENTICATION_COULD_NOT_BE_PERFORMED',
  'AUTHENTICATION_ISSUER_REJECTED',
  'CHALLENGE_REQUIRED',
  'DECOUPLED_AUTHENTICATION_CONFIRMED',
  'CHALLENGE_PREFERENCE_ACKNOWLEDGED_INFORMATIONAL_ONLY',
] as const;
export const authenticationStatusSchema = enumeration(AUTHENTICATION_STATUSES);
export type AuthenticationStatus = (typeof AUTHENTICATION_STATUSES)[number];

/** EMV 01 to 21 in this order; the gateway's names for 22 to 26 are not published. */
export const STATUS_REASONS = [
  'CARD_AUTHENTICATION_FAILED',
  'UNKNOWN_DEVICE',
  'UNSUPPORTED_DEVICE',
  'EXCEEDS_AUTHENTICATION_FREQUENCY_LIMIT',
  'EXPIRED_CARD',
  'INVALID_CARD_NUMBER',
  'INVALID_TRANSACTION',
  'NO_CARD_RECORD',
  'SECURITY_FAILURE',
  'STOLEN_CARD',
  'SUSPECTED_FRAUD',
  'TRANSACTION_NOT_PERMITTED_TO_CARDHOLDER',
  'CARDHOLDER_NOT_ENROLLED_IN_SERVICE',
  'TRANSACTION_TIMED_OUT_AT_THE_ACS',
  'LOW_CONFIDENCE',
  'MEDIUM_CONFIDENCE',
  'HIGH_CONFIDENCE',
  'VERY_HIGH_CONFIDENCE',
  'EXCEEDS_ACS_MAXIMUM_CHALLENGES',
  'NON_PAYMENT_TRANSACTION_NOT_SUPPORTED',
  'THREERI_TRANSACTION_NOT_SUPPORTED',
] as const;
export const statusReasonSchema = informational(...STATUS_REASONS);

export const authenticationTypeSchema = informational(
  'STATIC_CHALLENGE',
  'DYNAMIC_CHALLENGE',
  'OUT_OF_BAND_CHALLENGE',
  'DECOUPLED_CHALLENGE',
);
export const decoupledResponseIndicatorSchema = informational(
  'DECOUPLED_AUTHENTICATION_NOT_UTILISED',
  'DECOUPLED_AUTHENTICATION_UTILISED',
);
export const acsInfoIndicatorSchema = informational('NOT_AVAILABLE');

export const DECOUPLE_FLOW_REQUESTS = ['DECOUPLED_PREFERRED', 'DO_NOT_USE_DECOUPLED'] as const;
export const decoupleFlowRequestSchema = enumeration(DECOUPLE_FLOW_REQUESTS);

export const WHITELIST_STATUSES = [
  'WHITELISTED',
  'NOT_WHITELISTED',
  'NOT_ELIGIBLE',
  'PENDING_CARDHOLDER_CONFIRMATION',
  'REJECTED',
  'UNKNOWN',
] as const;
/** SDK builders of the real gateway send TRUE and FALSE. */
export const whitelistStatusSchema = enumeration(WHITELIST_STATUSES, { TRUE: 'WHITELISTED', FALSE: 'NOT_WHITELISTED' });

export const EXEMPT_STATUSES = [
  'LOW_VALUE',
  'TRANSACTION_RISK_ANALYSIS',
  'TRUSTED_MERCHANT',
  'SECURE_CORPORATE_PAYMENT',
  'SCA_DELEGATION',
] as const;
export const exemptStatusSchema = enumeration(EXEMPT_STATUSES);
export type ExemptStatus = (typeof EXEMPT_STATUSES)[number];

const AGES = [
  'NO_ACCOUNT',
  'NO_CHANGE',
  'THIS_TRANSACTION',
  'LESS_THAN_THIRTY_DAYS',
  'THIRTY_TO_SIXTY_DAYS',
  'MORE_THAN_SIXTY_DAYS',
] as const;
/** Account ages and change indicators share one list. */
export const ageIndicatorSchema = enumeration(AGES, { MORE_THEN_SIXTY_DAYS: 'MORE_THAN_SIXTY_DAYS' });

export const deliveryTimeframeSchema = enumeration([
  'ELECTRONIC_DELIVERY',
  'SAME_DAY',
  'OVERNIGHT',
  'TWO_DAYS_OR_MORE',
]);
export const shippingMethodSchema = enumeration([
  'BILLING_ADDRESS',
  'ANOTHER_VERIFIED_ADDRESS',
  'UNVERIFIED_ADDRESS',
  'SHIP_TO_STORE',
  'DIGITAL_GOODS',
  'TRAVEL_AND_EVENT_TICKETS',
  'OTHER',
]);
export const preorderIndicatorSchema = enumeration(['MERCHANDISE_AVAILABLE', 'FUTURE_AVAILABILITY']);
export const reorderIndicatorSchema = enumeration(['FIRST_TIME_ORDER', 'REORDER']);
export const orderTransactionTypeSchema = enumeration([
  'GOODS_SERVICE_PURCHASE',
  'CHECK_ACCEPTANCE',
  'ACCOUNT_FUNDING',
  'QUASI_CASH_TRANSACTION',
  'PREPAID_ACTIVATION_AND_LOAD',
]);
export const priorAuthenticationMethodSchema = enumeration([
  'FRICTIONLESS_AUTHENTICATION',
  'CHALLENGE_OCCURRED',
  'AVS_VERIFIED',
  'OTHER_ISSUER_METHOD',
]);
export const payerLoginTypeSchema = enumeration([
  'NOT_AUTHENTICATED',
  'MERCHANT_SYSTEM_AUTHENTICATION',
  'FEDERATED_ID_AUTHENTICATION',
  'ISSUER_CREDENTIAL_AUTHENTICATION',
  'THIRD_PARTY_AUTHENTICATION',
  'FIDO_AUTHENTICATION',
]);
export const suspiciousAccountActivitySchema = enumeration(['SUSPICIOUS_ACTIVITY', 'NO_SUSPICIOUS_ACTIVITY']);

/** EMV's letters of the transaction status, as in a CRes. */
export const TRANSACTION_STATUSES = ['Y', 'N', 'U', 'A', 'C', 'D', 'R', 'I'] as const;
export const transactionStatusSchema = enumeration(TRANSACTION_STATUSES);
