import { acceptInsecureHost, isLoopbackAddress } from '../../protocol/values/web-address.js';

/** Hosts for which the warning was written, so that a gateway client of a backend does not repeat it. */
const warned = new Set<string>();

/**
 * Accepts http: for the hosts of a test set-up, such as `http://sandbox:4174` in a network of containers, if
 * `allowInsecure` is true. Writes one line for new hosts. Does nothing otherwise.
 * @param addresses values of options, not checked yet
 */
export function acceptInsecureHosts(
  allowInsecure: unknown,
  addresses: readonly unknown[],
  warn = (line: string) => globalThis.console.warn(line),
): void {
  if (allowInsecure !== true) return;
  const hosts = addresses.flatMap((address) => {
    if (typeof address !== 'string' || !URL.canParse(address) || isLoopbackAddress(address)) return [];
    const { protocol, hostname, host } = new URL(address);
    if (protocol !== 'http:') return [];
    acceptInsecureHost(hostname);
    return [host];
  });
  const fresh = [...new Set(hosts)].filter((host) => !warned.has(host));
  if (fresh.length === 0) return;
  for (const host of fresh) warned.add(host);
  warn(
    `scudo: allowInsecure accepts http: for ${fresh.join(', ')}. Card data and orders travel unencrypted: use it for tests only.`,
  );
}
