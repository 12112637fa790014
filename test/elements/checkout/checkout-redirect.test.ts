import { describe, expect, it } from 'vitest';
import { outcomeOf } from '../../../src/payment/outcome.js';
import { never } from '../../browser/scripted-backend.js';
import {
  checkout,
  choose,
  comeBack,
  field,
  focused,
  orderIn,
  pass,
  payButton,
  payWithPaypal,
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
} from './scripted-checkout.js';

describe('scudo-checkout, a payment that leaves the page', () => {
  it('sends the shopper away, once, with the address in a cancelable event', async () => {
    const shop = await checkout();
    await choose(shop, 'paypal');
    payButton(shop).click();
    payButton(shop).click();
    await rendered(shop);
    expect(redirects(shop).map(({ input }) => input)).toEqual([{ method: 'paypal' }]);
    expect(shop.left).toEqual(['http://127.0.0.1:1/testpay/1']);
    expect(text(shop, 'progress')).toBe('You are being taken to PayPal…');
    const link = root(shop).querySelector('a')!;
    expect([link.getAttribute('href'), link.target, link.textContent]).toEqual([
      'http://127.0.0.1:1/testpay/1',
      '_top',
      'Continue to PayPal',
    ]);
    expect(focused(shop)).toBe('leave');
    expect(shop.told).toEqual([]);
    await expect(shop.element).shadowDom.to.be.accessible();
  });

  it('asks for what the method needs, shows what is wrong beside it, and sends it', async () => {
    const shop = await checkout();
    await choose(shop, 'ideal');
    payButton(shop).click();
    await rendered(shop);
    expect(redirects(shop)).toEqual([]);
    expect(focused(shop)).toBe('holder');
    expect(root(shop).querySelector('#holder-error')!.textContent).toBe('Enter the name of the account holder.');
    expect(root(shop).querySelector('#country-error')!.textContent).toBe('Fill in this field.');
    await expect(shop.element).shadowDom.to.be.accessible();
    type(shop, 'holder', ' Ada Lovelace ');
    type(shop, 'country', 'NL');
    payButton(shop).click();
    await rendered(shop);
    expect(redirects(shop).map(({ input }) => input)).toEqual([
      { method: 'ideal', accountHolderName: 'Ada Lovelace', country: 'NL' },
    ]);
  });

  it('puts a refused field back before the shopper, with what was typed', async () => {
    const shop = await checkout({
      redirect: problem('invalid-request', [{ field: 'account_holder_name', message: 'no' }]),
    });
    await choose(shop, 'ideal');
    type(shop, 'holder', 'Ada Lovelace');
    type(shop, 'country', 'NL');
    await press(shop, 'Pay €19.99 with iDEAL');
    await rendered(shop);
    expect(focused(shop)).toBe('holder');
    expect(field(shop, 'holder').value).toBe('Ada Lovelace');
    expect(root(shop).querySelector('#holder-error')!.textContent).toBe(
      'The bank did not accept this. Please check it.',
    );
    expect(payButton(shop).getAttribute('aria-disabled')).toBe('false');
  });

  it('sends nothing of a card that was typed before, and keeps no security code of it', async () => {
    const shop = await checkout();
    typeCard(shop);
    await payWithPaypal(shop);
    // Its key is random, and may have any digits.
    expect(JSON.stringify(redirects(shop).map(({ input }) => input))).not.toMatch(/4222|123|Lovelace/);
    expect(shop.backend.calls.some(({ call }) => call === 'authenticate')).toBe(false);
    dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
    await rendered(shop);
    await choose(shop, 'card');
    expect(field(shop, 'security-code').value).toBe('');
    expect(field(shop, 'number').value).toBe('4222 0000 0628 5344');
  });

  it('forgets a typed card when the order is paid elsewhere', async () => {
    const shop = await checkout();
    typeCard(shop);
    await payWithPaypal(shop);
    shop.backend.answers.order = orderIn('paid');
    await pass(shop, 30_000);
    expect(status(shop)).toBe('paid');
    shop.backend.answers.order = orderIn('open');
    dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
    await rendered(shop);
    await choose(shop, 'card');
    expect(field(shop, 'number').value).toBe('');
  });

  it('tells the outcome of a payment that the page itself took to a window of its own', async () => {
    const shop = await checkout();
    await payWithPaypal(shop);
    shop.backend.answers.order = orderIn('paid');
    await comeBack(shop);
    expect(status(shop)).toBe('paid');
    expect(focused(shop)).toBe('outcome-title');
    expect(shop.told).toEqual(['paid already-paid']);
    await comeBack(shop);
    expect(shop.told).toHaveLength(1);
  });

  it('shows how to go on when the shopper is still here after 30 s', async () => {
    const shop = await checkout();
    await payWithPaypal(shop);
    shop.backend.answers.order = pendingOrder;
    await pass(shop, 30_000);
    await pass(shop, 0);
    expect(status(shop)).toBe('pending');
    expect(focused(shop)).toBe('outcome-title');
    await press(shop, 'Continue to PayPal');
    expect(shop.left).toHaveLength(2);
  });

  it.each([
    ['gateway-unavailable', 'failed gateway-unavailable'],
    ['gateway-refused', 'failed gateway-refused'],
  ] as const)('has a way back to the choice from %s, and the focus goes along', async (code, told) => {
    const shop = await checkout({ redirect: problem(code) });
    await payWithPaypal(shop);
    expect(shop.told).toEqual([told]);
    expect(focused(shop)).toBe('outcome-title');
    // Where another try would change nothing the order is looked at first.
    await press(shop, code === 'gateway-refused' ? 'Check again' : 'Try again');
    if (!payButton(shop)) await press(shop, 'Try again');
    expect(shop.told).toEqual([told]);
    expect(root(shop).activeElement).toBe(payButton(shop));
    expect(payButton(shop).textContent).toBe('Pay €19.99 with PayPal');
    await press(shop, 'Pay €19.99 with PayPal');
    expect(shop.told).toEqual([told, told]);
  });

  it('begins another try with the field that it needs', async () => {
    const shop = await checkout({ redirect: problem('gateway-unavailable') });
    await choose(shop, 'ideal');
    type(shop, 'holder', 'Ada Lovelace');
    type(shop, 'country', 'NL');
    await press(shop, 'Pay €19.99 with iDEAL');
    await press(shop, 'Try again');
    expect(focused(shop)).toBe('holder');
    expect(field(shop, 'holder').value).toBe('Ada Lovelace');
  });

  it('makes no link of an address with a script, whatever an adapter answers', async () => {
    const shop = await checkout({ redirect: () => ({ result: 'redirect', url: 'javascript:alert(1)' }) });
    await payWithPaypal(shop);
    expect(shop.left).toEqual([]);
    expect(root(shop).querySelector('a')).toBeNull();
    expect(shop.told).toEqual(['failed backend-unavailable']);
  });

  it('is over, and shows no form that does nothing, when its order is taken away', async () => {
    for (const order of [orderIn('open'), pendingOrder]) {
      const shop = await checkout({ order });
      expect(root(shop).querySelector('button:not(dialog *)')).not.toBeNull();
      shop.element.order = '';
      await rendered(shop);
      expect(root(shop).querySelector('button')).toBeNull();
      expect(shop.clock.waiting).toBe(0);
      shop.element.order = 'A1';
      await pass(shop, 0);
      expect(root(shop).querySelector('button:not(dialog *)')).not.toBeNull();
    }
  });

  it('leaves nothing behind when it leaves the page', async () => {
    for (const answers of [{ redirect: never }, {}, { order: pendingOrder }]) {
      const shop = await checkout(answers);
      if (payButton(shop)) await payWithPaypal(shop);
      expect(shop.clock.waiting).toBeGreaterThan(0);
      shop.element.remove();
      expect(shop.clock.waiting).toBe(0);
      const asked = shop.backend.calls.length;
      shop.element.order = 'A2';
      await comeBack(shop);
      expect(shop.backend.calls.length).toBe(asked);
    }
  });
});

