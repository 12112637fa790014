import type { HashAlgorithm } from '../../protocol/securehash.js';

/** How a merchant reaches the gateway. What the documents leave out is configurable (gateway facts). */
export interface GatewayOptions {
  /** Absolute, such as https://gateway.example. */
  readonly baseUrl: string;
  readonly merchantId: string;
  readonly accountId?: string;
  /** The shared secret. It leaves this object in hashes only. */
  readonly secret: string;
  /** Default: sha1, which is what every client of the real gateway sends. */
  readonly hashAlgorithm?: HashAlgorithm;
  /** Default: X-GP-VERSION with 2.2.0. */
  readonly versionHeader?: { readonly name: string; readonly value: string };
  /** Default: /3ds2 and /epage-remote.cgi. */
  readonly paths?: { readonly threeDSecure?: string; readonly xml?: string };
  /** Milliseconds that one call may take. Default: 20,000. */
  readonly timeout?: number;
  readonly fetch?: typeof globalThis.fetch;
  readonly now?: () => Date;
}

export type GatewaySettings = Required<Omit<GatewayOptions, 'accountId' | 'paths'>> & {
  readonly accountId: string | undefined;
  readonly paths: { readonly threeDSecure: string; readonly xml: string };
};

export function gatewaySettings(options: GatewayOptions): GatewaySettings {
  return {
    hashAlgorithm: 'sha1',
    versionHeader: { name: 'X-GP-VERSION', value: '2.2.0' },
    timeout: 20_000,
    fetch: (input, init) => globalThis.fetch(input, init),
    now: () => new Date(),
    ...options,
    baseUrl: options.baseUrl.replace(/\/$/, ''),
    accountId: options.accountId,
    paths: { threeDSecure: '/3ds2', xml: '/epage-remote.cgi', ...options.paths },
  };
}
