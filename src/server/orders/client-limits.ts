import type { BackendContext } from './backend-context.js';
import type { Fingerprint } from './fingerprint-key.js';
import { Problem } from './problem.js';

/** Time for which a counter of a client runs, in milliseconds. */
const WINDOW = 600_000;

/**
 * Counts the first call of a payment of a client, which is a version check or a redirect payment, across all orders and
 * processes. The store receives a keyed fingerprint of the
 * address (docs/data.md#counters).
 * @param client key of the client (`clientKey`); undefined for a client that is not counted
 * @throws {Problem} too-many-requests
 */
export async function countPaymentStart(
  { book, limits, count, fingerprint }: Pick<BackendContext, 'book' | 'limits' | 'count' | 'fingerprint'>,
  client: string | undefined,
): Promise<void> {
  if (client === undefined || limits.versionChecksPerClient === 0) return;
  const { value, endsAt } = await count(await counterKey(fingerprint, client), { ms: WINDOW });
  if (value <= limits.versionChecksPerClient) return;
  const ms = endsAt.getTime() - (await book.now()).getTime();
  throw new Problem('too-many-requests', [], { retryAfter: Math.max(1, Math.ceil(ms / 1000)) });
}

async function counterKey(fingerprint: Fingerprint, client: string): Promise<string> {
  return `version-checks ${await fingerprint(`client ${client}`)}`;
}
