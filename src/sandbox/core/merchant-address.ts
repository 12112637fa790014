import { isLoopbackHost } from '../../protocol/values/web-address.js';
import type { Settings } from './settings.js';

/** Returns true for an http or https address of this machine, or of a host that the option `merchantHosts` names. */
export function isMerchantAddress(address: string, { merchantHosts }: Pick<Settings, 'merchantHosts'>): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname } = new URL(address);
  return /^https?:$/.test(protocol) && (isLoopbackHost(hostname) || merchantHosts.includes(hostname));
}
