/**
 * The limits of a backend whose options have none.
 * @example
 * createMerchantBackend({ ...options, limits: { waitingInTotal: DEFAULT_LIMITS.waitingInTotal * 2 } });
 */
export const DEFAULT_LIMITS = {
  /** Payments of one order. */
  attemptsPerOrder: 10,
  /** Different cards of one order. */
  cardsPerOrder: 5,
  /** Version checks of one order. */
  versionChecksPerOrder: 30,
  /**
   * Version checks, redirect payments that begin, and payments that are refused for good, of one client in 10 minutes;
   * 0 is no limit, also for the declined cards of clients.
   */
  versionChecksPerClient: 600,
  /** Different declined cards of one IPv4 address, or of one IPv6 /64 network, in 10 minutes; 0 is no limit. */
  declinedCardsPerClient: 10,
  /** The same for an IPv6 /56 network, such as a home line. */
  declinedCardsPer56: 40,
  /** The same for an IPv6 /48 network, such as an office. */
  declinedCardsPer48: 200,
  /** Different declined cards of all clients in 10 minutes that are reported (`many-declines`); 0 reports none. */
  declinedCardsReported: 100,
  /** Long polls and repeated calls of one order that wait at the same time in one process. */
  waitingPerOrder: 20,
  /** Long polls and repeated calls that wait at the same time in one process. */
  waitingInTotal: 1000,
} as const;

/** Limits of what one order and one client may do. */
export type Limits = { readonly [Name in keyof typeof DEFAULT_LIMITS]: number };

/** The limits that 0 switches off. */
export const OPTIONAL_LIMITS: readonly string[] = [
  'versionChecksPerClient',
  'declinedCardsPerClient',
  'declinedCardsPer56',
  'declinedCardsPer48',
  'declinedCardsReported',
] satisfies (keyof Limits)[];