describe('scudo-checkout, with an order that waits for a payment elsewhere', () => {
  it('shows the unfinished payment with a way on, tells nobody, and leaves the focus alone', async () => {
    const shop = await checkout({ order: pendingOrder });
    expect(status(shop)).toBe('pending');
    expect(text(shop, 'outcome-text')).toBe(
      'We have not heard from PayPal yet. If you have not finished paying, you can go on there.',
    );
    expect(payButton(shop)).toBeNull();
    expect(shop.told).toEqual([]);
    expect(root(shop).activeElement).toBeNull();
    await expect(shop.element).shadowDom.to.be.accessible();
    await press(shop, 'Continue to PayPal');
    expect(redirects(shop).map(({ input }) => input)).toEqual([{ method: 'paypal' }]);
    expect(focused(shop)).toBe('leave');
  });

  it('turns to paid by itself, and tells it once', async () => {
    const shop = await checkout({ order: pendingOrder });
    await pass(shop, 5000);
    shop.backend.answers.order = orderIn('paid');
    await pass(shop, 1000);
    expect(status(shop)).toBe('paid');
    expect(focused(shop)).toBe('outcome-title');
    expect(shop.told).toEqual(['paid already-paid']);
    await comeBack(shop);
    expect(shop.told).toHaveLength(1);
  });

  it('tells the final word when it is the shopper who looks, too', async () => {
    const shop = await checkout({
      order: () => ({ ...pendingOrder(), redirect: { method: 'paypal', unfinished: false } }),
    });
    await press(shop, 'Check again');
    await pass(shop, 0);
    expect(status(shop)).toBe('pending');
    expect(focused(shop)).toBe('outcome-title');
    shop.backend.answers.order = orderIn('paid');
    await press(shop, 'Check again');
    expect(shop.told).toEqual(['paid already-paid']);
    expect(focused(shop)).toBe('outcome-title');
  });

  it('never says failed of a payment that cannot be gone on with', async () => {
    const shop = await checkout({ order: pendingOrder, redirect: problem('gateway-unavailable') });
    await press(shop, 'Continue to PayPal');
    await pass(shop, 0);
    expect(status(shop)).toBe('pending');
    expect(focused(shop)).toBe('outcome-title');
    expect(shop.told).toEqual([]);
  });

  it('shows one thing at a time while it goes on', async () => {
    const shop = await checkout({ order: pendingOrder, redirect: never });
    await press(shop, 'Continue to PayPal');
    expect(text(shop, 'progress')).toBe('Getting in touch with PayPal…');
    expect(status(shop)).toBeUndefined();
    expect(root(shop).querySelector('button:not(dialog *)')).toBeNull();
  });

  it('goes back to the form after a failure elsewhere, and shows what comes of the next payment', async () => {
    const shop = await checkout({ order: pendingOrder });
    shop.backend.answers.order = orderIn('failed');
    await pass(shop, 1000);
    expect(shop.told).toEqual(['failed payment-not-completed']);
    await press(shop, 'Try again');
    expect(payButton(shop).textContent).toBe('Pay €19.99');
    expect(focused(shop)).toBe('number');
    shop.backend.answers.authenticate = () => ({
      result: 'outcome',
      outcome: outcomeOf('declined', { id: 'A1', state: 'open' }),
    });
    typeCard(shop);
    payButton(shop).click();
    await rendered(shop);
    expect(status(shop)).toBe('declined');
    expect(shop.told).toEqual(['failed payment-not-completed', 'declined declined']);
  });

  it('shows what comes of the next payment where the order is open again, too', async () => {
    const shop = await checkout({ order: pendingOrder });
    shop.backend.answers.order = orderIn('open');
    await pass(shop, 1000);
    await press(shop, 'Try again');
    expect(focused(shop)).toBe('number');
    shop.backend.answers.authenticate = () => ({
      result: 'outcome',
      outcome: outcomeOf('declined', { id: 'A1', state: 'open' }),
    });
    typeCard(shop);
    payButton(shop).click();
    await rendered(shop);
    expect(status(shop)).toBe('declined');
    expect(shop.told).toEqual(['failed payment-not-completed', 'declined declined']);
  });

  it('shows an order that has failed before, and tells nobody; another try pays', async () => {
    const shop = await checkout({ order: orderIn('failed') });
    expect(status(shop)).toBe('failed');
    expect(shop.told).toEqual([]);
    await press(shop, 'Try again');
    typeCard(shop);
    payButton(shop).click();
    await rendered(shop);
    expect(shop.told).toEqual(['paid authorized']);
  });
});

