import type * as z from '../zod.js';
import { limitedText } from './text.js';

/** The most characters of an address (EMV 3-D Secure, Challenge Request URL). */
export const MAX_ADDRESS_LENGTH = 2048;

/** Loopback hosts, where a page may be served without TLS. */
const LOOPBACK = /^(localhost|[a-z0-9.-]+\.localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/** Returns true for a host of this machine, as `URL.hostname` has it. */
export function isLoopbackHost(hostname: string): boolean {
  return LOOPBACK.test(hostname);
}

/** Returns true for an address on a loopback host. False for text that is not an address. */
export function isLoopbackAddress(address: string): boolean {
  return isLoopbackHost(hostnameOf(address));
}

/** The host of an address; empty for text that is not an address. */
function hostnameOf(address: string): string {
  try {
    return new URL(address).hostname;
  } catch {
    return '';
  }
}

/** Hosts of a test set-up in this process, by the option `allowInsecure` (docs/testing.md#hosts-without-https). */
let insecureHosts: ReadonlySet<string> = new Set<string>();

/** Accepts http for a host in the messages of this process. Only for tests. */
export function acceptInsecureHost(hostname: string): void {
  insecureHosts = new Set([...insecureHosts, hostname]);
}

/** Runs a synchronous check in which http is accepted for these hosts, and for none that was accepted before. */
export function withInsecureHosts<Result>(hosts: readonly string[], check: () => Result): Result {
  const before = insecureHosts;
  insecureHosts = new Set(hosts);
  try {
    return check();
  } finally {
    insecureHosts = before;
  }
}

/** Returns true for an address on a host for which http is accepted. */
export function isInsecureAddress(address: string): boolean {
  return insecureHosts.has(hostnameOf(address));
}

/**
 * A page that came by http itself, from another host than this machine, protects nothing. It works only with a backend
 * that has the option `allowInsecure`.
 */
const isInsecurePage = (globalThis as { readonly isSecureContext?: boolean }).isSecureContext === false;

/**
 * Returns true for an address to which a shopper or a form may be sent: https, or http on a loopback host, and without
 * user information, which can disguise the host. Test set-ups accept http for further hosts.
 */
export function isSafeAddress(address: string): boolean {
  let url: URL;
  try {
    url = new URL(address);
  } catch {
    return false;
  }
  if (url.username || url.password) return false;
  if (url.protocol === 'https:') return true;
  return (
    url.protocol === 'http:' && (isInsecurePage || isLoopbackHost(url.hostname) || insecureHosts.has(url.hostname))
  );
}

// A plain check, because zod's refine adds 0.2 kB to every page.
export const safeAddressSchema: z.ZodMiniString<string> = limitedText(MAX_ADDRESS_LENGTH, 'an https address').check(
  (context) => {
    if (!isSafeAddress(context.value))
      context.issues.push({ code: 'custom', input: context.value, message: 'an https address' });
  },
);
