import { fixture, html } from '@open-wc/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import type { ScudoCheckout } from '../../../src/index.js';
import '../../../src/index.js';
import { PAYMENT_METHODS } from '../../../src/elements/payment-methods/payment-methods.js';
import type { OrderMethod } from '../../../src/payment/backend-client/backend-client.js';
import { stillClock, settle } from '../../../demo/pages/gallery/still-clock.js';
import { never, OPEN_ORDER, scriptedBackend, type ScriptedBackend } from '../../browser/scripted-backend.js';

/** An image that needs no network. */
const MARK = 'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" width="38" height="24"/>';
const CARD: OrderMethod = { code: 'card' };
const THREE: readonly OrderMethod[] = [
  CARD,
  { code: 'paypal' },
  { code: 'ideal', ask: ['account_holder_name', 'country'] },
];

async function rendered(element: ScudoCheckout): Promise<void> {
  await settle();
  await element.updateComplete;
  await settle();
}

async function offering(
  methods: readonly OrderMethod[],
  answers: Partial<ScriptedBackend['answers']> = {},
): Promise<ScudoCheckout> {
  const backend = scriptedBackend({ order: () => ({ ...OPEN_ORDER, methods }), ...answers });
  const element = await fixture<ScudoCheckout>(
    html`<scudo-checkout order="A1" .adapter=${backend} .clock=${stillClock()} @scudo-redirect=${(event: Event) => event.preventDefault()}></scudo-checkout>`,
  );
  await rendered(element);
  return element;
}

const radios = (element: ScudoCheckout) => [
  ...element.shadowRoot!.querySelectorAll<HTMLInputElement>('input[type=radio]'),
];
const names = (element: ScudoCheckout) =>
  radios(element).map(({ labels }) => labels?.[0]?.querySelector('[part=method-name]')?.textContent);
const chosen = (element: ScudoCheckout) =>
  radios(element)
    .filter(({ checked }) => checked)
    .map(({ value }) => value);
const payButton = (element: ScudoCheckout) =>
  element.shadowRoot!.querySelector<HTMLButtonElement>('[part~=pay-button]')!;
const field = (element: ScudoCheckout, id: string) => element.shadowRoot!.querySelector<HTMLInputElement>(`#${id}`);

function type(element: ScudoCheckout, id: string, value: string): void {
  const input = field(element, id)!;
  input.value = value;
  input.dispatchEvent(new Event('input', { bubbles: true }));
}

async function choose(element: ScudoCheckout, code: string): Promise<void> {
  radios(element)
    .find(({ value }) => value === code)!
    .click();
  await rendered(element);
}