describe('scudo-checkout, with a card payment whose final word comes later', () => {
  const pendingAnswer = () =>
    ({ result: 'outcome', outcome: outcomeOf('awaiting-final-status', { id: 'A1', state: 'pending' }) }) as const;
  const inDoubt = () =>
    ({ result: 'outcome', outcome: outcomeOf('authorization-unanswered', { id: 'A1', state: 'in-doubt' }) }) as const;

  it('waits for it with the focus on what it says, and tells it', async () => {
    const shop = await checkout({ authenticate: pendingAnswer });
    typeCard(shop);
    shop.backend.answers.order = orderIn('pending');
    await press(shop, 'Pay €19.99');
    await pass(shop, 0);
    expect(status(shop)).toBe('pending');
    expect(focused(shop)).toBe('outcome-title');
    expect(shop.told).toEqual(['pending awaiting-final-status']);
    shop.backend.answers.order = orderIn('paid');
    await pass(shop, 1000);
    expect(shop.told).toEqual(['pending awaiting-final-status', 'paid already-paid']);
  });

  it('keeps the focus when a doubt turns out to be pending', async () => {
    const shop = await checkout({ authenticate: inDoubt });
    typeCard(shop);
    await press(shop, 'Pay €19.99');
    expect(status(shop)).toBe('in-doubt');
    shop.backend.answers.order = pendingOrder;
    await press(shop, 'Check again');
    await pass(shop, 0);
    expect(status(shop)).toBe('pending');
    expect(focused(shop)).toBe('outcome-title');
  });
});

