import { hkdfSync } from 'node:crypto';
import type { StatusMessage } from '../../protocol/redirect/status-message.js';
import { checkWithInsecureHosts } from '../util/insecure-hosts.js';
import { accountFault, type AccountFault } from './account-check.js';
import {
  searchAuthentications,
  type AuthenticationQuery,
  type AuthenticationSummary,
} from './authentication-search.js';
import {
  createAuthentication,
  readAuthentication,
  type AuthenticationAnswer,
  type AuthenticationParams,
  type CreateAuthenticationOptions,
  type ReadAuthenticationOptions,
} from './authentications.js';
import {
  createCardAuthorization,
  type CardAuthorization,
  type CardAuthorizationAnswer,
} from './card-authorizations.js';
import {
  sendRebate,
  sendSettle,
  sendVoid,
  type CardPaymentReferences,
  type CardRebate,
  type CardSettle,
} from './card-operations.js';
import { queryCardAuthorization, type CardQueryAnswer, type CardQueryOptions } from './card-query.js';
import { gatewaySettings, type GatewayOptions } from './gateway-options.js';
import { gatewayMistakes } from './gateway-options.schema.js';
import { allRecords, type ListOptions, type ReportPage } from './pages.js';
import { createPaymentCredit, type PaymentCredit } from './payment-credits.js';
import { createPaymentSet, type PaymentSet, type PaymentSetResult } from './payment-sets.js';
import { refundPasswordOf, type RefundedMethod } from './refund-password.js';
import type { PaymentRecord, RefundRecord } from './report-records.js';
import { readPaymentReport, readRefundReport, type PaymentQuery, type RefundQuery } from './reports.js';
import type { CallOptions } from './send.js';
import type { SignedAnswer } from './signed-xml-call.js';
import { verifyStatusMessage, type KnownPayment, type MessageTrust } from './status-messages.js';
import { checkVersion, type VersionCheck, type VersionCheckAnswer } from './version-check.js';

/** The typed client of the gateway. Calls reject with a GatewayError, and with a MessageError for wrong input. */
export interface Gateway {
  /** Time limit of one call, in milliseconds. */
  readonly timeout: number;
  /** Asks whether a card is enrolled in 3-D Secure 2, and in which versions. */
  versionCheck(input: VersionCheck, options?: CallOptions): Promise<VersionCheckAnswer>;
  /** Authentications of 3-D Secure 2. */
  readonly authentications: {
    /** Sends an authentication. */
    create(input: AuthenticationParams, options?: CreateAuthenticationOptions): Promise<AuthenticationAnswer>;
    /** Reads the result of an authentication. */
    get(serverTransId: string, options?: ReadAuthenticationOptions): Promise<AuthenticationAnswer>;
    /** Iterates over all pages. */
    search(query: AuthenticationQuery, options?: ListOptions): AsyncIterable<AuthenticationSummary>;
    /** Reads one page of a search. */
    searchPage(
      query: AuthenticationQuery,
      pageNumber?: number,
      options?: CallOptions,
    ): Promise<ReportPage<AuthenticationSummary>>;
  };
  /** Card authorizations. */
  readonly cardAuthorizations: {
    /** Sends a card authorization. Resolves also for an answer without a valid hash: read `trust`. */
    create(input: CardAuthorization, options?: CallOptions): Promise<CardAuthorizationAnswer>;
    /** Asks for an authorization by its order id. Undefined when the gateway does not know it. */
    query(orderId: string, options?: CardQueryOptions): Promise<CardQueryAnswer | undefined>;
  };
  /** Calls that move the money of a card payment. Each resolves also for an answer without a valid hash. */
  readonly cardOperations: {
    /** Captures a reserved amount, whole or in part. */
    settle(input: CardSettle, options?: CardQueryOptions): Promise<SignedAnswer>;
    /** Releases a payment that is not settled. */
    void(input: CardPaymentReferences, options?: CardQueryOptions): Promise<SignedAnswer>;
    /** Refunds a settled payment, whole or in part. */
    rebate(input: CardRebate, options?: CardQueryOptions): Promise<SignedAnswer>;
  };
  /** Starts of redirect payments. */
  readonly paymentSets: {
    /** Sends a payment-set, and returns the redirect URL. */
    create(input: PaymentSet, options?: CallOptions): Promise<PaymentSetResult>;
  };
  /** Refunds of redirect payments. */
  readonly paymentCredits: {
    /** Sends a refund. Resolves also for an answer without a valid hash: read `trust`. */
    create(input: PaymentCredit, options?: CallOptions): Promise<SignedAnswer>;
  };
  /** The payments report. */
  readonly payments: {
    /** Reads one page. */
    page(query: PaymentQuery, pageNumber?: number, options?: CallOptions): Promise<ReportPage<PaymentRecord>>;
    /** Iterates over all pages. */
    list(query: PaymentQuery, options?: ListOptions): AsyncIterable<PaymentRecord>;
  };
  /** The refunds report. */
  readonly refunds: {
    /** Reads one page. */
    page(query: RefundQuery, pageNumber?: number, options?: CallOptions): Promise<ReportPage<RefundRecord>>;
    /** Iterates over all pages. */
    list(query: RefundQuery, options?: ListOptions): AsyncIterable<RefundRecord>;
  };
  /**
   * Checks, before a refund is stored, that the option with its password is present.
   * @throws {MessageError} naming the option
   */
  requireRefundPassword(method: RefundedMethod): void;
  /** Verifies the hash of a return or status message (Non-Card Payment Methods Interface, Authentication). */
  verifyStatusMessage(message: StatusMessage, known: KnownPayment): Promise<MessageTrust>;
  /** Checks address, merchant, secret and account with calls that charge nothing. Undefined when none is refused. */
  checkAccount(): Promise<AccountFault | undefined>;
  /** Derives a key of 32 bytes for another purpose from the shared secret (HKDF-SHA-256 with this label). */
  deriveKey(label: string): Promise<Uint8Array>;
}

