import { randomUUID } from 'node:crypto';
import { searchAuthentications } from './authentication-search.js';
import { readAuthentication } from './authentications.js';
import { GatewayError, type GatewayFailure } from './gateway-error.js';
import type { GatewaySettings } from './gateway-options.js';

/** Why the account cannot be used: how the call failed, or what the gateway refuses. */
export type AccountFault = GatewayFailure['kind'] | 'not-a-gateway' | 'wrong-account';

/** Length of the search, in milliseconds. What it finds is not read. */
const SEARCHED = 60_000;

/**
 * Checks address, merchant, secret and account with calls that charge nothing and need no card.
 * @returns undefined when the gateway refuses none of them
 */
export async function accountFault(settings: GatewaySettings): Promise<AccountFault | undefined> {
  return (await secretFault(settings)) ?? (await subAccountFault(settings));
}

/**
 * Reads a transaction that does not exist. The gateway checks the hash before it looks for the transaction: with the
 * account's hash it answers 404, with a wrong one 401. Another server answers both alike.
 */
async function secretFault(settings: GatewaySettings): Promise<AccountFault | undefined> {
  const answer = await failureOf(readAuthentication(settings, randomUUID()));
  if (answer?.kind !== 'not-found') return answer?.kind ?? 'not-a-gateway';
  const toWrongHash = await failureOf(readAuthentication({ ...settings, secret: randomUUID() }, randomUUID()));
  return toWrongHash?.kind === 'unauthorized' ? undefined : 'not-a-gateway';
}

/** The search has the account. Only a refusal that names it counts: gateways differ in the hash of a search. */
async function subAccountFault(settings: GatewaySettings): Promise<AccountFault | undefined> {
  const startedTo = settings.now();
  const query = { startedFrom: new Date(startedTo.getTime() - SEARCHED), startedTo };
  const failure = await failureOf(searchAuthentications(settings, query, 1));
  return failure?.kind === 'invalid' && failure.body?.errorDetail?.includes('account_id') ? 'wrong-account' : undefined;
}

async function failureOf(call: Promise<unknown>): Promise<GatewayFailure | undefined> {
  try {
    await call;
    return undefined;
  } catch (error) {
    if (error instanceof GatewayError) return error.failure;
    throw error;
  }
}
