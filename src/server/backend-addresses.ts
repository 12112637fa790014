import type { MerchantBackendOptions } from './backend-options.js';

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
