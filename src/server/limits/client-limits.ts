import type { Fingerprint } from '../domain/identifiers/fingerprint-key.js';
import { tooManyRequests, WINDOW, type Caller } from './declined-cards.js';
import type { Limits } from './limits.js';
import type { OrderBook } from '../book/order-book.js';
import type { OrderStore } from '../book/order-store.js';

interface ClientLimitsContext {
  readonly book: OrderBook;
  readonly limits: Limits;
  readonly addToCounter: OrderStore['addToCounter'];
  readonly fingerprint: Fingerprint;
}

/**
 * Counts the first call of a payment of a client, across all orders and processes. It is a version check, a redirect
 * payment, or a call to pay that is refused for good. The store receives a keyed fingerprint of the address
 * (docs/data.md#counters).
 * @throws {Problem} too-many-requests
 */
export async function countPaymentStart(
  { book, limits, addToCounter, fingerprint }: ClientLimitsContext,
  { networks: [client] }: Caller,
): Promise<void> {
  if (client === undefined || limits.versionChecksPerClient === 0) return;
  const { value, endsAt } = await addToCounter(await counterKey(fingerprint, client.key), { ms: WINDOW });
  if (value <= limits.versionChecksPerClient) return;
  throw tooManyRequests(await book.now(), endsAt);
}

/** Requests of one client with a token for GET diagnostics, in the window of a counter. */
const DIAGNOSTICS_PER_CLIENT = 100;

/**
 * Counts a request with a token for GET diagnostics, apart from the payments of the client. Clients without a key share
 * a counter. The right token is counted, too: a guess beyond the limit must not differ from a wrong one.
 * @throws {Problem} too-many-requests
 */
export async function countDiagnostics(
  { book, addToCounter, fingerprint }: Omit<ClientLimitsContext, 'limits'>,
  client = 'unknown',
): Promise<void> {
  const { value, endsAt } = await addToCounter(`diagnostics ${await fingerprint(`client ${client}`)}`, { ms: WINDOW });
  if (value > DIAGNOSTICS_PER_CLIENT) throw tooManyRequests(await book.now(), endsAt);
}

async function counterKey(fingerprint: Fingerprint, client: string): Promise<string> {
  return `version-checks ${await fingerprint(`client ${client}`)}`;
}
