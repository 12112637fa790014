import { write, type CheckedElement } from './write-mistake.js';

const watched = new WeakSet<CheckedElement>();

/**
 * Reports the frames and calls of a backend that the Content-Security-Policy of the page blocks, while the element is
 * connected.
 */
export function watchPolicy(host: CheckedElement): void {
  if (watched.has(host)) return;
  watched.add(host);
  const report = (event: SecurityPolicyViolationEvent) => reportViolation(host, event);
  host.addController({
    hostConnected: () => document.addEventListener('securitypolicyviolation', report),
    hostDisconnected: () => document.removeEventListener('securitypolicyviolation', report),
  });
}

/**
 * Requests a page of the backend after a call that failed without an answer. A policy may have blocked the call before
 * this code was loaded, and then blocks this request as well.
 */
export function probePolicy(host: CheckedElement, fetch: typeof globalThis.fetch): void {
  const root = rootOf(host);
  if (root) fetch(new URL('frame', root), { mode: 'no-cors' }).catch(() => undefined);
}

function reportViolation(
  host: CheckedElement,
  { blockedURI, disposition, effectiveDirective }: SecurityPolicyViolationEvent,
): void {
  const isFrame = effectiveDirective === 'frame-src' || effectiveDirective === 'child-src';
  // A policy that only reports blocks nothing.
  if (disposition === 'report' || !(isFrame || effectiveDirective === 'connect-src')) return;
  const root = rootOf(host);
  if (!root || !isBelow(blockedURI, root)) return;
  const directive = isFrame ? 'frame-src' : 'connect-src';
  const source = root.origin === location.origin ? "'self'" : root.origin;
  const what = `The Content-Security-Policy of the page blocks the ${isFrame ? 'frame' : 'call to'} ${blockedURI}.`;
  // The page fetches languages and data from its own origin.
  const sources = isFrame || source === "'self'" ? source : `'self' ${source}`;
  const more = ` Its directive ${directive} has to allow ${source}: "${directive} ${sources}".`;
  write(host, { code: isFrame ? 'frame-blocked' : 'call-blocked', what, subject: root.href, more });
}

/** The address below which the backend answers: that of the element, or of its adapter. */
function rootOf({ backend, adapter }: CheckedElement): URL | undefined {
  const { framePage } = (adapter ?? {}) as { readonly framePage?: unknown };
  const address = backend === '' ? framePage : `${backend.replace(/\/$/, '')}/`;
  const url = typeof address === 'string' ? urlOf(address) : undefined;
  return url && new URL('.', url);
}

/** Browsers shorten the address of another origin to the origin, for example after a redirect. */
function isBelow(blocked: string, root: URL): boolean {
  return blocked.startsWith(root.href) || blocked === root.origin;
}

/** The origin of an address, which may be relative to the page; undefined for text that is not an address. */
export function originOf(address: string): string | undefined {
  return urlOf(address)?.origin;
}

function urlOf(address: string): URL | undefined {
  try {
    return new URL(address, document.baseURI);
  } catch {
    return undefined;
  }
}
