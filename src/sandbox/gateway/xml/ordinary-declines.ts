import type { AuthorizationResult, Behaviour } from '../../cards/behaviours.js';
import { AUTHORIZATION_ENDINGS, endingOf } from './amount-endings.js';

/** `unanswered`: the money is taken and the answer is lost. `not-approved`: the card is refused with 108, unsigned. */
export type Processing = AuthorizationResult | 'not-approved' | 'unanswered';

/** Each result's message, which follows "[ test system ]" (docs/reference/gateway.md#card-authorization-response). */
export const RESULT_MESSAGES: Readonly<Record<AuthorizationResult, string>> = {
  '00': 'AUTHORISED',
  '101': 'DECLINED',
  '102': 'REFERRAL B',
  '103': 'CARD LOST OR STOLEN',
  '111': 'SOFT DECLINE - STRONG CUSTOMER AUTHENTICATION REQUIRED',
  '200': 'COMMS ERROR',
  '205': 'COMMS ERROR',
};

/**
 * Decides about the money: by the card first, then by the amount. A card that is declined with 111 is approved once the
 * cardholder has confirmed the payment.
 */
export function processing(behaviour: Behaviour | undefined, amount: string, isConfirmed = false): Processing {
  const authorization = behaviour?.authorization ?? '00';
  const byCard = authorization === '111' && isConfirmed ? '00' : authorization;
  return byCard === '00' ? (AUTHORIZATION_ENDINGS[endingOf(amount)] ?? '00') : byCard;
}
