import { randomUUID } from 'node:crypto';
import { readAuthentication } from './authentications.js';
import { GatewayError, type GatewayFailure } from './gateway-error.js';
import type { GatewaySettings } from './gateway-options.js';

/** Why the account cannot be used: how the call failed, or that the other side does not check hashes. */
export type AccountFault = GatewayFailure['kind'] | 'not-a-gateway';

/**
 * Asks for a transaction that does not exist, because the gateway checks the hash before it looks for the transaction: with
 * the account's hash it answers 404, with a wrong one 401. Another server answers both alike.
 * @returns undefined for an account that the gateway accepts
 */
export async function accountFault(settings: GatewaySettings): Promise<AccountFault | undefined> {
  const answer = await failureOf(settings);
  if (answer !== 'not-found') return answer ?? 'not-a-gateway';
  const toWrongHash = await failureOf({ ...settings, secret: randomUUID() });
  return toWrongHash === 'unauthorized' ? undefined : 'not-a-gateway';
}

async function failureOf(settings: GatewaySettings): Promise<GatewayFailure['kind'] | undefined> {
  try {
    await readAuthentication(settings, randomUUID());
    return undefined;
  } catch (error) {
    if (error instanceof GatewayError) return error.failure.kind;
    throw error;
  }
}
