import { acceptInsecureHost, isLoopbackAddress, withInsecureHosts } from '../../protocol/values/web-address.js';
import { refuseMistakes } from './check-options.js';
import type { OptionMistake } from './option-error.js';

/** Hosts for which the warning was written, so that a gateway client of a backend does not repeat it. */
const warned = new Set<string>();

/** The option `allowInsecure` and the addresses that it is about. They are not checked yet. */
export interface InsecureOptions {
  readonly allowInsecure: unknown;
  readonly addresses: readonly unknown[];
}

/**
 * Checks options. If `allowInsecure` is true, http: is accepted for their hosts, such as `http://sandbox:4174` in a
 * network of containers. Options whose check passes make these hosts acceptable in messages of the process, too, with
 * one line for new hosts; refused options leave nothing behind, and other options need an `allowInsecure` of their own.
 * @throws {OptionError}
 */
export function checkWithInsecureHosts(
  options: InsecureOptions,
  check: () => readonly OptionMistake[],
  warn = (line: string) => globalThis.console.warn(line),
): void {
  refuseMistakes(mistakesWithInsecureHosts(options, check));
  const urls = insecureUrls(options);
  for (const { hostname } of urls) acceptInsecureHost(hostname);
  const fresh = [...new Set(urls.map(({ host }) => host))].filter((host) => !warned.has(host));
  if (fresh.length === 0) return;
  for (const host of fresh) warned.add(host);
  warn(
    `scudo: allowInsecure accepts http: for ${fresh.join(', ')}. Card data and orders travel unencrypted: use it for tests only.`,
  );
}

/** Returns the mistakes that a check finds while http: is accepted for the hosts of the options. */
export function mistakesWithInsecureHosts(
  options: InsecureOptions,
  check: () => readonly OptionMistake[],
): readonly OptionMistake[] {
  const hostnames = insecureUrls(options).map(({ hostname }) => hostname);
  return withInsecureHosts(hostnames, check);
}

function insecureUrls({ allowInsecure, addresses }: InsecureOptions): readonly URL[] {
  return allowInsecure === true ? addresses.flatMap(insecureUrl) : [];
}

function insecureUrl(address: unknown): readonly URL[] {
  if (typeof address !== 'string' || !URL.canParse(address) || isLoopbackAddress(address)) return [];
  const url = new URL(address);
  return url.protocol === 'http:' ? [url] : [];
}
