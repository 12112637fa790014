import type { MerchantBackendOptions } from './backend-options.js';
import type { GatewayOptions } from './gateway/gateway-options.js';
import type { InsecureOptions } from './options/insecure-hosts.js';

/** The addresses of the backend and of the shop's pages, without trailing slashes, with their defaults. */
export function addressesOf({ publicUrl: given = '', merchantContactUrl, ...options }: MerchantBackendOptions) {
  const publicUrl = given.replace(/\/$/, '');
  const { origin } = new URL(publicUrl);
  const pages = options.pages?.map((page) => new URL(page).origin) ?? [origin];
  const returnPage = options.returnPage ?? `${pages[0] ?? origin}/return.html?order={order}`;
  return {
    publicUrl,
    pages,
    returnPage: (order: string) => returnPage.replaceAll('{order}', encodeURIComponent(order)),
    merchantContactUrl: merchantContactUrl ?? origin,
  };
}

/** The option `allowInsecure` and the addresses that it is about. The options are not checked yet. */
export function insecureAddresses(options: unknown): InsecureOptions {
  const { allowInsecure, gateway, pages, ...given } = (options ?? {}) as Partial<MerchantBackendOptions>;
  const { baseUrl, xmlBaseUrl } = (gateway ?? {}) as Partial<GatewayOptions>;
  const origins: readonly unknown[] = Array.isArray(pages) ? pages : [];
  return {
    allowInsecure,
    addresses: [given.publicUrl, ...origins, given.returnPage, given.merchantContactUrl, baseUrl, xmlBaseUrl],
  };
}
