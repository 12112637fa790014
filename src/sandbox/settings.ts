import { randomUUID } from 'node:crypto';
import type { SandboxClock } from './clock.js';
import { DELIVERY_TIMES, type DeliveryTimes } from './testpay/back-off.js';
import type { OverrideReport } from './reports/report-override.js';
import type { ChooseFault } from './faults.js';
import type { CardRange } from './directory/card-directory.js';
import { webDigest, type Digest } from '../protocol/securehash.js';
import type { ExemptStatus } from '../protocol/three-d-secure-values.js';
import type { TestCard } from './cards/test-cards.js';

/** Everything about a sandbox that can be set. The defaults make one that the demo can use as it is. */
export interface SandboxOptions {
  /** Default `scudo`. */
  readonly merchantId?: string;
  /** The sub-account. Default `internet`. */
  readonly accountId?: string;
  /** The shared secret of the hashes. Default `secret`. */
  readonly secret?: string;
  /** Where browsers and merchants reach this sandbox, a path included if it has one. Default `http://127.0.0.1:4174`. */
  readonly baseUrl?: string;
  /** Milliseconds after which an untouched challenge completes by itself with Y; `false` never. Default 10,000 (spec: Limits). */
  readonly autoComplete?: number | false;
  /** Milliseconds in which a challenge request must reach the ACS. Default 30,000 (3D Secure 2 Authentication Interface, Limits). */
  readonly challengeRequestLimit?: number;
  /** Milliseconds that the cardholder has for a challenge. Default 600,000, as in EMV 3-D Secure. */
  readonly cardholderLimit?: number;
  /** The right one-time code. Default `123456`. */
  readonly challengeCode?: string;
  /** How long the method page of a slow card takes, in milliseconds. Default 3,000. */
  readonly methodDelay?: number;
  /** The shop's name on the bank's page: the interface has no field for it. Default `Demo Shop`. */
  readonly merchantName?: string;
  /** How far a request's timestamp may be off, in milliseconds. Default one day: clients are up to 12 hours off (gateway facts 1.1). */
  readonly timestampTolerance?: number;
  /** The version header's name, in any case. Default `X-GP-VERSION` (gateway facts 1.1). */
  readonly versionHeader?: string;
  /** Milliseconds until the cardholder answers in the issuer's app. Default 5,000. */
  readonly decoupledDelay?: number;
  /** Milliseconds that the cardholder has in the app, if the merchant sends no limit. Default 600,000. */
  readonly decoupledLimit?: number;
  /** The newest protocol version of the directory server. Default: the one of the card's ACS, at least 2.2.0. */
  readonly directoryVersion?: string | undefined;
  /** Identifiers of the message extensions that are understood here: a critical one of another kind is refused. Default none. */
  readonly messageExtensions?: readonly string[];
  /**
   * Exemptions that the merchant may claim, in an authorization or by the challenge request indicator of an
   * authentication. Default `all`.
   */
  readonly exemptions?: readonly ExemptStatus[] | 'all';
  /** More card number ranges. They go before the schemes' own, which answer for all other cards. */
  readonly ranges?: Iterable<CardRange>;
  /** More test cards, or other behaviours for those that there are. */
  readonly cards?: readonly TestCard[];
  /** What `refundhash` is the hash of. Default `refund`. */
  readonly refundPassword?: string;
  /** The alternative payment methods that the merchant is enabled for, or none at all. Default `all`, whatever their codes. */
  readonly paymentMethods?: readonly string[] | 'all' | false;
  /** How the shopper is taken back to the return URL: the documents do not say (gateway facts 3). Default `GET`. */
  readonly returnMethod?: 'GET' | 'POST';
  /** The first page of a report when none is asked for. The document states 100, where there is rarely anything. Default 1. */
  readonly defaultPageNumber?: 1 | 100;
  /** The fields of a payments report: only those of the document, or also those that public clients read. Default `all`. */
  readonly reportFields?: 'document' | 'all';
  /** Seconds by which the reports are behind. Default 0. */
  readonly reportDelay?: number;
  /** Changes what the payments report says about a payment. Default: nothing. */
  readonly reportOverride?: OverrideReport;
  /** Whether the refund report needs an order id, or takes the other ways to ask: the document says both. Default `alternative`. */
  readonly refundOrderId?: 'alternative' | 'mandatory';
  /** Milliseconds until an asynchronous refund ends, half of them in each of its two pending states. Default 60,000. */
  readonly refundDelay?: number;
  /** Times of the delivery of status messages. Default: again after 5 s, 10 s and so on, at most an hour, for 3 days. */
  readonly deliveryTimes?: Partial<DeliveryTimes>;
  /** An SQLite file that redirect payments, refunds and unsent status messages are kept in. Default: in memory. */
  readonly file?: string;
  /** Calls the merchant's status URL. Default: the platform's. */
  readonly fetch?: typeof globalThis.fetch;
  /** Whether POST /clock puts the clock forward. Default no. */
  readonly drivableClock?: boolean;
  /**
   * The hash of `query` answers: of a construction that no client knows, as at the real gateway; like an
   * authorization's; or none. Default `unknown`.
   */
  readonly queryHash?: 'unknown' | 'authorization' | 'none';
  /** Disturbs calls: requests and answers that are lost, unsigned or wrong. Default: none. */
  readonly faults?: ChooseFault;
  /** What tells the time and wakes the sandbox. Default: the machine's, or `now` with the machine's timers. */
  readonly clock?: SandboxClock;
  readonly now?: () => Date;
  /** Makes identifiers and authentication values. Default: the platform's. */
  readonly randomUuid?: () => string;
  /** Computes the digests of all hashes. Default: Web Crypto's. */
  readonly digest?: Digest;
  /** Told of the sandbox's own mistakes, which it answers with 500. Default: to stderr. */
  readonly reportError?: (error: unknown) => void;
}

