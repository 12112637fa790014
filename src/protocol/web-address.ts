import * as z from 'zod/mini';

/** Loopback hosts, where a page may be served without TLS. */
const LOOPBACK = /^(localhost|[a-z0-9.-]+\.localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/**
 * Returns true for an address to which a shopper or a form may be sent: https, or http on a loopback host, and without
 * user information, which can disguise the host.
 */
export function isSafeAddress(address: string): boolean {
  let url: URL;
  try {
    url = new URL(address);
  } catch {
    return false;
  }
  if (url.username || url.password) return false;
  return url.protocol === 'https:' || (url.protocol === 'http:' && LOOPBACK.test(url.hostname));
}

// A plain check, because zod's refine adds 0.2 kB to every page.
export const safeAddress = z.string().check((context) => {
  if (!isSafeAddress(context.value))
    context.issues.push({ code: 'custom', input: context.value, message: 'an https address' });
});
