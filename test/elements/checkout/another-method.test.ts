import { describe, expect, it } from 'vitest';
import { never, UNFINISHED_ORDER } from '../../browser/scripted-backend.js';
import {
  checkout,
  choose,
  focused,
  METHODS,
  orderIn,
  pass,
  payButton,
  pendingOrder,
  press,
  problem,
  redirects,
  rendered,
  root,
  status,
  text,
  type,
  typeCard,
  type Shop,
} from './scripted-checkout.js';

const OTHER = 'Pay in another way';
const KEPT =
  'You may already have paid with PayPal, so you cannot pay in another way now. If you have not finished paying, you can go on there.';
const calls = ({ backend }: Shop) => backend.calls.filter(({ call }) => call !== 'order').map(({ call }) => call);
const buttons = (shop: Shop) =>
  [...root(shop).querySelectorAll('.outcome button')].map(({ textContent }) => textContent);
const chosen = (shop: Shop) => root(shop).querySelector<HTMLInputElement>('input[name=method]:checked')?.value;

describe('scudo-checkout with an unfinished redirect payment', () => {
  it('offers another method beside the first one', async () => {
    const shop = await checkout({ order: pendingOrder });
    expect(buttons(shop)).toEqual(['Continue to PayPal', OTHER]);
    await expect(shop.element).shadowDom.to.be.accessible();
  });

  it('offers no other method when the order has none, or when the payment was begun', async () => {
    for (const order of [
      { ...UNFINISHED_ORDER, methods: [{ code: 'paypal' }] },
      { ...UNFINISHED_ORDER, methods: METHODS, redirect: { method: 'paypal', unfinished: false } },
    ]) {
      const shop = await checkout({ order: () => order });
      expect(status(shop)).toBe('pending');
      expect(buttons(shop)).not.toContain(OTHER);
    }
  });

  it('shows the form with the first other method and calls nothing before Pay', async () => {
    const shop = await checkout({ order: pendingOrder });
    await press(shop, OTHER);
    expect(chosen(shop)).toBe('card');
    expect(focused(shop)).toBe('number');
    expect(text(shop, 'progress')).toBe('');
    typeCard(shop);
    await pass(shop, 60_000);
    expect(calls(shop)).toEqual([]);
    expect(payButton(shop).getAttribute('aria-disabled')).toBe('false');
    await expect(shop.element).shadowDom.to.be.accessible();
  });

  it('pays with a card and reports one outcome', async () => {
    const shop = await checkout({ order: pendingOrder });
    await press(shop, OTHER);
    typeCard(shop);
    await press(shop, 'Pay €19.99');
    await rendered(shop);
    expect(calls(shop)).toEqual(['prepare', 'authenticate']);
    expect(status(shop)).toBe('paid');
    expect(shop.reported).toEqual(['paid authorized']);
  });

  it('shows the pending payment with its explanation when the card is answered order-not-open', async () => {
    const shop = await checkout({ order: pendingOrder, prepare: problem('order-not-open') });
    await press(shop, OTHER);
    typeCard(shop);
    await press(shop, 'Pay €19.99');
    await pass(shop, 0);
    expect(status(shop)).toBe('pending');
    expect(text(shop, 'outcome-text')).toBe(KEPT);
    expect(buttons(shop)).toEqual(['Continue to PayPal', 'Update status']);
    expect(text(shop, 'outcome-details')).toMatch(/PayPal/);
    expect(text(shop, 'outcome-details')).not.toMatch(/Visa/);
    expect(focused(shop)).toBe('outcome-title');
    expect(calls(shop)).toEqual(['prepare']);
    expect(shop.reported).toEqual(['pending awaiting-final-status']);
    await expect(shop.element).shadowDom.to.be.accessible();
    shop.backend.answers.order = orderIn('paid');
    await pass(shop, 1000);
    expect(shop.reported).toEqual(['pending awaiting-final-status', 'paid already-paid']);
  });

  it('offers another method again after a check that finds the kept payment unfinished', async () => {
    const shop = await checkout({ order: pendingOrder });
    const { prepare } = shop.backend.answers;
    shop.backend.answers.prepare = problem('order-not-open');
    await press(shop, OTHER);
    typeCard(shop);
    await press(shop, 'Pay €19.99');
    await pass(shop, 0);
    await press(shop, 'Update status');
    await pass(shop, 0);
    expect(buttons(shop)).toEqual(['Continue to PayPal', OTHER]);
    expect(focused(shop)).toBe('outcome-title');
    shop.backend.answers.prepare = prepare;
    await press(shop, OTHER);
    typeCard(shop);
    await press(shop, 'Pay €19.99');
    await rendered(shop);
    expect(status(shop)).toBe('paid');
    expect(shop.reported).toEqual(['pending awaiting-final-status', 'paid authorized']);
  });

  it('redirects to the other method and names it', async () => {
    const shop = await checkout({ order: pendingOrder });
    await press(shop, OTHER);
    await choose(shop, 'ideal');
    type(shop, 'holder', 'Ada Lovelace');
    type(shop, 'country', 'NL');
    await press(shop, 'Continue to iDEAL');
    expect(redirects(shop).map(({ input }) => input)).toEqual([
      { method: 'ideal', accountHolderName: 'Ada Lovelace', country: 'NL' },
    ]);
    expect(shop.left).toHaveLength(1);
    expect(text(shop, 'progress')).toBe('You are being taken to iDEAL…');
    expect(root(shop).querySelector('#leave')?.textContent).toBe('Continue to iDEAL');
  });

  it('locks the form while the other method is started', async () => {
    const shop = await checkout({ order: pendingOrder, redirect: never });
    await press(shop, OTHER);
    await choose(shop, 'ideal');
    type(shop, 'holder', 'Ada Lovelace');
    type(shop, 'country', 'NL');
    await press(shop, 'Continue to iDEAL');
    expect(text(shop, 'progress')).toBe('Contacting iDEAL…');
    expect(payButton(shop).getAttribute('aria-disabled')).toBe('true');
    payButton(shop).click();
    await rendered(shop);
    expect(redirects(shop)).toHaveLength(1);
  });

  it('shows the pending payment with its explanation when the other method is answered order-not-open', async () => {
    const shop = await checkout({ order: pendingOrder, redirect: problem('order-not-open') });
    await press(shop, OTHER);
    await choose(shop, 'ideal');
    type(shop, 'holder', 'Ada Lovelace');
    type(shop, 'country', 'NL');
    await press(shop, 'Continue to iDEAL');
    await pass(shop, 0);
    expect(status(shop)).toBe('pending');
    expect(text(shop, 'outcome-text')).toBe(KEPT);
    expect(shop.left).toEqual([]);
    expect(shop.reported).toEqual([]);
  });

  it('marks the fields of the other method that are refused', async () => {
    const shop = await checkout({
      order: pendingOrder,
      redirect: problem('invalid-request', [{ field: 'account_holder_name', message: 'no' }]),
    });
    await press(shop, OTHER);
    await choose(shop, 'ideal');
    type(shop, 'holder', 'Ada Lovelace');
    type(shop, 'country', 'NL');
    await press(shop, 'Continue to iDEAL');
    await rendered(shop);
    expect(focused(shop)).toBe('holder');
    expect(payButton(shop).getAttribute('aria-disabled')).toBe('false');
  });

  it('replaces the form by the outcome when the first payment succeeds in another tab', async () => {
    const shop = await checkout({ order: pendingOrder });
    await press(shop, OTHER);
    typeCard(shop);
    shop.backend.answers.order = orderIn('paid');
    await pass(shop, 1000);
    expect(status(shop)).toBe('paid');
    expect(payButton(shop)).toBeNull();
    expect(focused(shop)).toBe('outcome-title');
    expect(shop.reported).toEqual(['paid already-paid']);
    expect(calls(shop)).toEqual([]);
  });

  it('takes a card again after the first payment has failed meanwhile', async () => {
    const shop = await checkout({ order: pendingOrder });
    await press(shop, OTHER);
    shop.backend.answers.order = orderIn('failed');
    await pass(shop, 1000);
    expect(status(shop)).toBe('failed');
    await press(shop, 'Try again');
    typeCard(shop);
    await press(shop, 'Pay €19.99');
    await rendered(shop);
    expect(status(shop)).toBe('paid');
  });

  it('offers another method to a shopper who was not redirected within 30 s', async () => {
    const shop = await checkout();
    await choose(shop, 'paypal');
    await press(shop, 'Continue to PayPal');
    shop.backend.answers.order = pendingOrder;
    await pass(shop, 30_000);
    await pass(shop, 0);
    await press(shop, OTHER);
    expect(chosen(shop)).toBe('card');
    typeCard(shop);
    await rendered(shop);
    expect(calls(shop)).toEqual(['redirect']);
    await press(shop, 'Pay €19.99');
    await rendered(shop);
    expect(status(shop)).toBe('paid');
  });
});
