/** The kinds of messages, in the order in which a payment sends them. */
export const MESSAGE_KINDS = [
  'protocol-versions',
  /** Request for the method page. */
  'method',
  /** Post of the method page to the merchant. */
  'method-notification',
  'authentications',
  'creq',
  'challenge-attempt',
  'cres',
  /** GET authentications/{id} */
  'authentication-data',
  'auth',
  /** Look-up of an authorization. */
  'query',
  'payment-set',
  /** The choice on the simulator's page. */
  'testpay',
  /** The return message, which the shopper's browser carries to the merchant. */
  'return',
  /** The status message of a payment or refund: one entry for each attempt to deliver it. */
  'status',
  'payment-credit',
  'search',
  'payments-report',
  'refunds-report',
] as const;
/** The kind of a message of the sandbox's log. */
export type MessageKind = (typeof MESSAGE_KINDS)[number];
