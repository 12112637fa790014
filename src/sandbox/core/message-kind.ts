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
  /** Check of a card, which reserves no money. */
  'otb',
  /** Look-up of an authorization, or of the leg of a capture, void or refund. */
  'query',
  /** Capture of an authorization. */
  'settle',
  /** Capture in parts. */
  'multisettle',
  /** Release of an authorization. */
  'void',
  /** Refund of a card payment. */
  'rebate',
  /** An action of staff on the page of the back office. */
  'portal',
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