/**
 * Creates the client of the gateway.
 * @param options see docs/configuration.md
 * @returns the client of one merchant account
 * @throws {OptionError} naming every wrong option
 * @example
 * const gateway = createGateway({
 *   baseUrl: 'https://gateway.example',
 *   merchantId: 'shop',
 *   secret: process.env.GATEWAY_SECRET,
 * });
 * const found = await gateway.cardAuthorizations.query('A1-0123456789');
 */
export function createGateway(options: GatewayOptions): Gateway {
  const { allowInsecure, baseUrl, xmlBaseUrl } = (options as GatewayOptions | null | undefined) ?? {};
  checkWithInsecureHosts({ allowInsecure, addresses: [baseUrl, xmlBaseUrl] }, () => gatewayMistakes(options));
  const settings = gatewaySettings(options);
  return {
    timeout: settings.timeout,
    versionCheck: (input, call) => checkVersion(settings, input, call),
    authentications: {
      create: (input, call) => createAuthentication(settings, input, call),
      get: (serverTransId, call) => readAuthentication(settings, serverTransId, call),
      search: (query, { onIncomplete, ...call } = {}) =>
        allRecords(
          (page) => searchAuthentications(settings, query, page, call),
          ({ serverTransId }) => serverTransId,
          onIncomplete,
        ),
      searchPage: (query, page = 1, call) => searchAuthentications(settings, query, page, call),
    },
    cardAuthorizations: {
      create: (input, call) => createCardAuthorization(settings, input, call),
      query: (orderId, call) => queryCardAuthorization(settings, orderId, call),
    },
    cardOperations: {
      settle: (input, call) => sendSettle(settings, input, call),
      void: (input, call) => sendVoid(settings, input, call),
      rebate: (input, call) => sendRebate(settings, input, call),
    },
    paymentSets: { create: (input, call) => createPaymentSet(settings, input, call) },
    paymentCredits: { create: (input, call) => createPaymentCredit(settings, input, call) },
    payments: {
      page: (query, page = 1, call) => readPaymentReport(settings, query, page, call),
      list: (query, { onIncomplete, ...call } = {}) =>
        allRecords(
          (page) => readPaymentReport(settings, query, page, call),
          ({ merchantTransactionId }) => merchantTransactionId,
          onIncomplete,
        ),
    },
    refunds: {
      page: (query, page = 1, call) => readRefundReport(settings, query, page, call),
      list: (query, { onIncomplete, ...call } = {}) =>
        allRecords(
          (page) => readRefundReport(settings, query, page, call),
          ({ merchantRefundId }) => merchantRefundId,
          onIncomplete,
        ),
    },
    requireRefundPassword: (method) => void refundPasswordOf(settings, method),
    verifyStatusMessage: (message, known) => verifyStatusMessage(settings, message, known),
    checkAccount: () => accountFault(settings),
    deriveKey: (label) => Promise.resolve(new Uint8Array(hkdfSync('sha256', settings.secret, '', label, 32))),
  };
}
