import { fixture, html } from '@open-wc/testing';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { ScudoCheckout } from '../../../src/index.js';
import '../../../src/index.js';
import { LANGUAGES } from '../../../src/elements/i18n/languages.js';
import { ENGLISH_MESSAGES } from '../../../src/elements/i18n/english.js';
import type { Order } from '../../../src/payment/backend-client/backend-client.js';
import { BackendError } from '../../../src/payment/backend-client/backend-error.js';
import { stillClock } from '../../../demo/pages/gallery/still-clock.js';
import { OPEN_ORDER, scriptedBackend, UNFINISHED_ORDER } from '../../browser/scripted-backend.js';
import { field, pass, payButton, press, root, status, type, typeCard, type Shop } from './scripted-checkout.js';

interface EarlyShop extends Shop {
  /** Answers the request for the order. */
  read(order: Order | BackendError): Promise<void>;
}

/** A checkout whose order is not read yet. */
async function unread(attributes: Partial<Pick<ScudoCheckout, 'methods' | 'amount' | 'currency' | 'lang'>> = {}) {
  const answers: ((order: Order | Promise<never>) => void)[] = [];
  const backend = scriptedBackend({ order: () => new Promise<Order>((resolve) => answers.push(resolve)) });
  const clock = stillClock();
  const { methods, amount, currency, lang } = {
    ...{ methods: 'card', amount: '1999', currency: 'EUR', lang: 'en' },
    ...attributes,
  };
  const element = await fixture<ScudoCheckout>(html`<scudo-checkout
    order="A1"
    lang=${lang}
    .methods=${methods}
    .amount=${amount}
    .currency=${currency}
    .adapter=${backend}
    .clock=${clock}
  ></scudo-checkout>`);
  const shop: EarlyShop = {
    ...{ element, backend, clock, reported: [], left: [] },
    async read(order) {
      answers.shift()?.(order instanceof BackendError ? Promise.reject(order) : order);
      await pass(shop, 0);
    },
  };
  await pass(shop, 0);
  return shop;
}

const label = (shop: Shop) =>
  payButton(shop)
    ?.textContent?.trim()
    .replace(/\u00a0/gu, ' ');
const payments = ({ backend }: Shop) =>
  backend.calls.filter(({ call }) => call === 'authenticate' || call === 'redirect');

