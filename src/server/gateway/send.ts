import type { GatewaySettings } from './gateway-options.js';
import { GatewayError } from './gateway-error.js';

export interface CallOptions {
  readonly signal?: AbortSignal;
}

/** One request within its time limit, its whole body read. Redirects are not followed: a secret's hash goes to one host. */
export async function send(
  { fetch, timeout }: GatewaySettings,
  call: string,
  address: string,
  init: RequestInit,
  { signal }: CallOptions = {},
): Promise<{ readonly status: number; readonly text: string }> {
  const limit = AbortSignal.timeout(timeout);
  try {
    const response = await fetch(address, {
      ...init,
      redirect: 'error',
      signal: signal ? AbortSignal.any([signal, limit]) : limit,
    });
    return { status: response.status, text: await response.text() };
  } catch (cause) {
    throw new GatewayError({ kind: 'unanswered', sent: !neverLeft(cause) }, call, { cause });
  }
}

/** Only a connection that was never made is certain proof that nothing was sent. */
function neverLeft(error: unknown): boolean {
  const { cause, code } = error as { cause?: unknown; code?: unknown };
  if (typeof code === 'string') return ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN'].includes(code);
  return typeof cause === 'object' && cause !== null && neverLeft(cause);
}
