import type { CardAuthorizationRequest } from '../../../protocol/card-authorization.js';

/** Ordinary declines that the card's own data are the reason of, and their words; the result is 101. */
export const CARD_DECLINES = {
  expired: 'DECLINED - EXPIRED CARD',
  'security-code': 'DECLINED - SECURITY CODE INCORRECT',
} as const;
export type CardDecline = keyof typeof CARD_DECLINES;

/** Security codes that no test card has. */
const WRONG_CODES = ['999', '9999'];

export function declineOfCard({ expdate, cvn }: CardAuthorizationRequest['card'], now: Date): CardDecline | undefined {
  // A card is good until the end of its month.
  if (Date.UTC(2000 + Number(expdate.slice(2)), Number(expdate.slice(0, 2)), 1) <= now.getTime()) return 'expired';
  return WRONG_CODES.includes(cvn?.number ?? '') ? 'security-code' : undefined;
}

export function isCardDecline(how: string): how is CardDecline {
  return Object.hasOwn(CARD_DECLINES, how);
}