describe('a form before its order', () => {
  afterEach(() => Reflect.deleteProperty(LANGUAGES, 'xx'));

  it('a checkout that knows nothing of its order shows the places of its fields, without a spinner', async () => {
    const shop = await unread({ amount: '' });
    const progress = root(shop).querySelector('[part=progress]')!;
    expect(progress.textContent).toBe('Loading your order…');
    expect(getComputedStyle(progress, '::before').content).toBe('none');
    const boxOf = (element: Element) => element.getBoundingClientRect();
    const places = [...root(shop).querySelectorAll('.skeleton > *')].slice(2).map(boxOf);
    await shop.read({ ...OPEN_ORDER, description: 'One fine coin', methods: [{ code: 'card' }] });
    expect(root(shop).querySelector('.skeleton')).toBeNull();
    const inputs = ['number', 'expiry', 'security-code', 'name'].map((id) => boxOf(field(shop, id)));
    const boxes = [...inputs, boxOf(payButton(shop))];
    expect(places).toHaveLength(boxes.length);
    for (const [index, { top, left, width, height }] of boxes.entries()) {
      const place = places[index]!;
      // A line of text has another height in each font.
      expect(Math.abs(place.top - top), `top of ${index}`).toBeLessThan(12);
      for (const [is, was] of [
        [left, place.left],
        [width, place.width],
        [height, place.height],
      ] as const)
        expect(Math.abs(is - was), `box of ${index}`).toBeLessThan(5);
    }
  });

  it('a checkout with methods and amount shows its form before the order is read', async () => {
    const shop = await unread();
    expect(label(shop)).toBe('Pay €19.99');
    expect(shop.element.matches(':state(ready)')).toBe(false);
    expect(field(shop, 'number').readOnly).toBe(false);
    type(shop, 'number', '4222000006285344');
    expect(field(shop, 'number').value).toBe('4222 0000 0628 5344');
    expect(root(shop).textContent).not.toContain('Loading your order');
    const number = field(shop, 'number');
    await shop.read(OPEN_ORDER);
    expect(shop.element.matches(':state(ready)')).toBe(true);
    expect(field(shop, 'number')).toBe(number);
    expect(number.value).toBe('4222 0000 0628 5344');
  });

  it('Pay before the order is there waits for it, and pays it once', async () => {
    const shop = await unread();
    typeCard(shop);
    const first = shop.element.pay();
    const second = shop.element.pay();
    await pass(shop, 0);
    expect(label(shop)).toBe('Paying €19.99…');
    expect(field(shop, 'number').readOnly).toBe(true);
    expect(payments(shop)).toEqual([]);
    await shop.read(OPEN_ORDER);
    expect([await first, await second]).toEqual([true, false]);
    await pass(shop, 0);
    expect(payments(shop)).toHaveLength(1);
    expect(status(shop)).toBe('paid');
  });

  it.each<[string, Partial<Order>, string]>([
    ['amount', { amount: '2999' }, 'Pay €29.99'],
    ['currency', { currency: 'USD' }, 'Pay $19.99'],
    ['exponent', { exponent: 0 }, 'Pay €1,999'],
  ])('an order with another %s than the form has shown needs another press of Pay', async (_what, change, expected) => {
    const shop = await unread();
    typeCard(shop);
    const paid = shop.element.pay();
    await pass(shop, 0);
    await shop.read({ ...OPEN_ORDER, ...change });
    expect(await paid).toBe(false);
    await pass(shop, 0);
    expect(payments(shop)).toEqual([]);
    expect(label(shop)).toBe(expected);
    expect(root(shop).querySelector('form [part~=message]')?.textContent).toContain('The amount is now');
    expect(field(shop, 'number').value).toBe('4222 0000 0628 5344');
    await press(shop, payButton(shop).textContent!);
    await pass(shop, 0);
    expect(status(shop)).toBe('paid');
  });

  it('an order without the chosen method is not paid by another one', async () => {
    const shop = await unread();
    typeCard(shop);
    const paid = shop.element.pay();
    await pass(shop, 0);
    await shop.read({ ...OPEN_ORDER, methods: [{ code: 'paypal' }] });
    expect(await paid).toBe(false);
    expect(payments(shop)).toEqual([]);
    expect(label(shop)).toBe('Continue to PayPal');
  });

  it('a brand that the order does not take is refused once the order is there', async () => {
    const shop = await unread();
    typeCard(shop);
    const paid = shop.element.pay();
    await pass(shop, 0);
    expect(field(shop, 'number').getAttribute('aria-invalid')).toBe('false');
    await shop.read({ ...OPEN_ORDER, methods: [{ code: 'card', brands: ['amex'] }] });
    expect(await paid).toBe(false);
    await pass(shop, 0);
    expect(field(shop, 'number').getAttribute('aria-invalid')).toBe('true');
    expect(payments(shop)).toEqual([]);
  });

  it.each<[string, Order]>([
    ['paid', { ...OPEN_ORDER, state: 'paid' }],
    ['pending', UNFINISHED_ORDER],
    ['cancelled', { ...OPEN_ORDER, state: 'cancelled' }],
  ])('an order that is %s replaces the form, and nothing that was typed is sent or kept', async (_state, order) => {
    const shop = await unread();
    typeCard(shop);
    const number = field(shop, 'number');
    const paid = shop.element.pay();
    await pass(shop, 0);
    await shop.read(order);
    expect(await paid).toBe(false);
    await pass(shop, 0);
    expect(payments(shop)).toEqual([]);
    expect(root(shop).querySelector('#number')).toBeNull();
    expect(root(shop).querySelector('[part~=outcome]')).not.toBeNull();
    expect(number.value).toBe('');
  });

  it('an order that cannot be read ends the wait, and keeps what was typed', async () => {
    const shop = await unread();
    typeCard(shop);
    const paid = shop.element.pay();
    await pass(shop, 0);
    const failure = new BackendError({ kind: 'problem', code: 'invalid-request', retryable: false, fields: [] }, 'no');
    await shop.read(failure);
    expect(await paid).toBe(false);
    await pass(shop, 0);
    expect(root(shop).querySelector('[role=alert]')?.textContent).toBe('Your order could not be loaded.');
    await press(shop, 'Try again');
    await shop.read(OPEN_ORDER);
    expect(field(shop, 'number').value).toBe('4222 0000 0628 5344');
    expect(payments(shop)).toEqual([]);
  });

  it('a checkout that is removed pays nothing when its order arrives', async () => {
    const shop = await unread();
    typeCard(shop);
    const paid = shop.element.pay();
    await pass(shop, 0);
    shop.element.remove();
    expect(await paid).toBe(false);
    await shop.read(OPEN_ORDER);
    expect(payments(shop)).toEqual([]);
  });

  it.each([
    ['no methods', { methods: undefined }],
    ['empty methods', { methods: ' ' }],
    ['no amount', { amount: undefined }],
    ['an amount with a separator', { amount: '19.99' }],
    ['no currency', { currency: undefined }],
    ['a currency that is no code', { currency: 'eur' }],
  ])('a checkout with %s waits for its order', async (_case, attributes) => {
    const shop = await unread(attributes);
    expect(root(shop).querySelector('form')).toBeNull();
    await shop.read(OPEN_ORDER);
    expect(label(shop)).toBe('Pay €19.99');
  });

  it('a form before its order waits for its language', async () => {
    let load: () => void = () => undefined;
    const loaded = new Promise<void>((resolve) => (load = resolve));
    LANGUAGES['xx'] = vi.fn(() => loaded.then(() => ({ messages: { ...ENGLISH_MESSAGES, pay: 'Talu {amount}' } })));
    const shop = await unread({ lang: 'xx' });
    expect(root(shop).querySelector('form')).toBeNull();
    load();
    await pass(shop, 0);
    expect(label(shop)).toMatch(/^Talu /);
  });
});
