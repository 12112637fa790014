import { createHmac } from 'node:crypto';
import { webDigest, type Digest, type HashAlgorithm } from '../../protocol/securehash.js';
import { isSafeAddress } from '../../protocol/web-address.js';
import { DEFAULT_HASH_FIELDS, DEFAULT_NAMES, type GatewayNames, type HashFields } from './inferred-names.js';

/** Connection to the gateway. What the documents leave out is configurable (docs/reference/gateway.md#unknowns). */
export interface GatewayOptions {
  /** Absolute, such as https://gateway.example; http: on localhost only. */
  readonly baseUrl: string;
  readonly merchantId: string;
  /** Default: none, which sends no account. */
  readonly accountId?: string;
  /** The shared secret. It is sent in hashes only. */
  readonly secret: string;
  /** Required for refunds. It is sent as its SHA-1 only. */
  readonly refundPassword?: string;
  /** Default: sha1, which every known client of the real gateway sends. Answers must use the same algorithm. */
  readonly hashAlgorithm?: HashAlgorithm;
  /** Default: X-GP-VERSION with 2.2.0. */
  readonly versionHeader?: { readonly name: string; readonly value: string };
  /** Default: /3ds2, /epage-remote.cgi, /payments and /refunds. */
  readonly paths?: Partial<GatewayPaths>;
  /** Hashed fields that the documents do not show. Default: DEFAULT_HASH_FIELDS. */
  readonly hashFields?: Partial<HashFields>;
  /** Names on the wire that the documents do not show. Default: DEFAULT_NAMES. */
  readonly names?: Partial<GatewayNames>;
  /**
   * The element `cvn` of a card without security code: `not-requested` sends it with presence indicator 4, `omit`
   * leaves it out, which one published client does (docs/reference/gateway.md#card-authorization-request). Default:
   * `not-requested`.
   */
  readonly missingSecurityCode?: 'not-requested' | 'omit';
  /**
   * Identifiers of the message extensions that this merchant understands. A critical one of another kind is an error.
   */
  readonly messageExtensions?: readonly string[];
  /** Time limit of one call, in milliseconds. Default: 20,000. */
  readonly timeout?: number;
  /** Default: the global `fetch`. */
  readonly fetch?: typeof globalThis.fetch;
  /** Clock of the request timestamps. Default: the process clock. */
  readonly now?: () => Date;
  /** Timer of the time limit. Default: `setTimeout`. */
  readonly after?: After;
  /** Default: the Web Cryptography API. */
  readonly digest?: Digest;
  /** Computes a keyed fingerprint of a text. Default: HMAC-SHA-256 in hex. */
  readonly fingerprint?: (text: string, secret: string) => string | Promise<string>;
}

/** Schedules a callback after `ms` milliseconds. Returns a function that cancels it. */
export type After = (ms: number, callback: () => void) => () => void;

export interface GatewayPaths {
  readonly threeDSecure: string;
  readonly xml: string;
  readonly payments: string;
  readonly refunds: string;
}

export type GatewaySettings = Required<
  Omit<GatewayOptions, 'accountId' | 'refundPassword' | 'paths' | 'hashFields' | 'names'>
> & {
  readonly accountId: string | undefined;
  readonly refundPassword: string | undefined;
  readonly paths: GatewayPaths;
  readonly hashFields: HashFields;
  readonly names: GatewayNames;
};

const PATHS: GatewayPaths = {
  threeDSecure: '/3ds2',
  xml: '/epage-remote.cgi',
  payments: '/payments',
  refunds: '/refunds',
};

/** @throws {TypeError} for an address to which card data must not be sent. */
export function gatewaySettings({
  baseUrl,
  accountId,
  refundPassword,
  hashAlgorithm = 'sha1',
  versionHeader = { name: 'X-GP-VERSION', value: '2.2.0' },
  paths = {},
  hashFields = {},
  names = {},
  missingSecurityCode = 'not-requested',
  messageExtensions = [],
  timeout = 20_000,
  fetch = (input, init) => globalThis.fetch(input, init),
  now = () => new Date(),
  after = afterTimeout,
  digest = webDigest,
  fingerprint = hmac,
  ...identification
}: GatewayOptions): GatewaySettings {
  if (!isSafeAddress(baseUrl))
    throw new TypeError(`baseUrl must be an https: URL (or http: on localhost); got "${withoutUserInfo(baseUrl)}".`);
  return {
    ...identification,
    baseUrl: baseUrl.replace(/\/$/, ''),
    accountId,
    refundPassword,
    hashAlgorithm,
    versionHeader,
    paths: withDefaults(PATHS, paths),
    hashFields: withDefaults(DEFAULT_HASH_FIELDS, hashFields),
    names: withDefaults(DEFAULT_NAMES, names),
    missingSecurityCode,
    messageExtensions,
    timeout,
    fetch,
    now,
    after,
    digest,
    fingerprint,
  };
}

/** An option that is undefined counts as absent. */
function withDefaults<Values extends object>(defaults: Values, values: Partial<Values>): Values {
  const given = Object.entries(values).filter(([, value]) => value !== undefined);
  return { ...defaults, ...Object.fromEntries(given) };
}

/** A password in the address must not reach an error message. */
function withoutUserInfo(address: string): string {
  return address.replace(/\/\/[^/]*@/, '//');
}

function afterTimeout(ms: number, callback: () => void): () => void {
  const timer = setTimeout(callback, ms);
  return () => clearTimeout(timer);
}

function hmac(text: string, secret: string): string {
  return createHmac('sha256', `scudo:${secret}`).update(text).digest('hex');
}
