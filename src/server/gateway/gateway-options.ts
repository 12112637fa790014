import type { Digest, HashAlgorithm } from '../../protocol/values/securehash.js';
import { nodeDigest } from './node-digest.js';
import { afterTimeout, type After } from '../util/timers.js';
import { DEFAULT_HASH_FIELDS, DEFAULT_NAMES, type GatewayNames, type HashFields } from './inferred-names.js';
import { withDefaults, type Given } from '../util/with-defaults.js';

/**
 * Connection to the gateway. What the documents leave out is configurable (docs/reference/gateway.md#unknowns).
 * Options from the environment need no fallback: one that is undefined and has no default is an OptionError.
 */
export interface GatewayOptions {
  /** Such as `https://gateway.example`; http: on localhost only. */
  readonly baseUrl: string | undefined;
  /** Host of the XML interface, when it is another one. Default: `baseUrl`. */
  readonly xmlBaseUrl?: string | undefined;
  /**
   * Accepts http: for the hosts of `baseUrl` and `xmlBaseUrl`, such as a sandbox in another container, and writes a
   * warning. For tests only. Default: false.
   */
  readonly allowInsecure?: boolean | undefined;
  /** The merchant's identifier at the gateway. */
  readonly merchantId: string | undefined;
  /** Default: none, which sends no account. */
  readonly accountId?: string | undefined;
  /**
   * The shared secret. It is sent in hashes only. At least 16 characters, unless the gateway is on a loopback host,
   * such as the sandbox.
   */
  readonly secret: string | undefined;
  /** Required for refunds of redirect payments. It is sent as its SHA-1 only. */
  readonly refundPassword?: string | undefined;
  /** Required for refunds of cards. It is sent as its SHA-1 only. Default: `refundPassword`. */
  readonly rebatePassword?: string | undefined;
  /** Default: sha1, which every known client of the real gateway sends. Answers must use the same algorithm. */
  readonly hashAlgorithm?: HashAlgorithm | undefined;
  /** Algorithms of single interfaces, where they differ. Default: `hashAlgorithm` for each. */
  readonly hashAlgorithms?: Given<HashAlgorithms> | undefined;
  /** Default: X-GP-VERSION with 2.2.0. */
  readonly versionHeader?: { readonly name: string; readonly value: string } | undefined;
  /** Paths on the gateway's hosts. Default: /3ds2, /epage-remote.cgi, /payments and /refunds. */
  readonly paths?: Given<GatewayPaths> | undefined;
  /** Hashed fields that the documents do not show. Default: DEFAULT_HASH_FIELDS. */
  readonly hashFields?: Given<HashFields> | undefined;
  /** Names on the wire that the documents do not show. Default: DEFAULT_NAMES. */
  readonly names?: Given<GatewayNames> | undefined;
  /**
   * The element `cvn` of a card without security code. `not-requested` sends it with presence indicator 4. `omit`
   * leaves it out, as one published client does (docs/reference/gateway.md#card-authorization-request). Default:
   * `not-requested`.
   */
  readonly missingSecurityCode?: 'not-requested' | 'omit' | undefined;
  /**
   * Identifiers of the message extensions that this merchant understands. Others are not returned and not stored, and
   * a critical one is an error. Default: none.
   */
  readonly messageExtensions?: readonly string[] | undefined;
  /** Time limit of one call, in milliseconds. Default: 20,000. */
  readonly timeout?: number | undefined;
  /** Default: the global `fetch`. */
  readonly fetch?: typeof globalThis.fetch | undefined;
  /** Clock of the request timestamps. Default: the process clock. */
  readonly now?: (() => Date) | undefined;
  /** Timer of the time limit. Default: `setTimeout`. */
  readonly after?: After | undefined;
  /** Default: that of `node:crypto`. */
  readonly digest?: Digest | undefined;
}

/** The hash algorithm of each interface. Answers must use the one of their request. */
export interface HashAlgorithms {
  /** The header of the calls of the 3-D Secure server. */
  readonly json: HashAlgorithm;
  /** The XML interface. */
  readonly xml: HashAlgorithm;
  /** The header of the reports. */
  readonly reports: HashAlgorithm;
  /** Return and status messages. */
  readonly messages: HashAlgorithm;
}

/** Paths of the calls below `baseUrl`, where they differ from the interface documents. */
export interface GatewayPaths {
  /** The 3-D Secure server. Default: `/3ds2`. */
  readonly threeDSecure: string;
  /** The XML interface. Default: `/epage-remote.cgi`. */
  readonly xml: string;
  /** The payments report. Default: `/payments`. */
  readonly payments: string;
  /** The refunds report. Default: `/refunds`. */
  readonly refunds: string;
}

/** Options whose settings have the same type. */
type PlainOption =
  | 'versionHeader'
  | 'missingSecurityCode'
  | 'messageExtensions'
  | 'timeout'
  | 'fetch'
  | 'now'
  | 'after'
  | 'digest';

export type GatewaySettings = { readonly [Key in PlainOption]: NonNullable<GatewayOptions[Key]> } & {
  /** Without a trailing slash, like `xmlBaseUrl`. */
  readonly baseUrl: string;
  readonly xmlBaseUrl: string;
  readonly merchantId: string;
  readonly secret: string;
  readonly accountId: string | undefined;
  readonly refundPassword: string | undefined;
  readonly rebatePassword: string | undefined;
  readonly hashAlgorithms: HashAlgorithms;
  readonly paths: GatewayPaths;
  readonly hashFields: HashFields;
  readonly names: GatewayNames;
};

export const DEFAULT_PATHS: GatewayPaths = {
  threeDSecure: '/3ds2',
  xml: '/epage-remote.cgi',
  payments: '/payments',
  refunds: '/refunds',
};

/** The settings of checked options. */
export function gatewaySettings({
  baseUrl = '',
  xmlBaseUrl = baseUrl,
  merchantId = '',
  secret = '',
  accountId,
  refundPassword,
  rebatePassword = refundPassword,
  hashAlgorithm: all = 'sha1',
  hashAlgorithms = {},
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
  digest = nodeDigest,
}: GatewayOptions): GatewaySettings {
  return {
    baseUrl: baseUrl.replace(/\/$/, ''),
    xmlBaseUrl: xmlBaseUrl.replace(/\/$/, ''),
    merchantId,
    secret,
    accountId,
    refundPassword,
    rebatePassword,
    hashAlgorithms: withDefaults<HashAlgorithms>({ json: all, xml: all, reports: all, messages: all }, hashAlgorithms),
    versionHeader,
    paths: withDefaults(DEFAULT_PATHS, paths),
    hashFields: withDefaults(DEFAULT_HASH_FIELDS, hashFields),
    names: withDefaults(DEFAULT_NAMES, names),
    missingSecurityCode,
    messageExtensions,
    timeout,
    fetch,
    now,
    after,
    digest,
  };
}
