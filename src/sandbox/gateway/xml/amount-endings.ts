/**
 * Amounts whose last three digits ask for something out of the ordinary, as those of the cards do.
 * `unanswered`: carried out, and never answered. The error 500 has its neighbour's number: prices end in 500.
 */
export const PAYMENT_SET_ENDINGS: Readonly<Record<string, 'error' | 'unanswered'>> = {
  '408': 'unanswered',
  '501': 'error',
};
export const PAYMENT_CREDIT_ENDINGS: Readonly<Record<string, 'declined' | 'unanswered'>> = {
  '101': 'declined',
  '408': 'unanswered',
};

/** For the sandbox's own page. */
export const ENDING_WORDS = {
  'payment-set': { error: 'internal server error (500)', unanswered: 'initiated, and never answered' },
  'payment-credit': { declined: 'declined (101)', unanswered: 'refunded, and never answered' },
} as const;

export const endingOf = (amount: string) => amount.slice(-3);
