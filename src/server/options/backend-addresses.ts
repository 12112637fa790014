import { blockedPortOf } from '../../protocol/values/blocked-port.js';
import type { MerchantBackendOptions } from './backend-options.js';
import type { CardFieldsPlace } from '../ports/ports.js';
import type { GatewayOptions } from '../gateway/gateway-options.js';
import type { InsecureOptions } from '../util/insecure-hosts.js';
import type { OptionMistake } from '../util/option-error.js';

/** The addresses of the backend and of the shop's pages, without trailing slashes, with their defaults. */
export function addressesOf({ publicUrl: given = '', merchantContactUrl, ...options }: MerchantBackendOptions) {
  const publicUrl = given.replace(/\/$/, '');
  const { origin } = new URL(publicUrl);
  const pages = options.pages?.map((page) => new URL(page).origin) ?? [origin];
  const embedders = options.embedders?.map((page) => new URL(page).origin) ?? [];
  const returnPage = options.returnPage ?? `${pages[0] ?? origin}/return.html?order={order}`;
  return {
    publicUrl,
    pages,
    cardFields: options.cardFields ?? defaultCardFields(origin, pages),
    embedders,
    returnPage: (order: string) => returnPage.replaceAll('{order}', encodeURIComponent(order)),
    merchantContactUrl: merchantContactUrl ?? origin,
  };
}

function defaultCardFields(origin: string, pages: readonly string[]): CardFieldsPlace {
  return pages.includes(origin) ? 'page' : 'isolated';
}

/** Isolated card fields protect nothing if a page around them has the origin of the backend. */
export function isolationMistakes(options: unknown): OptionMistake[] {
  const given = (options ?? {}) as Readonly<Record<string, unknown>>;
  const { publicUrl, pages = [publicUrl], embedders, cardFields } = given;
  const own = originOf(publicUrl);
  if (own === undefined || !Array.isArray(pages)) return [];
  const hasOwn = (list: unknown) =>
    Array.isArray(list) && (list as readonly unknown[]).some((page) => originOf(page) === own);
  if (hasOwn(pages)) {
    const message =
      `cardFields must not be 'isolated' while a page of the shop has the origin of publicUrl, ${own}: its scripts can ` +
      `read the frame. Give the backend an origin of its own and name the pages. ` +
      `Example: publicUrl: 'https://pay.shop.example', pages: ['https://shop.example']`;
    return cardFields === 'isolated' ? [{ option: 'cardFields', message }] : [];
  }
  if (cardFields === 'page' || !hasOwn(embedders)) return [];
  const message =
    `embedders must not have the origin of publicUrl, ${own}, while the card fields are isolated: its scripts can read ` +
    `the frame. Give the backend an origin of its own, or set cardFields to 'page'. ` +
    `Example: embedders: ['https://partner.example']`;
  return [{ option: 'embedders', message }];
}

/** Browsers open no page on these ports. */
export function blockedPortMistakes(options: unknown): OptionMistake[] {
  const { publicUrl, pages } = (options ?? {}) as Readonly<Record<string, unknown>>;
  const listed = Array.isArray(pages) ? (pages as readonly unknown[]) : [];
  const addresses = [['publicUrl', publicUrl] as const, ...listed.map((page, at) => [`pages[${at}]`, page] as const)];
  return addresses.flatMap(([option, address]): OptionMistake[] => {
    const port = typeof address === 'string' ? blockedPortOf(address) : undefined;
    if (port === undefined) return [];
    const message = `${option} must have another port than ${port}, which browsers refuse to open. Example: https://shop.example`;
    return [{ option, message }];
  });
}

function originOf(address: unknown): string | undefined {
  return typeof address === 'string' && URL.canParse(address) ? new URL(address).origin : undefined;
}

/** The option `allowInsecure` and the addresses that it is about. The options are not checked yet. */
export function insecureAddresses(options: unknown): InsecureOptions {
  const { allowInsecure, gateway, pages, embedders, ...given } = (options ?? {}) as Partial<MerchantBackendOptions>;
  const { baseUrl, xmlBaseUrl } = (gateway ?? {}) as Partial<GatewayOptions>;
  const lists: readonly unknown[] = [pages, embedders];
  const origins = lists.flatMap((list) => (Array.isArray(list) ? (list as readonly unknown[]) : []));
  return {
    allowInsecure,
    addresses: [given.publicUrl, ...origins, given.returnPage, given.merchantContactUrl, baseUrl, xmlBaseUrl],
  };
}
