import { createHash, timingSafeEqual } from 'node:crypto';
import { createRequire } from 'node:module';
import type { BackendContext } from '../orders/backend-context.js';
import { problemOfError } from '../orders/problems/problem.js';

/** Parts of the request that a proxy in front of the backend may change. */
export interface DiagnosedRequest {
  /** The client's address, as authentications report it. */
  readonly client: string | undefined;
  readonly hasForwardedFor: boolean;
  readonly trustProxy: boolean;
}

/** Counter that shows that the store can be written. */
const COUNTER = { key: 'diagnostics', ms: 60_000 };

/**
 * The answer of GET diagnostics, for `scudo-checkout doctor`: clocks, store, gateway account and set-up. It has no
 * secret and no data of orders.
 */
export async function diagnosticsOf(context: BackendContext, request: DiagnosedRequest): Promise<object> {
  const [store, gateway] = await Promise.all([storeCheck(context), gatewayCheck(context)]);
  return {
    version: packageVersion(),
    node: process.version,
    now: context.now().toISOString(),
    public_url: context.publicUrl,
    pages: context.pages,
    client: request.client ?? null,
    forwarded_for: request.hasForwardedFor,
    trust_proxy: request.trustProxy,
    store,
    gateway,
  };
}

/** Writes a counter, and compares the clocks. */
async function storeCheck({ book, count, now }: BackendContext): Promise<object> {
  try {
    await count(COUNTER.key, { ms: COUNTER.ms });
    return { ok: true, clock_difference: (await book.now()).getTime() - now().getTime() };
  } catch (error) {
    return { ok: false, reason: problemOfError(error).code };
  }
}

async function gatewayCheck({ gateway }: BackendContext): Promise<object> {
  const reason = await gateway.checkAccount().catch(() => 'fault');
  return reason === undefined ? { ok: true } : { ok: false, reason };
}

/** Compares in constant time. */
export function hasToken(authorization: string | undefined, token: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(authorization ?? ''), digest(`Bearer ${token}`));
}

/** Undefined for a backend that is bundled without the package's files. */
function packageVersion(): string | undefined {
  try {
    const { version } = createRequire(import.meta.url)('scudo-checkout/package.json') as { readonly version: string };
    return version;
  } catch {
    return undefined;
  }
}
