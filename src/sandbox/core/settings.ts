import { randomUUID } from 'node:crypto';
import type { SandboxClock } from './clock.js';
import { DELIVERY_TIMES, type DeliveryTimes } from './delivery-times.js';
import type { OverrideReport } from './report-override.js';
import { FaultError } from './fault-check.js';
import type { ChooseFault } from './faults.js';
import type { CardRange } from '../directory/card-directory.js';
import { isExponent } from '../../protocol/values/amount.js';
import { webDigest, type Digest } from '../../protocol/values/securehash.js';
import type { ExemptStatus } from '../../protocol/three-d-secure/three-d-secure-values.js';
import type { SandboxSnapshot } from './sandbox-snapshot.js';
import type { TestCard } from '../cards/test-cards.js';

/** Options of a sandbox. The defaults suit the demo. */
export interface SandboxOptions {
  /** Default `scudo`. */
  readonly merchantId?: string;
  /** The sub-account. Default `internet`. */
  readonly accountId?: string;
  /** The shared secret of the hashes. Default `secret`. */
  readonly secret?: string;
  /**
   * Address of the sandbox for browsers and merchants, with a path if it has one. Default `http://127.0.0.1:4174`.
   */
  readonly baseUrl?: string;
  /**
   * Milliseconds after which a challenge without input completes with Y; `false` for never. It stops when the
   * cardholder types and after a wrong code. Default 10,000 (3D Secure 2 Authentication Interface, States and
   * transitions).
   */
  readonly autoComplete?: number | false;
  /**
   * Milliseconds in which a challenge request must reach the ACS. Default 30,000 (3D Secure 2 Authentication
   * Interface, Limits).
   */
  readonly challengeRequestLimit?: number;
  /** Milliseconds that the cardholder has for a challenge. Default 600,000, as in EMV 3-D Secure. */
  readonly cardholderLimit?: number;
  /** The right one-time code. Default `123456`. */
  readonly challengeCode?: string;
  /** Milliseconds until the method page of a slow card posts its notification. Default 3,000. */
  readonly methodDelay?: number;
  /** Name of the shop on the ACS page. The interface has no field for it. Default `Demo Shop`. */
  readonly merchantName?: string;
  /**
   * Decimals of amounts by currency, such as `{ HUF: 0 }`, for the pages of ACS and testpay. No message has them, so
   * give the sandbox the option `exponents` of the backend. Default: none, so that ISO 4217 decides.
   */
  readonly exponents?: Readonly<Partial<Record<string, number>>>;
  /**
   * Milliseconds by which a request's timestamp may differ from the sandbox's time. Default one day, because some
   * clients are 12 hours off (docs/reference/gateway.md#timestamps).
   */
  readonly timestampTolerance?: number;
  /**
   * Name of the version header, in any case. Default `X-GP-VERSION` (docs/reference/gateway.md#hosts-and-headers).
   */
  readonly versionHeader?: string;
  /** Milliseconds until the cardholder answers in the issuer's app. Default 5,000. */
  readonly decoupledDelay?: number;
  /** Milliseconds that the cardholder has in the app, if the merchant sends no limit. Default 600,000. */
  readonly decoupledLimit?: number;
  /** The newest protocol version of the directory server. Default: the one of the card's ACS, at least 2.2.0. */
  readonly directoryVersion?: string | undefined;
  /**
   * Identifiers of the message extensions that the sandbox understands. Other critical extensions are refused.
   * Default none.
   */
  readonly messageExtensions?: readonly string[];
  /**
   * Exemptions that the merchant may claim, in an authorization or by the challenge request indicator of an
   * authentication. Default `all`.
   */
  readonly exemptions?: readonly ExemptStatus[] | 'all';
  /** More card number ranges, which precede those of the schemes. */
  readonly ranges?: Iterable<CardRange>;
  /** More test cards, or other behaviours for the present ones. */
  readonly cards?: readonly TestCard[];
  /** The refund password, whose hash is `refundhash`. Default `refund`. */
  readonly refundPassword?: string;
  /** The password of card refunds, whose hash is the `refundhash` of a rebate. Default: the refund password. */
  readonly rebatePassword?: string;
  /** Request types after a card authorization that the account allows; others answer 503. Default `all`. */
  readonly cardRequests?: readonly CardMoneyType[] | 'all';
  /** Percent of an authorization that can be captured, and that can be refunded. Default 100. */
  readonly moneyCeiling?: MoneyCeiling;
  /** False where the account allows one refund for each card payment. Default true. */
  readonly multipleRebates?: boolean;
  /** True where queries do not find a refund that staff made on the page `/portal`. Default false. */
  readonly hidePortalRefunds?: boolean;
  /** Codes of the alternative payment methods of the merchant; `false` for none. Default `all`. */
  readonly paymentMethods?: readonly string[] | 'all' | false;
  /**
   * Method of the request to the return URL. The documents do not name it
   * (docs/reference/gateway.md#return-and-status-messages). Default `GET`.
   */
  readonly returnMethod?: 'GET' | 'POST';
  /** Page of a report without `pageNumber`. The document states 100, which rarely exists. Default 1. */
  readonly defaultPageNumber?: 1 | 100;
  /**
   * The fields of a payments report: only those of the document, or also those that public clients read. Default
   * `all`.
   */
  readonly reportFields?: 'document' | 'all';
  /** Seconds by which the reports are behind. Default 0. */
  readonly reportDelay?: number;
  /** Overrides records of the payments report. Default: none. */
  readonly reportOverride?: OverrideReport;
  /**
   * `mandatory` requires an order id in the refund report; `alternative` accepts the other parameters instead. The
   * document states both. Default `alternative`.
   */
  readonly refundOrderId?: 'alternative' | 'mandatory';
  /** Milliseconds until an asynchronous refund ends, half of them in each of its two pending states. Default 60,000. */
  readonly refundDelay?: number;
  /**
   * Times of the delivery of status messages. Default: again after 5 s, 10 s and so on, at most an hour, for 3 days.
   */
  readonly deliveryTimes?: Partial<DeliveryTimes>;
  /** Path of an SQLite file for payments, refunds and unsent status messages. Default: they are kept in memory. */
  readonly file?: string;
  /**
   * Copy of what another sandbox held, from its method `snapshot`. The sandbox continues from there, and sends the
   * status messages that are left. Default: none.
   */
  readonly snapshot?: SandboxSnapshot | undefined;
  /**
   * Hosts of the merchant's return and status URLs, beside those of this machine, such as `shop.example`. The sandbox
   * accepts no other, so that a request cannot make it call an address of the network that it runs in. Default: none.
   */
  readonly merchantHosts?: readonly string[];
  /** Accepts http: for the hosts of `merchantHosts`. For tests in a network of containers. Default: false. */
  readonly allowInsecure?: boolean;
  /** Calls the merchant's status URL. Default: the platform's `fetch`. */
  readonly fetch?: typeof globalThis.fetch;
  /** Enables POST /clock, which puts the clock forward. Default false. */
  readonly drivableClock?: boolean;
  /**
   * The hash of `query` answers: of a construction that no client knows, as at the real gateway; like an
   * authorization's; or none. Default `unknown`.
   */
  readonly queryHash?: 'unknown' | 'authorization' | 'none';
  /** Disturbs calls: requests and answers that are lost, unsigned or wrong. Default: none. */
  readonly faults?: ChooseFault;
  /** Time and timers of the sandbox. Default: the machine's, or `now` with the machine's timers. */
  readonly clock?: SandboxClock;
  /** Returns the time of the sandbox. Default: the process clock. */
  readonly now?: () => Date;
  /** Makes identifiers and authentication values. Default: the platform's. */
  readonly randomUuid?: () => string;
  /** Computes the digests of all hashes. Default: Web Crypto's. */
  readonly digest?: Digest;
  /** Called with internal errors, which are answered with 500. Default: writes to stderr. */
  readonly reportError?: (error: unknown) => void;
}

