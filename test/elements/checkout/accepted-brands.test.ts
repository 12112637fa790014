import { describe, expect, it } from 'vitest';
import { OPEN_ORDER } from '../../browser/scripted-backend.js';
import { checkout, field, pass, press, root, text, type } from './scripted-checkout.js';

const AMEX = '374101000000608';
const JCB = '3566000000000000';

const taking = (...brands: string[]) =>
  checkout({ order: () => ({ ...OPEN_ORDER, methods: [{ code: 'card', brands }] }) });
type Shop = Awaited<ReturnType<typeof taking>>;

const accepted = (shop: Shop) => root(shop).querySelector('#number-accepted')?.textContent;
const marks = (shop: Shop) => root(shop).querySelector('[part~=accepted-cards]')!;
const error = (shop: Shop) => root(shop).querySelector('#number-error')!.textContent;
const calls = ({ backend }: Shop) => backend.calls.map(({ call }) => call).filter((call) => call !== 'order');

async function leave(shop: Shop, number: string): Promise<void> {
  field(shop, 'number').focus();
  type(shop, 'number', number);
  field(shop, 'name').focus();
  await pass(shop, 0);
}

describe('the brands that an order takes', () => {
  it.each([
    [['visa', 'mastercard'], 'Accepted cards: Visa, Mastercard'],
    [['jcb'], 'Accepted cards: JCB'],
    [['diners', 'of-a-later-version', 'amex', 'visa'], 'Accepted cards: Diners Club, American Express, Visa'],
  ])('the form shows and reads out the brands %j', async (brands, spoken) => {
    const shop = await taking(...brands);
    expect(accepted(shop)).toBe(spoken);
    expect(marks(shop).children).toHaveLength(spoken.split(', ').length);
  });

  it('an order without brands takes all six, and shows four and the number of the others', async () => {
    const shop = await checkout();
    expect(accepted(shop)).toBe('Accepted cards: Visa, Mastercard, American Express, Discover, Diners Club, JCB');
    expect(Array.from(marks(shop).children, (one) => one.getAttribute('part')?.trim())).toEqual([
      ...['icon icon-visa', 'icon icon-mastercard', 'icon icon-amex', 'icon icon-discover', 'more-cards'],
    ]);
    expect({ ...marks(shop).querySelector<HTMLElement>('[part=more-cards]')!.dataset }).toEqual({
      count: '+2',
      narrow: '+4',
    });
    await leave(shop, AMEX);
    expect(error(shop)).toBe('');
  });

  it.each([
    [['visa', 'mastercard'], AMEX, 'We do not take American Express here. Use Visa or Mastercard.'],
    [['amex'], '4222 0000', 'We do not take Visa here. Use American Express.'],
    [['visa', 'diners', 'discover'], JCB, 'We do not take JCB here. Use Visa, Diners Club, or Discover.'],
    // The brand is not known yet.
    [['visa'], '3', 'This card number is too short.'],
    [['visa'], '35', 'This card number is too short.'],
    // No brand has such a number.
    [['visa'], '9999', 'This kind of card is not accepted here.'],
    [['of-a-later-version'], AMEX, 'This kind of card is not accepted here.'],
  ])('an order with the brands %j has for the number %s the error: %s', async (brands, number, message) => {
    const shop = await taking(...brands);
    await leave(shop, number);
    expect(error(shop)).toBe(message);
    expect(marks(shop).hasAttribute('data-unseen')).toBe(false);
    type(shop, 'expiry', '12/28');
    type(shop, 'security-code', '1234');
    type(shop, 'name', 'Ada Lovelace');
    await press(shop, 'Pay €19.99');
    await pass(shop, 0);
    expect(error(shop)).toBe(message);
    expect(calls(shop)).toEqual([]);
  });

  it('the accepted cards are in the line of the method if the order has more than one', async () => {
    const methods = [{ code: 'card', brands: ['visa', 'jcb'] }, { code: 'paypal' }];
    const shop = await checkout({ order: () => ({ ...OPEN_ORDER, methods }) });
    const icons = root(shop).querySelectorAll('[part=method-marks]')[0]!.children;
    expect(Array.from(icons, ({ part }) => part.value)).toEqual([
      'icon icon-visa method-mark',
      'icon icon-jcb method-mark',
    ]);
    expect(getComputedStyle(marks(shop)).display).toBe('none');
  });

  it('an error about a brand goes as soon as the digits identify another one', async () => {
    const shop = await taking('visa');
    await leave(shop, AMEX);
    type(shop, 'number', '4');
    await pass(shop, 0);
    expect(error(shop)).toBe('');
    expect(text(shop, 'brand')).toBe('Visa');
    expect(marks(shop).hasAttribute('data-unseen')).toBe(true);
  });

  it.each([
    ['de', 'American Express nehmen wir hier nicht an. Verwenden Sie Visa oder JCB.'],
    ['fr', 'Nous n’acceptons pas American Express ici. Utilisez Visa ou JCB.'],
    ['zh-Hans', '此处不接受 American Express。请使用 Visa或JCB。'],
  ])('in the language %s the error is: %s', async (language, message) => {
    const shop = await taking('visa', 'jcb');
    shop.element.lang = language;
    await expect.poll(() => root(shop).querySelector('[lang]')!.getAttribute('lang')).toBe(language);
    await leave(shop, AMEX);
    expect(error(shop)).toBe(message);
  });
});
