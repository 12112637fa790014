/** Times of the delivery of status messages, in milliseconds. The documents show no guarantees. */
export interface DeliveryTimes {
  /** Pause before the second attempt. Each further pause is twice as long. */
  readonly firstPause: number;
  readonly longestPause: number;
  /** From the time when the message was first due. */
  readonly giveUpAfter: number;
  /** Time that the merchant's endpoint has for its answer. */
  readonly timeout: number;
}

export const DELIVERY_TIMES: DeliveryTimes = {
  firstPause: 5_000,
  longestPause: 3_600_000,
  giveUpAfter: 3 * 86_400_000,
  timeout: 10_000,
};