/** A request type that moves the money of an authorization. */
export type CardMoneyType = (typeof CARD_MONEY_TYPES)[number];
export const CARD_MONEY_TYPES = ['settle', 'multisettle', 'void', 'rebate'] as const;
/** Percent of an authorization that an account can let a shop capture and refund. */
export type MoneyCeiling = (typeof MONEY_CEILINGS)[number];
export const MONEY_CEILINGS = [100, 105, 115] as const;

type Given = 'ranges' | 'cards' | 'file' | 'snapshot' | 'clock' | 'deliveryTimes';

/** The options with their defaults. */
export interface Settings extends Required<Omit<SandboxOptions, Given>> {
  readonly deliveryTimes: DeliveryTimes;
  /** Returns the absolute address of a path of the sandbox. */
  readonly address: (path: string) => string;
  /**
   * Returns the address of a path for the sandbox's own pages, which may be opened under another name of the host.
   */
  readonly local: (path: string) => string;
}

/**
 * Returns the options with their defaults.
 * @throws {TypeError} for a base URL that is not an absolute http address, or wrong exponents.
 */
export function settingsOf(options: SandboxOptions, now: () => Date): Settings {
  const baseUrl = (options.baseUrl ?? 'http://127.0.0.1:4174').replace(/(?<!\/)\/+$/, '');
  const { protocol, pathname } = new URL(baseUrl);
  if (!/^https?:$/.test(protocol)) throw new TypeError(`baseUrl must be an http: or https: address; got "${baseUrl}".`);
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
    exponents: checkedExponents(options.exponents ?? {}),
    timestampTolerance: options.timestampTolerance ?? 86_400_000,
    versionHeader: options.versionHeader ?? 'X-GP-VERSION',
    refundPassword: options.refundPassword ?? 'refund',
    rebatePassword: options.rebatePassword ?? options.refundPassword ?? 'refund',
    cardRequests: options.cardRequests ?? 'all',
    moneyCeiling: options.moneyCeiling ?? 100,
    multipleRebates: options.multipleRebates ?? true,
    hidePortalRefunds: options.hidePortalRefunds ?? false,
    paymentMethods: options.paymentMethods ?? 'all',
    returnMethod: options.returnMethod ?? 'GET',
    defaultPageNumber: options.defaultPageNumber ?? 1,
    refundDelay: options.refundDelay ?? 60_000,
    deliveryTimes: { ...DELIVERY_TIMES, ...options.deliveryTimes },
    reportFields: options.reportFields ?? 'all',
    reportDelay: options.reportDelay ?? 0,
    reportOverride: options.reportOverride ?? (() => undefined),
    refundOrderId: options.refundOrderId ?? 'alternative',
    merchantHosts: options.merchantHosts ?? [],
    allowInsecure: options.allowInsecure ?? false,
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

function checkedExponents(exponents: Settings['exponents']): Settings['exponents'] {
  const wrong = Object.keys(exponents).find((code) => !/^[A-Z]{3}$/.test(code) || !isExponent(exponents[code]));
  if (wrong === undefined) return exponents;
  throw new TypeError(`exponents.${wrong} must be a currency code such as HUF with 0 to 4 decimals.`);
}

export function reportToStderr(error: unknown): void {
  if (error instanceof FaultError) return void process.stderr.write(`Option faults of the sandbox: ${error.message}\n`);
  process.stderr.write(
    `Internal error of the sandbox: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`,
  );
}
