import type { AuthorizationResult, Behaviour } from '../../cards/behaviours.js';

/** `unanswered`: the money is taken, and nobody ever says so. */
export type Processing = AuthorizationResult | 'unanswered';

/**
 * Amounts whose last three digits ask for an ordinary decline, whatever card and authentication
 * (5101 EUR, that is €51.01, is declined). None is an ending that prices usually have.
 */
export const AMOUNT_ENDINGS: Readonly<Record<string, Processing>> = {
  '101': '101',
  '102': '102',
  '103': '103',
  '111': '111',
  '205': '205',
  '408': 'unanswered',
};

/** Each result's words; the test system's go before them (gateway facts 2.3). */
export const RESULT_WORDS: Readonly<Record<AuthorizationResult, string>> = {
  '00': 'AUTHORISED',
  '101': 'DECLINED',
  '102': 'REFERRAL B',
  '103': 'CARD LOST OR STOLEN',
  '111': 'SOFT DECLINE - STRONG CUSTOMER AUTHENTICATION REQUIRED',
  '200': 'COMMS ERROR',
  '205': 'COMMS ERROR',
};

/** Whether the money is there: the card speaks first, then the amount. The authentication is not asked. */
export function processing(behaviour: Behaviour | undefined, amount: string): Processing {
  const byCard = behaviour?.authorization ?? '00';
  return byCard === '00' ? (AMOUNT_ENDINGS[amount.slice(-3)] ?? '00') : byCard;
}
