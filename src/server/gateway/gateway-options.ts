import type { HashAlgorithm } from '../../protocol/securehash.js';
import { isSafeAddress } from '../../protocol/web-address.js';

/** How a merchant reaches the gateway. What the documents leave out is configurable (gateway facts). */
export interface GatewayOptions {
  /** Absolute, such as https://gateway.example; http on loopback only. */
  readonly baseUrl: string;
  readonly merchantId: string;
  readonly accountId?: string;
  /** The shared secret. It leaves this object in hashes only. */
  readonly secret: string;
  /** Needed for refunds; it leaves this object as its SHA-1 only. */
  readonly refundPassword?: string;
  /** Default: sha1, which is what every client of the real gateway sends. */
  readonly hashAlgorithm?: HashAlgorithm;
  /** Default: X-GP-VERSION with 2.2.0. */
  readonly versionHeader?: { readonly name: string; readonly value: string };
  /** Default: /3ds2, /epage-remote.cgi, /payments and /refunds. */
  readonly paths?: Partial<GatewayPaths>;
  /** Identifiers of the message extensions that this merchant understands: a critical one of another kind is an error. */
  readonly messageExtensions?: readonly string[];
  /** Milliseconds that one call may take. Default: 20,000. */
  readonly timeout?: number;
  readonly fetch?: typeof globalThis.fetch;
  readonly now?: () => Date;
}

export interface GatewayPaths {
  readonly threeDSecure: string;
  readonly xml: string;
  readonly payments: string;
  readonly refunds: string;
}

export type GatewaySettings = Required<Omit<GatewayOptions, 'accountId' | 'refundPassword' | 'paths'>> & {
  readonly accountId: string | undefined;
  readonly refundPassword: string | undefined;
  readonly paths: GatewayPaths;
};

const PATHS: GatewayPaths = {
  threeDSecure: '/3ds2',
  xml: '/epage-remote.cgi',
  payments: '/payments',
  refunds: '/refunds',
};

/** @throws {TypeError} for an address that card data may not be sent to. */
export function gatewaySettings({
  baseUrl,
  accountId,
  refundPassword,
  hashAlgorithm = 'sha1',
  versionHeader = { name: 'X-GP-VERSION', value: '2.2.0' },
  paths = {},
  messageExtensions = [],
  timeout = 20_000,
  fetch = (input, init) => globalThis.fetch(input, init),
  now = () => new Date(),
  ...identification
}: GatewayOptions): GatewaySettings {
  if (!isSafeAddress(baseUrl)) throw new TypeError('baseUrl must be an https address, or http on a loopback host.');
  return {
    ...identification,
    baseUrl: baseUrl.replace(/\/$/, ''),
    accountId,
    refundPassword,
    hashAlgorithm,
    versionHeader,
    messageExtensions,
    paths: {
      threeDSecure: paths.threeDSecure ?? PATHS.threeDSecure,
      xml: paths.xml ?? PATHS.xml,
      payments: paths.payments ?? PATHS.payments,
      refunds: paths.refunds ?? PATHS.refunds,
    },
    timeout,
    fetch,
    now,
  };
}