type Given = 'ranges' | 'cards' | 'file' | 'clock' | 'deliveryTimes';

/** The options with their defaults. */
export interface Settings extends Required<Omit<SandboxOptions, Given>> {
  readonly deliveryTimes: DeliveryTimes;
  /** The absolute address of a path of this sandbox. */
  readonly address: (path: string) => string;
  /** The same for the sandbox's own pages, which may be looked at under another name of this host. */
  readonly local: (path: string) => string;
}

/** @throws {TypeError} for a base URL that is no absolute http address. */
export function settingsOf(options: SandboxOptions, now: () => Date): Settings {
  const baseUrl = (options.baseUrl ?? 'http://127.0.0.1:4174').replace(/\/+$/, '');
  const { protocol, pathname } = new URL(baseUrl);
  if (!/^https?:$/.test(protocol)) throw new TypeError('The sandbox’s baseUrl must be an http address.');
  return {
    merchantId: options.merchantId ?? 'scudo',
    accountId: options.accountId ?? 'internet',
    secret: options.secret ?? 'secret',
    baseUrl,
    autoComplete: options.autoComplete ?? 10_000,
    challengeCode: options.challengeCode ?? '123456',
    methodDelay: options.methodDelay ?? 3_000,
    challengeRequestLimit: options.challengeRequestLimit ?? 30_000,
    cardholderLimit: options.cardholderLimit ?? 600_000,
    decoupledDelay: options.decoupledDelay ?? 5_000,
    decoupledLimit: options.decoupledLimit ?? 600_000,
    messageExtensions: options.messageExtensions ?? [],
    directoryVersion: options.directoryVersion,
    exemptions: options.exemptions ?? 'all',
    merchantName: options.merchantName ?? 'Demo Shop',
    timestampTolerance: options.timestampTolerance ?? 86_400_000,
    versionHeader: options.versionHeader ?? 'X-GP-VERSION',
    refundPassword: options.refundPassword ?? 'refund',
    paymentMethods: options.paymentMethods ?? 'all',
    returnMethod: options.returnMethod ?? 'GET',
    defaultPageNumber: options.defaultPageNumber ?? 1,
    refundDelay: options.refundDelay ?? 60_000,
    deliveryTimes: { ...DELIVERY_TIMES, ...options.deliveryTimes },
    reportFields: options.reportFields ?? 'all',
    reportDelay: options.reportDelay ?? 0,
    reportOverride: options.reportOverride ?? (() => undefined),
    refundOrderId: options.refundOrderId ?? 'alternative',
    fetch: options.fetch ?? ((...request) => globalThis.fetch(...request)),
    drivableClock: options.drivableClock ?? false,
    queryHash: options.queryHash ?? 'unknown',
    faults: options.faults ?? (() => undefined),
    now,
    randomUuid: options.randomUuid ?? randomUUID,
    digest: options.digest ?? webDigest,
    reportError: options.reportError ?? reportToStderr,
    address: (path) => `${baseUrl}${path}`,
    local: (path) => `${pathname === '/' ? '' : pathname}${path}`,
  };
}

export function reportToStderr(error: unknown): void {
  process.stderr.write(
    `The sandbox made a mistake: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`,
  );
}
