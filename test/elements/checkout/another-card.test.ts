import { describe, expect, it } from 'vitest';
import { OUTCOMES, type OutcomeCode } from '../../../src/protocol/adapter/outcome-codes.js';
import type { BackendAnswer } from '../../../src/payment/backend-client/backend-client.js';
import { outcomeOf } from '../../../src/payment/outcome.js';
import { OPEN_ORDER, PAID } from '../../browser/scripted-backend.js';
import {
  checkout,
  field,
  focused,
  METHODS,
  pass,
  press,
  root,
  status,
  text,
  type,
  typeCard,
} from './scripted-checkout.js';

const CARD_FIELDS = ['number', 'expiry', 'security-code', 'name'] as const;
const RETRYABLE = Object.entries(OUTCOMES).filter(([, { retryable }]) => retryable);
const codes = (sameCard: boolean) => RETRYABLE.filter(([, one]) => one.sameCard === sameCard).map(([code]) => code);

const ends = (code: string) => (): BackendAnswer => ({
  result: 'outcome',
  outcome: outcomeOf(code as OutcomeCode, { id: 'A1', state: 'open' }),
});

async function after(code: string, methods = METHODS) {
  const shop = await checkout({ authenticate: ends(code), order: () => ({ ...OPEN_ORDER, methods }) });
  typeCard(shop);
  await press(shop, 'Pay €19.99');
  await pass(shop, 0);
  return shop;
}
type Shop = Awaited<ReturnType<typeof after>>;

const values = (shop: Shop) => CARD_FIELDS.map((id) => field(shop, id).value);
const buttons = (shop: Shop) =>
  Array.from(root(shop).querySelectorAll('[part~=outcome] button'), ({ textContent }) => textContent);

describe('a card that may not be tried again', () => {
  it.each(codes(false))('after %s the form is emptied of the card, and the number has the focus', async (code) => {
    const shop = await after(code);
    expect(values(shop)).toEqual(['', '', '', '']);
    expect(focused(shop)).toBe('number');
    expect(status(shop)).toBe(OUTCOMES[code as OutcomeCode].status);
    expect(buttons(shop)).toEqual(['Use another card', 'Pay with PayPal', 'Pay with iDEAL']);
    // Screen readers read the outcome after the name of the field.
    const announced = root(shop).querySelector('form > [aria-live=polite].for-readers')!.textContent!;
    expect(announced).toContain(text(shop, 'outcome-title'));
    expect(announced).toContain(text(shop, 'outcome-text'));
    type(shop, 'number', '4222000006285344');
    type(shop, 'expiry', '12/28');
    type(shop, 'security-code', '123');
    type(shop, 'name', 'Ada Lovelace');
    shop.backend.answers.authenticate = () => PAID;
    await press(shop, 'Pay €19.99');
    await pass(shop, 0);
    expect(shop.reported.at(-1)).toBe('paid authorized');
  });

  it('the link to another card leads to the number, and another method to its own fields', async () => {
    const shop = await after('issuer-rejected');
    field(shop, 'name').focus();
    await press(shop, 'Use another card');
    expect([status(shop), focused(shop)]).toEqual([undefined, 'number']);

    const other = await after('issuer-rejected');
    await press(other, 'Pay with iDEAL');
    expect(status(other)).toBeUndefined();
    expect(root(other).querySelector<HTMLInputElement>('input[value=ideal]')!.checked).toBe(true);
    expect(focused(other)).toBe('holder');
  });

  it('an order without another method offers another card only', async () => {
    expect(buttons(await after('card-blocked', [{ code: 'card' }]))).toEqual(['Use another card']);
  });
});

it('after order-changed all texts stay, because nothing was sent, and Pay is the only button', async () => {
  const shop = await after('order-changed');
  expect(values(shop)).toEqual(['4222 0000 0628 5344', '12 / 28', '123', 'Ada Lovelace']);
  expect(buttons(shop)).toEqual([]);
});

const SAME_CARD = codes(true).filter((code) => code !== 'order-changed');

it.each(SAME_CARD)('after %s the same card may be tried: only the security code is emptied', async (code) => {
  const shop = await after(code);
  expect(values(shop)).toEqual(['4222 0000 0628 5344', '12 / 28', '', 'Ada Lovelace']);
  expect(focused(shop)).toBe('outcome-title');
  expect(buttons(shop)).toEqual(['Try again']);
});
