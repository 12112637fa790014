import * as z from 'zod/mini';

/** Loopback hosts, where a page may be served without TLS (design: rules that hold everywhere). */
const LOOPBACK = /^(localhost|[a-z0-9.-]+\.localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/**
 * True for an address that we may send a shopper or a form to: https, or http on a loopback host,
 * and without user information, which only serves to disguise a host.
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

// A bare check: zod's own refine is 0.2 kB more in every page.
export const safeAddress = z.string().check((context) => {
  if (!isSafeAddress(context.value))
    context.issues.push({ code: 'custom', input: context.value, message: 'an https address' });
});