describe('scudo-checkout, with a second tab', () => {
  it('shows what another tab has begun, when the shopper comes back to this one', async () => {
    const shop = await checkout();
    typeCard(shop);
    shop.backend.answers.order = pendingOrder;
    await comeBack(shop);
    await pass(shop, 0);
    expect(status(shop)).toBe('pending');
    expect(shop.told).toEqual(['pending awaiting-final-status']);
    shop.backend.answers.order = orderIn('paid');
    await pass(shop, 1000);
    expect(shop.told).toEqual(['pending awaiting-final-status', 'paid already-paid']);
  });

  it('leaves what is typed alone while the order is open', async () => {
    const shop = await checkout();
    typeCard(shop);
    field(shop, 'name').focus();
    await comeBack(shop);
    expect(field(shop, 'security-code').value).toBe('123');
    expect(focused(shop)).toBe('name');
  });

  it('shows what another tab came to that was faster, and waits with it', async () => {
    const shop = await checkout({ redirect: problem('order-not-open') });
    shop.backend.answers.order = pendingOrder;
    await payWithPaypal(shop);
    await pass(shop, 0);
    expect(status(shop)).toBe('pending');
    expect(focused(shop)).toBe('outcome-title');
    shop.backend.answers.order = orderIn('paid');
    await pass(shop, 1000);
    expect(status(shop)).toBe('paid');
    expect(shop.told).toEqual(['pending awaiting-final-status', 'paid already-paid']);
  });

  it('sends the shopper where they chose to go, though they looked elsewhere meanwhile', async () => {
    let answer: (answer: { result: 'redirect'; url: string }) => void = () => undefined;
    const shop = await checkout({ redirect: () => new Promise((resolve) => (answer = resolve)) });
    await payWithPaypal(shop);
    shop.backend.answers.order = pendingOrder;
    await comeBack(shop);
    answer({ result: 'redirect', url: 'http://127.0.0.1:1/testpay/1' });
    await rendered(shop);
    expect(shop.left).toEqual(['http://127.0.0.1:1/testpay/1']);
    expect(shop.told).toEqual([]);
  });
});
