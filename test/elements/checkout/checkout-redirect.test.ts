import { describe, expect, it, vi } from 'vitest';
import type { Order } from '../../../src/payment/backend-client/backend-client.js';
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

describe('scudo-checkout with a redirect payment', () => {
  it('redirects the shopper once, with the address in a cancelable event', async () => {
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
    expect(shop.reported).toEqual([]);
    await expect(shop.element).shadowDom.to.be.accessible();
  });

  it('asks for the fields of the method, shows their errors, and sends them', async () => {
    const shop = await checkout();
    await choose(shop, 'ideal');
    payButton(shop).click();
    await rendered(shop);
    expect(redirects(shop)).toEqual([]);
    expect(focused(shop)).toBe('holder');
    expect(root(shop).querySelector('#holder-error')!.textContent).toBe('Enter the name of the account holder.');
    // The country begins with that of the browser's language.
    expect(field(shop, 'country').value).toBe('US');
    await expect(shop.element).shadowDom.to.be.accessible();
    type(shop, 'holder', ' Ada Lovelace ');
    type(shop, 'country', 'NL');
    payButton(shop).click();
    await rendered(shop);
    expect(redirects(shop).map(({ input }) => input)).toEqual([
      { method: 'ideal', accountHolderName: 'Ada Lovelace', country: 'NL' },
    ]);
  });

  it('shows the fields that the chosen method asks for, and not those of another method', async () => {
    const methods: Order['methods'] = [
      { code: 'ideal', ask: ['account_holder_name'] },
      { code: 'paypal', ask: ['country'] },
    ];
    const shop = await checkout({ order: () => ({ ...orderIn('open')(), methods }) });
    const shown = () =>
      Array.from(root(shop).querySelectorAll<HTMLElement>('[data-field]'), ({ dataset }) => dataset['field']);
    await choose(shop, 'ideal');
    expect(shown()).toEqual(['holder']);
    await choose(shop, 'paypal');
    expect(shown()).toEqual(['country']);
  });

  it('shows a refused field with its text', async () => {
    const shop = await checkout({
      redirect: problem('invalid-request', [{ field: 'account_holder_name', message: 'no' }]),
    });
    await choose(shop, 'ideal');
    type(shop, 'holder', 'Ada Lovelace');
    type(shop, 'country', 'NL');
    await press(shop, 'Continue to iDEAL');
    await rendered(shop);
    expect(focused(shop)).toBe('holder');
    expect(field(shop, 'holder').value).toBe('Ada Lovelace');
    expect(root(shop).querySelector('#holder-error')!.textContent).toBe('This was not accepted. Please check it.');
    expect(payButton(shop).getAttribute('aria-disabled')).toBe('false');
  });

  it('sends no data of a card that was typed before, and keeps no security code', async () => {
    const shop = await checkout();
    typeCard(shop);
    await payWithPaypal(shop);
    // The key is random and may contain any digits.
    expect(JSON.stringify(redirects(shop).map(({ input }) => input))).not.toMatch(/4222|123|Lovelace/);
    expect(shop.backend.calls.some(({ call }) => call === 'authenticate')).toBe(false);
    dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
    await rendered(shop);
    await choose(shop, 'card');
    expect(field(shop, 'security-code').value).toBe('');
    expect(field(shop, 'number').value).toBe('4222 0000 0628 5344');
  });

  it('drops a typed card when the order is paid elsewhere', async () => {
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

  it('reports the outcome of a payment that the page opened in another window', async () => {
    const shop = await checkout();
    await payWithPaypal(shop);
    shop.backend.answers.order = orderIn('paid');
    await comeBack(shop);
    expect(status(shop)).toBe('paid');
    expect(focused(shop)).toBe('outcome-title');
    expect(shop.reported).toEqual(['paid already-paid']);
    await comeBack(shop);
    expect(shop.reported).toHaveLength(1);
  });

  it('shows how to continue when the shopper is still here after 30 s', async () => {
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
  ] as const)('returns to the form after %s, and moves the focus', async (code, reported) => {
    const shop = await checkout({ redirect: problem(code) });
    await payWithPaypal(shop);
    expect(shop.reported).toEqual([reported]);
    expect(focused(shop)).toBe('outcome-title');
    // When another try cannot succeed, the order is read first.
    if (code === 'gateway-refused') await press(shop, 'Update status');
    if (status(shop)) await press(shop, 'Try again');
    expect(shop.reported).toEqual([reported]);
    expect(root(shop).activeElement).toBe(payButton(shop));
    expect(payButton(shop).textContent).toBe('Continue to PayPal');
    await press(shop, 'Continue to PayPal');
    expect(shop.reported).toEqual([reported, reported]);
  });

  it('focuses the first field of another try', async () => {
    const shop = await checkout({ redirect: problem('gateway-unavailable') });
    await choose(shop, 'ideal');
    type(shop, 'holder', 'Ada Lovelace');
    type(shop, 'country', 'NL');
    await press(shop, 'Continue to iDEAL');
    await press(shop, 'Try again');
    expect(focused(shop)).toBe('holder');
    expect(field(shop, 'holder').value).toBe('Ada Lovelace');
  });

  it('renders no link for a script address, whatever a backend client returns', async () => {
    const shop = await checkout({ redirect: () => ({ result: 'redirect', url: 'javascript:alert(1)' }) });
    await payWithPaypal(shop);
    expect(shop.left).toEqual([]);
    expect(root(shop).querySelector('a')).toBeNull();
    expect(shop.reported).toEqual(['failed backend-unavailable']);
  });

  it('ends and shows no form when its order is removed', async () => {
    const written = vi.spyOn(console, 'error').mockReturnValue();
    for (const order of [orderIn('open'), pendingOrder]) {
      const shop = await checkout({ order });
      expect(root(shop).querySelector('button:not(dialog *)')).not.toBeNull();
      // The check of the attributes finds the order. Without one it would wait for it.
      written.mockClear();
      shop.element.setAttribute('layout', 'odd');
      await expect.poll(() => String(written.mock.calls)).toContain('layout="odd"');
      shop.element.order = '';
      await rendered(shop);
      expect(root(shop).querySelector('button')).toBeNull();
      expect(shop.clock.waiting).toBe(0);
      shop.element.order = 'A1';
      await pass(shop, 0);
      expect(root(shop).querySelector('button:not(dialog *)')).not.toBeNull();
    }
  });

  it('stops all work when it is removed from the page', async () => {
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

describe('scudo-checkout with a pending order', () => {
  it('shows the unfinished payment with a button to resume it, reports no outcome, and does not move the focus', async () => {
    const shop = await checkout({ order: pendingOrder });
    expect(status(shop)).toBe('pending');
    expect(text(shop, 'outcome-text')).toBe(
      'We have not heard from PayPal yet. If you have not finished paying, you can go on there.',
    );
    expect(payButton(shop)).toBeNull();
    expect(shop.reported).toEqual([]);
    expect(root(shop).activeElement).toBeNull();
    await expect(shop.element).shadowDom.to.be.accessible();
    await press(shop, 'Continue to PayPal');
    expect(redirects(shop).map(({ input }) => input)).toEqual([{ method: 'paypal' }]);
    expect(focused(shop)).toBe('leave');
  });

  it('changes to paid by itself, and reports it once', async () => {
    const shop = await checkout({ order: pendingOrder });
    await pass(shop, 5000);
    shop.backend.answers.order = orderIn('paid');
    await pass(shop, 1000);
    expect(status(shop)).toBe('paid');
    expect(focused(shop)).toBe('outcome-title');
    expect(shop.reported).toEqual(['paid already-paid']);
    await comeBack(shop);
    expect(shop.reported).toHaveLength(1);
  });

  it('reports the final status also when the shopper checks it', async () => {
    const shop = await checkout({
      order: () => ({ ...pendingOrder(), redirect: { method: 'paypal', unfinished: false } }),
    });
    await press(shop, 'Update status');
    await pass(shop, 0);
    expect(status(shop)).toBe('pending');
    expect(focused(shop)).toBe('outcome-title');
    shop.backend.answers.order = orderIn('paid');
    await press(shop, 'Update status');
    expect(shop.reported).toEqual(['paid already-paid']);
    expect(focused(shop)).toBe('outcome-title');
  });

  it('never reports failed for a payment that cannot be resumed', async () => {
    const shop = await checkout({ order: pendingOrder, redirect: problem('gateway-unavailable') });
    await press(shop, 'Continue to PayPal');
    await pass(shop, 0);
    expect(status(shop)).toBe('pending');
    expect(focused(shop)).toBe('outcome-title');
    expect(shop.reported).toEqual([]);
  });

  it('shows either the progress or the outcome while it resumes', async () => {
    const shop = await checkout({ order: pendingOrder, redirect: never });
    await press(shop, 'Continue to PayPal');
    expect(text(shop, 'progress')).toBe('Contacting PayPal…');
    expect(status(shop)).toBeUndefined();
    expect(root(shop).querySelector('button:not(dialog *)')).toBeNull();
  });

  it.each(['failed', 'open'] as const)(
    'returns to the form after a payment elsewhere that left the order %s, and shows the outcome of the next payment',
    async (state) => {
      const shop = await checkout({ order: pendingOrder });
      shop.backend.answers.order = orderIn(state);
      await pass(shop, 1000);
      expect(shop.reported).toEqual(['failed payment-not-completed']);
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
      expect(shop.reported).toEqual(['failed payment-not-completed', 'declined declined']);
    },
  );

  it('shows an order that failed before without reporting it, and another try pays', async () => {
    const shop = await checkout({ order: orderIn('failed') });
    expect(status(shop)).toBe('failed');
    expect(shop.reported).toEqual([]);
    await press(shop, 'Try again');
    typeCard(shop);
    payButton(shop).click();
    await rendered(shop);
    expect(shop.reported).toEqual(['paid authorized']);
  });
});

describe('scudo-checkout with a card payment whose final status arrives later', () => {
  const pendingAnswer = () =>
    ({ result: 'outcome', outcome: outcomeOf('awaiting-final-status', { id: 'A1', state: 'pending' }) }) as const;
  const inDoubt = () =>
    ({ result: 'outcome', outcome: outcomeOf('authorization-unanswered', { id: 'A1', state: 'in-doubt' }) }) as const;

  it('a card payment that settles later keeps the focus on the outcome, and reports the final status', async () => {
    const shop = await checkout({ authenticate: pendingAnswer });
    typeCard(shop);
    shop.backend.answers.order = orderIn('pending');
    await press(shop, 'Pay €19.99');
    await pass(shop, 0);
    expect(status(shop)).toBe('pending');
    expect(focused(shop)).toBe('outcome-title');
    expect(shop.reported).toEqual(['pending awaiting-final-status']);
    shop.backend.answers.order = orderIn('paid');
    await pass(shop, 1000);
    expect(shop.reported).toEqual(['pending awaiting-final-status', 'paid already-paid']);
  });

  it('keeps the focus when an order changes from in-doubt to pending', async () => {
    const shop = await checkout({ authenticate: inDoubt });
    typeCard(shop);
    shop.backend.answers.order = orderIn('in-doubt');
    await press(shop, 'Pay €19.99');
    expect(status(shop)).toBe('in-doubt');
    shop.backend.answers.order = pendingOrder;
    await press(shop, 'Update status');
    await pass(shop, 0);
    expect(status(shop)).toBe('pending');
    expect(focused(shop)).toBe('outcome-title');
  });
});

describe('scudo-checkout with a second tab', () => {
  it('shows the payment of another tab when the shopper returns to this one', async () => {
    const shop = await checkout();
    typeCard(shop);
    shop.backend.answers.order = pendingOrder;
    await comeBack(shop);
    await pass(shop, 0);
    expect(status(shop)).toBe('pending');
    expect(shop.reported).toEqual(['pending awaiting-final-status']);
    shop.backend.answers.order = orderIn('paid');
    await pass(shop, 1000);
    expect(shop.reported).toEqual(['pending awaiting-final-status', 'paid already-paid']);
  });

  it('keeps the typed text while the order is open', async () => {
    const shop = await checkout();
    typeCard(shop);
    field(shop, 'name').focus();
    await comeBack(shop);
    expect(field(shop, 'security-code').value).toBe('123');
    expect(focused(shop)).toBe('name');
  });

  it('shows the pending payment of a faster tab, and waits for it', async () => {
    const shop = await checkout({ redirect: problem('order-not-open') });
    shop.backend.answers.order = pendingOrder;
    await payWithPaypal(shop);
    await pass(shop, 0);
    expect(status(shop)).toBe('pending');
    expect(focused(shop)).toBe('outcome-title');
    shop.backend.answers.order = orderIn('paid');
    await pass(shop, 1000);
    expect(status(shop)).toBe('paid');
    expect(shop.reported).toEqual(['pending awaiting-final-status', 'paid already-paid']);
  });

  it('redirects the shopper to the chosen method although the tab was hidden meanwhile', async () => {
    let answer: (answer: { result: 'redirect'; url: string }) => void = () => undefined;
    const shop = await checkout({ redirect: () => new Promise((resolve) => (answer = resolve)) });
    await payWithPaypal(shop);
    shop.backend.answers.order = pendingOrder;
    await comeBack(shop);
    answer({ result: 'redirect', url: 'http://127.0.0.1:1/testpay/1' });
    await rendered(shop);
    expect(shop.left).toEqual(['http://127.0.0.1:1/testpay/1']);
    expect(shop.reported).toEqual([]);
  });
});
