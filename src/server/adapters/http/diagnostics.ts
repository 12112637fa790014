import { createRequire } from 'node:module';
import type { Uses } from '../../ports/ports.js';
import { isSameText } from '../../util/same-text.js';
import { problemOfError } from '../../domain/problems/problem.js';

/** Parts of the request that a proxy in front of the backend may change. */
export interface DiagnosedRequest {
  /** The client's address, as authentications report it. */
  readonly client: string | undefined;
  readonly hasForwardedFor: boolean;
  readonly trustProxy: boolean;
}

/** Counter that shows that the store can be written. */
const COUNTER = { key: 'diagnostics', ms: 60_000 };

type DiagnosticsOfPorts = Uses<'book' | 'addToCounter' | 'gateway' | 'now' | 'pages' | 'publicUrl'>;

/**
 * The answer of GET diagnostics, for `scudo-checkout doctor`: clocks, store, gateway account and set-up. It has no
 * secret and no data of orders.
 */
export async function diagnosticsOf(ports: DiagnosticsOfPorts, request: DiagnosedRequest): Promise<object> {
  const [store, gateway] = await Promise.all([storeCheck(ports), gatewayCheck(ports)]);
  return {
    version: packageVersion(),
    node: process.version,
    now: ports.now().toISOString(),
    public_url: ports.publicUrl,
    pages: ports.pages,
    client: request.client ?? null,
    forwarded_for: request.hasForwardedFor,
    trust_proxy: request.trustProxy,
    store,
    gateway,
  };
}

/** Writes a counter, and compares the clocks. */
async function storeCheck({ book, addToCounter, now }: Uses<'book' | 'addToCounter' | 'now'>): Promise<object> {
  try {
    await addToCounter(COUNTER.key, { ms: COUNTER.ms });
    return { ok: true, clock_difference: (await book.now()).getTime() - now().getTime() };
  } catch (error) {
    return { ok: false, reason: problemOfError(error).code };
  }
}

async function gatewayCheck({ gateway }: Uses<'gateway'>): Promise<object> {
  const reason = await gateway.checkAccount().catch(() => 'fault');
  return reason === undefined ? { ok: true } : { ok: false, reason };
}

/** Compares in constant time. The name of the scheme is in any case. */
export function hasToken(authorization: string | undefined, token: string): boolean {
  return isSameText((authorization ?? '').replace(/^bearer /i, 'Bearer '), `Bearer ${token}`);
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
