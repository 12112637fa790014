import { mayTakePayment, type AuthenticationRecord, type OrderRecord } from './order-record.js';

/** Milliseconds that an authentication or challenge has, which was begun before the order expired. */
const LAST_CHALLENGE = 600_000;

/** Stages of an authentication that was begun and has not ended. */
const BEGUN: readonly AuthenticationRecord['stage'][] = ['requested', 'challenge', 'decoupled', 'authorizing'];

/** True from the time on from which no payment of the order begins. */
export function isExpired({ expiresAt }: Pick<OrderRecord, 'expiresAt'>, at: Date): boolean {
  return expiresAt !== undefined && at.getTime() >= Date.parse(expiresAt);
}

/**
 * Time at which an order that was not paid ends, ISO 8601 in UTC: its `expiresAt`, or ten minutes later when an
 * authentication was begun before. Undefined for an order that does not expire, or waits for a payment.
 */
export function endsAt(record: OrderRecord): string | undefined {
  const { expiresAt, authentications } = record;
  if (expiresAt === undefined || !mayTakePayment(record)) return undefined;
  const isBegun = authentications.some(({ stage }) => BEGUN.includes(stage));
  return isBegun ? new Date(Date.parse(expiresAt) + LAST_CHALLENGE).toISOString() : expiresAt;
}
