import { HASH_FIELDS, type HashedFields } from '../../protocol/values/securehash.js';

/** The fields of an answer of the XML interface that may be part of its hash. */
export interface AnswerFields {
  readonly timestamp: string;
  readonly merchantid: string;
  readonly account: string;
  readonly orderid: string;
  readonly result: string;
  readonly message: string;
  readonly pasref: string;
  readonly authcode: string;
  readonly paymentmethod: string | undefined;
}

type Fields<Key extends keyof typeof HASH_FIELDS> = (message: Parameters<(typeof HASH_FIELDS)[Key]>[0]) => HashedFields;

/**
 * Hashed fields that no document and no vector shows. Each function returns the values in their order; undefined is an
 * empty slot (docs/reference/gateway.md#unknowns).
 */
export interface HashFields {
  /** The hashed fields of the authentication search. */
  readonly authenticationSearch: Fields<'authenticationSearch'>;
  /** The hashed fields of the answer to a payment-set. */
  readonly paymentSetAnswer: (answer: AnswerFields) => HashedFields;
  /** The hashed fields of the answer to a payment-credit. */
  readonly paymentCreditAnswer: (answer: AnswerFields) => HashedFields;
  /** The hashed fields of a request for the payments report. */
  readonly paymentReport: Fields<'paymentReport'>;
  /** The hashed fields of a request for the refunds report. */
  readonly refundReport: Fields<'refundReport'>;
}

export const DEFAULT_HASH_FIELDS: HashFields = {
  authenticationSearch: HASH_FIELDS.authenticationSearch,
  paymentSetAnswer: HASH_FIELDS.paymentMethodResult,
  paymentCreditAnswer: HASH_FIELDS.paymentMethodResult,
  paymentReport: HASH_FIELDS.paymentReport,
  refundReport: HASH_FIELDS.refundReport,
};

/**
 * Names on the wire that no document shows, or that public sources spell otherwise
 * (docs/reference/gateway.md#unknowns).
 */
export interface GatewayNames {
  /** The element of a payment-set answer that holds the redirect URL, as a path with dots. */
  readonly redirectUrl: string;
  /** The payment report's parameter for the transaction. Published clients send `obTransId`. */
  readonly merchantTransactionId: string;
  /** The refund report's parameter for the refund. */
  readonly merchantRefundId: string;
  /** The list of records in the payments report. */
  readonly payments: string;
  /** The list of records in the refunds report. */
  readonly refunds: string;
  /** The filter of the authentication search by the first digits of the card number. */
  readonly bin: string;
  /** The filter of the authentication search by the directory server's transaction identifier. */
  readonly dsTransId: string;
  /** The filter of the authentication search by the order id. */
  readonly orderId: string;
  /** The number of the page of the authentication search. */
  readonly pageNumber: string;
  /** The number of records on a page of the authentication search. */
  readonly pageSize: string;
}

export const DEFAULT_NAMES: GatewayNames = {
  redirectUrl: 'paymentmethoddetails.redirecturl',
  merchantTransactionId: 'merchantTransactionId',
  merchantRefundId: 'merchantRefundID',
  payments: 'payments',
  refunds: 'refunds',
  bin: 'bin',
  dsTransId: 'ds_trans_id',
  orderId: 'order_id',
  pageNumber: 'page_number',
  pageSize: 'page_size',
};
