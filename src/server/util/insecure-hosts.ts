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
  { allowInsecure, addresses }: InsecureOptions,
  check: () => readonly OptionMistake[],
  warn = (line: string) => globalThis.console.warn(line),
): void {
  const urls = allowInsecure === true ? addresses.flatMap(insecureUrl) : [];
  const hostnames = urls.map(({ hostname }) => hostname);
  refuseMistakes(withInsecureHosts(hostnames, check));
  for (const hostname of hostnames) acceptInsecureHost(hostname);
  const fresh = [...new Set(urls.map(({ host }) => host))].filter((host) => !warned.has(host));
  if (fresh.length === 0) return;
  for (const host of fresh) warned.add(host);
  warn(
    `scudo: allowInsecure accepts http: for ${fresh.join(', ')}. Card data and orders travel unencrypted: use it for tests only.`,
  );
}

function insecureUrl(address: unknown): readonly URL[] {
  if (typeof address !== 'string' || !URL.canParse(address) || isLoopbackAddress(address)) return [];
  const url = new URL(address);
  return url.protocol === 'http:' ? [url] : [];
}
