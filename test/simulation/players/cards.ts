import type { Card } from '../../../src/payment.js';
import { TEST_CARDS } from '../../../src/sandbox.js';
import type { Dice } from '../engine/dice.js';

/** The behaviours of usual payments. A behaviour that is listed twice is twice as likely. */
const USUAL = [
  'success',
  'success',
  'success-no-method',
  'challenge',
  'challenge',
  'challenge',
  'decoupled',
  'success',
];
/** Each behaviour of the test cards once, and the usual ones three times more. */
const BEHAVIOURS = [...new Set(TEST_CARDS.map(({ behaviour }) => behaviour as string)), ...USUAL, ...USUAL, ...USUAL];

const CODES = ['731', '7319'] as const;
/** The name on every card, which is not the name of a payer. */
export const CARDHOLDER = 'Grace Hopper';
/** Texts that only a call with a card may have. A code is looked for as a whole JSON value. */
export const SECRETS: readonly string[] = [CARDHOLDER, ...CODES.map((code) => `"${code}"`)];

/** Returns a card of the sandbox. */
export function chooseCard(dice: (label: string) => Dice, isExempt = false): Card {
  const usual = dice('behaviour').pick(BEHAVIOURS);
  // An issuer that refuses an exemption declines softly.
  const behaviour = isExempt && dice('soft decline').chance(0.3) ? 'declined-111' : usual;
  const { number } = dice('card').pick(TEST_CARDS.filter((card) => card.behaviour === behaviour));
  return {
    number,
    expiryMonth: '12',
    expiryYear: '30',
    securityCode: number.startsWith('37') ? CODES[1] : CODES[0],
    fullName: CARDHOLDER,
  };
}

/** Returns the card with a field that the backend refuses. */
export function mistyped(card: Card, dice: Dice): Card {
  const mistake = dice.pick(['number', 'expiry', 'code']);
  if (mistake === 'expiry') return { ...card, expiryYear: '20' };
  if (mistake === 'code') return { ...card, securityCode: '12' };
  const last = (Number(card.number.at(-1)) + 1) % 10;
  return { ...card, number: `${card.number.slice(0, -1)}${last}` };
}
