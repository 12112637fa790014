import { createHmac } from 'node:crypto';
import type { AuthenticationResponse } from '../../protocol/authentication-response.js';
import type { AuthenticationSummary } from '../../protocol/authentication-search.js';
import type { VersionCheckResponse } from '../../protocol/version-check.js';
import {
  createAuthentication,
  readAuthentication,
  searchAuthentications,
  type AuthenticationInput,
  type SearchInput,
} from './authentications.js';
import {
  createCardAuthorization,
  type CardAuthorization,
  type CardAuthorizationResult,
} from './card-authorizations.js';
import { gatewaySettings, type GatewayOptions } from './gateway-options.js';
import { queryCardAuthorization } from './card-query.js';
import { createPaymentCredit, type PaymentCredit, type PaymentCreditResult } from './payment-credits.js';
import { createPaymentSet, type PaymentSet, type PaymentSetResult } from './payment-sets.js';
import {
  allRecords,
  readPaymentReport,
  readRefundReport,
  type PaymentReportInput,
  type RefundReportInput,
  type ReportPage,
} from './reports.js';
import type { PaymentRecord, RefundRecord } from '../../protocol/report-answer.js';
import type { CallOptions } from './send.js';
import { verifyStatusMessage, type KnownPayment } from './status-messages.js';
import type { StatusMessage } from '../../protocol/status-message.js';
import { checkVersion, type VersionCheck } from './version-check.js';

/** The typed client of the gateway: each call rejects with a GatewayError. */
export interface Gateway {
  versionCheck(input: VersionCheck, options?: CallOptions): Promise<VersionCheckResponse>;
  readonly authentications: {
    create(input: AuthenticationInput, options?: CallOptions): Promise<AuthenticationResponse>;
    get(serverTransId: string, options?: CallOptions): Promise<AuthenticationResponse>;
    /** Iterates over all pages. */
    search(input: SearchInput, options?: CallOptions): AsyncIterable<AuthenticationSummary>;
    searchPage(
      input: SearchInput,
      pageNumber?: number,
      options?: CallOptions,
    ): Promise<ReportPage<AuthenticationSummary>>;
  };
  readonly cardAuthorizations: {
    create(input: CardAuthorization, options?: CallOptions): Promise<CardAuthorizationResult>;
    /** What became of an authorization that was not answered; undefined where the gateway knows of none. */
    query(orderId: string, options?: CallOptions): Promise<CardAuthorizationResult | undefined>;
  };
  readonly paymentSets: {
    create(input: PaymentSet, options?: CallOptions): Promise<PaymentSetResult>;
  };
  readonly paymentCredits: {
    create(input: PaymentCredit, options?: CallOptions): Promise<PaymentCreditResult>;
  };
  readonly payments: {
    page(input: PaymentReportInput, pageNumber?: number, options?: CallOptions): Promise<ReportPage<PaymentRecord>>;
    /** Iterates over all pages. */
    list(input: PaymentReportInput, options?: CallOptions): AsyncIterable<PaymentRecord>;
  };
  readonly refunds: {
    page(input: RefundReportInput, pageNumber?: number, options?: CallOptions): Promise<ReportPage<RefundRecord>>;
    /** Iterates over all pages. */
    list(input: RefundReportInput, options?: CallOptions): AsyncIterable<RefundRecord>;
  };
  /** Whether a return or status message is the gateway's own (spec: Authentication, 3). */
  verifyStatusMessage(message: StatusMessage, known: KnownPayment): Promise<boolean>;
  /**
   * A mark of a text under the shared secret (HMAC-SHA-256): by it the backend knows a card again
   * without keeping it, and nobody who reads the store can try numbers out.
   */
  mark(text: string): string;
}

export function createGateway(options: GatewayOptions): Gateway {
  const settings = gatewaySettings(options);
  return {
    versionCheck: (input, call) => checkVersion(settings, input, call),
    authentications: {
      create: (input, call) => createAuthentication(settings, input, call),
      get: (serverTransId, call) => readAuthentication(settings, serverTransId, call),
      search: (input, call) => allRecords((number) => searchAuthentications(settings, input, number, call)),
      searchPage: (input, number = 1, call) => searchAuthentications(settings, input, number, call),
    },
    cardAuthorizations: {
      create: (input, call) => createCardAuthorization(settings, input, call),
      query: (orderId, call) => queryCardAuthorization(settings, orderId, call),
    },
    paymentSets: { create: (input, call) => createPaymentSet(settings, input, call) },
    paymentCredits: { create: (input, call) => createPaymentCredit(settings, input, call) },
    payments: {
      page: (input, number = 1, call) => readPaymentReport(settings, input, number, call),
      list: (input, call) => allRecords((number) => readPaymentReport(settings, input, number, call)),
    },
    refunds: {
      page: (input, number = 1, call) => readRefundReport(settings, input, number, call),
      list: (input, call) => allRecords((number) => readRefundReport(settings, input, number, call)),
    },
    verifyStatusMessage: (message, known) => verifyStatusMessage(settings, message, known),
    mark: (text) => createHmac('sha256', `scudo:${settings.secret}`).update(text).digest('hex'),
  };
}
