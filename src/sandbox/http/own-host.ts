import { isLoopbackHost } from '../../protocol/values/web-address.js';

/** The options that name the hosts of a sandbox. */
interface HostSettings {
  readonly baseUrl: string;
  readonly merchantHosts: readonly string[];
}

/**
 * Returns true for a request to a name of this machine, an IP address, or a host of the options `baseUrl` and
 * `merchantHosts`. A page of another site can give its own name the address of this machine (DNS rebinding), and would
 * read the message log as its own.
 */
export function isOwnHost(address: string, { baseUrl, merchantHosts }: HostSettings): boolean {
  const { hostname } = new URL(address);
  const isIpAddress = /^(\d+\.\d+\.\d+\.\d+|\[.*\])$/.test(hostname);
  return (
    isIpAddress ||
    isLoopbackHost(hostname) ||
    hostname === new URL(baseUrl).hostname ||
    merchantHosts.includes(hostname)
  );
}
