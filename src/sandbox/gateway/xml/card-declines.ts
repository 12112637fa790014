import type { CardAuthorizationRequest } from '../../../protocol/authorization/card-authorization.js';

/** Messages of ordinary declines because of the card's own data. The result is 101. */
export const CARD_DECLINES = {
  expired: 'DECLINED - EXPIRED CARD',
  'security-code': 'DECLINED - SECURITY CODE INCORRECT',
} as const;
export type CardDecline = keyof typeof CARD_DECLINES;

/** Security codes that are wrong for every card. */
const WRONG_CODES = ['999', '9999'];

export function declineOfCard({ expdate, cvn }: CardAuthorizationRequest['card'], now: Date): CardDecline | undefined {
  // A card is valid until the end of its month.
  if (Date.UTC(2000 + Number(expdate.slice(2)), Number(expdate.slice(0, 2)), 1) <= now.getTime()) return 'expired';
  return WRONG_CODES.includes(cvn?.number ?? '') ? 'security-code' : undefined;
}

export function isCardDecline(how: string): how is CardDecline {
  return Object.hasOwn(CARD_DECLINES, how);
}