describe('the method picker', () => {
  const known = { ...PAYMENT_METHODS };

  beforeEach(() => {
    PAYMENT_METHODS['paypal'] = { name: 'PayPal', mark: MARK };
  });
  afterEach(() => {
    for (const code of Object.keys(PAYMENT_METHODS)) Reflect.deleteProperty(PAYMENT_METHODS, code);
    Object.assign(PAYMENT_METHODS, known);
  });

  it('the method picker is hidden when there is one method', async () => {
    const element = await offering([CARD]);
    expect(radios(element)).toEqual([]);
    expect(element.shadowRoot!.querySelector('[role=group]')).toBeNull();
    expect(payButton(element).textContent).toBe('Pay €19.99');
  });

  it('the method picker is hidden for one redirect payment method, and the button names it', async () => {
    const element = await offering([{ code: 'paypal' }]);
    expect(radios(element)).toEqual([]);
    expect(field(element, 'number')).toBeNull();
    expect(payButton(element).textContent).toBe('Continue to PayPal');
    expect(element.shadowRoot!.querySelector('[part=hint]')!.textContent).toBe(
      'You will be taken to PayPal to pay €19.99, and then back here.',
    );
  });

  it('the method picker is a named group of radio buttons, the first one checked', async () => {
    const element = await offering([CARD, { code: 'paypal' }]);
    const group = element.shadowRoot!.querySelector('.methods')!;
    expect([group.role, group.ariaLabel]).toEqual(['group', 'How do you want to pay?']);
    expect([...group.querySelectorAll('input[type=radio]')]).toEqual(radios(element));
    expect(names(element)).toEqual(['Card', 'PayPal']);
    expect(new Set(radios(element).map(({ name }) => name)).size).toBe(1);
    expect(chosen(element)).toEqual(['card']);
  });

  it('shows ten methods in the sequence of the order, the first one checked', async () => {
    const codes = [
      'sofort',
      'ideal',
      'card',
      'p24',
      'mybank',
      'unionpay',
      'wechatpay',
      'postfinance',
      'paypal',
      'testpay',
    ];
    const element = await offering(codes.map((code) => ({ code })));
    expect(radios(element).map(({ value }) => value)).toEqual(codes);
    expect(chosen(element)).toEqual(['sofort']);
  });

  it('shows the name from the order, else from PAYMENT_METHODS, else from the code', async () => {
    PAYMENT_METHODS['shopbank'] = { name: 'The Shop’s Bank' };
    const element = await offering([
      { code: 'paypal', name: 'Pay with a friend' },
      { code: 'shopbank' },
      { code: 'eps' },
      { code: 'card', name: 'Credit or debit card' },
      { code: 'constructor' },
    ]);
    expect(names(element)).toEqual([
      'Pay with a friend',
      'The Shop’s Bank',
      'Eps',
      'Credit or debit card',
      'Constructor',
    ]);
    await choose(element, 'eps');
    expect(payButton(element).textContent).toBe('Continue to Eps');
  });

  it('shows the image of a method, which screen readers ignore', async () => {
    const element = await offering(THREE);
    const marks = [...element.shadowRoot!.querySelectorAll('img')];
    expect(marks.map(({ src, alt }) => [src, alt])).toEqual([[MARK, '']]);
    expect(marks[0]!.closest('label')!.textContent!.trim()).toBe('PayPal');
  });

  it('a card with an image of the page keeps the name of the language', async () => {
    PAYMENT_METHODS['card'] = { mark: MARK };
    const element = await offering(THREE);
    expect(names(element)[0]).toBe('Card');
    expect(radios(element)[0]!.closest('label')!.querySelector('img')!.src).toBe(MARK);
  });

  it('renders a name as text', async () => {
    const element = await offering([CARD, { code: 'x', name: '<img src=x onerror=alert(1)>' }]);
    expect(names(element)).toEqual(['Card', '<img src=x onerror=alert(1)>']);
    expect(element.shadowRoot!.querySelector('img')).toBeNull();
  });

  it('the method picker has one tab stop, and changes with the arrow keys', async () => {
    const element = await offering(THREE);
    await userEvent.tab();
    expect(element.shadowRoot!.activeElement).toBe(radios(element)[0]);
    await userEvent.keyboard('{ArrowDown}');
    await rendered(element);
    expect(element.shadowRoot!.activeElement).toBe(radios(element)[1]);
    expect(chosen(element)).toEqual(['paypal']);
    expect(field(element, 'number')).toBeNull();
    await userEvent.keyboard('{ArrowDown}');
    await rendered(element);
    expect(chosen(element)).toEqual(['ideal']);
    expect(element.shadowRoot!.activeElement).toBe(radios(element)[2]);
    await userEvent.tab();
    expect(element.shadowRoot!.activeElement?.id).toBe('holder');
    await userEvent.tab({ shift: true });
    await userEvent.keyboard('{ArrowDown}');
    await rendered(element);
    expect(chosen(element)).toEqual(['card']);
  });

  it('shows the fields of the method with labels and autofill tokens', async () => {
    const element = await offering(THREE);
    await choose(element, 'ideal');
    const fields = [...element.shadowRoot!.querySelectorAll<HTMLInputElement | HTMLSelectElement>('[part~=input]')];
    expect(fields.map(({ labels, autocomplete }) => [labels?.[0]?.textContent, autocomplete])).toEqual([
      ['Account holder name', 'name'],
      ['Country', 'country'],
    ]);
    expect(fields[0]!.closest('fieldset')!.querySelector('legend')!.textContent).toBe('Account details');
    await choose(element, 'paypal');
    expect(element.shadowRoot!.querySelector('[part~=input]')).toBeNull();
  });

  it('keeps texts and drops errors when it changes', async () => {
    const element = await offering(THREE);
    type(element, 'number', '4222000006285344');
    type(element, 'name', 'Ada Lovelace');
    payButton(element).click();
    await rendered(element);
    expect(field(element, 'expiry')!.getAttribute('aria-invalid')).toBe('true');
    await choose(element, 'ideal');
    expect(field(element, 'holder')!.getAttribute('aria-invalid')).toBe('false');
    type(element, 'holder', 'Ada King');
    await choose(element, 'card');
    expect(field(element, 'number')!.value).toBe('4222 0000 0628 5344');
    expect(field(element, 'name')!.value).toBe('Ada Lovelace');
    expect(field(element, 'expiry')!.getAttribute('aria-invalid')).toBe('false');
    await choose(element, 'ideal');
    expect(field(element, 'holder')!.value).toBe('Ada King');
  });

  it('the method picker cannot change while a payment runs, and keeps the focus', async () => {
    const element = await offering(THREE, { redirect: never });
    await choose(element, 'paypal');
    payButton(element).focus();
    payButton(element).click();
    await rendered(element);
    expect(radios(element).map(({ disabled }) => disabled)).toEqual([true, false, true]);
    expect(chosen(element)).toEqual(['paypal']);
    expect(payButton(element).getAttribute('aria-disabled')).toBe('true');
    expect(element.shadowRoot!.activeElement).toBe(payButton(element));
    radios(element)[1]!.focus();
    await userEvent.keyboard('{ArrowDown}');
    await rendered(element);
    expect(chosen(element)).toEqual(['paypal']);
    expect(element.shadowRoot!.querySelector('[part=progress]')!.textContent).toBe('Contacting PayPal…');
  });

  it('the method picker cannot change while a card payment runs', async () => {
    const element = await offering(THREE, { authenticate: never });
    for (const [id, text] of Object.entries({
      number: '4222000006285344',
      expiry: '12/28',
      'security-code': '123',
      name: 'Ada Lovelace',
    }))
      type(element, id, text);
    payButton(element).click();
    await rendered(element);
    expect(radios(element).map(({ disabled }) => disabled)).toEqual([false, true, true]);
  });

  it('keeps the checked method when the order is read again and still offers it, else checks the first one', async () => {
    let methods: readonly OrderMethod[] = THREE;
    const element = await offering(THREE, { order: () => ({ ...OPEN_ORDER, methods }) });
    await choose(element, 'ideal');
    dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
    await rendered(element);
    expect(chosen(element)).toEqual(['ideal']);
    methods = [{ code: 'paypal' }, CARD];
    dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
    await rendered(element);
    expect(chosen(element)).toEqual(['paypal']);
    expect(payButton(element).textContent).toBe('Continue to PayPal');
  });

  it('fits a phone with a long name, in both directions of writing', async () => {
    const element = await offering([
      CARD,
      { code: 'x', name: 'Donaudampfschifffahrtsgesellschaftskapitänszahlungsdienstleistungsgenossenschaft' },
      { code: 'paypal' },
    ]);
    for (const direction of ['ltr', 'rtl']) {
      element.style.inlineSize = '288px';
      element.dir = direction;
      await choose(element, 'x');
      const box = element.getBoundingClientRect();
      for (const part of element.shadowRoot!.querySelectorAll('[part]')) {
        if (part.closest('dialog')) continue;
        const { left, right } = part.getBoundingClientRect();
        expect(left, `${part.getAttribute('part')} ${direction}`).toBeGreaterThanOrEqual(box.left - 0.5);
        expect(right, `${part.getAttribute('part')} ${direction}`).toBeLessThanOrEqual(box.right + 0.5);
      }
      expect(element.scrollWidth).toBeLessThanOrEqual(288);
    }
  });

  it('the method picker is accessible with a card and with another method', async () => {
    const element = await offering(THREE);
    await expect(element).shadowDom.to.be.accessible();
    await choose(element, 'ideal');
    await expect(element).shadowDom.to.be.accessible();
    await choose(element, 'paypal');
    await expect(element).shadowDom.to.be.accessible();
  });
});
