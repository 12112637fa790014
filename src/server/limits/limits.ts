/** Limits of what one order and one client may do. */
export interface Limits {
  /** Payments of one order. */
  readonly attemptsPerOrder: number;
  /** Different cards of one order. */
  readonly cardsPerOrder: number;
  /** Version checks of one order. */
  readonly versionChecksPerOrder: number;
  /**
   * Version checks, and redirect payments that begin, of one client in 10 minutes; 0 is no limit, also for the declined
   * cards of clients.
   */
  readonly versionChecksPerClient: number;
  /** Different declined cards of one IPv4 address, or of one IPv6 /64 network, in 10 minutes; 0 is no limit. */
  readonly declinedCardsPerClient: number;
  /** The same for an IPv6 /56 network, such as a home line. */
  readonly declinedCardsPer56: number;
  /** The same for an IPv6 /48 network, such as an office. */
  readonly declinedCardsPer48: number;
  /** Different declined cards of all clients in 10 minutes that are reported (`many-declines`); 0 reports none. */
  readonly declinedCardsReported: number;
  /** Long polls and repeated calls of one order that wait at the same time in one process. */
  readonly waitingPerOrder: number;
  /** Long polls and repeated calls that wait at the same time in one process. */
  readonly waitingInTotal: number;
}

/**
 * The limits of a backend whose options have none.
 * @example
 * createMerchantBackend({ ...options, limits: { waitingInTotal: DEFAULT_LIMITS.waitingInTotal * 2 } });
 */
export const DEFAULT_LIMITS: Limits = {
  attemptsPerOrder: 10,
  cardsPerOrder: 5,
  versionChecksPerOrder: 30,
  versionChecksPerClient: 600,
  declinedCardsPerClient: 10,
  declinedCardsPer56: 40,
  declinedCardsPer48: 200,
  declinedCardsReported: 100,
  waitingPerOrder: 20,
  waitingInTotal: 1000,
};
