import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import type { PaymentForm } from '../../../src/elements/card-form/payment-form.controller.js';
import { elementStates } from '../../../src/elements/checkout/element-states.js';
import type { CheckoutSnapshot } from '../../../src/payment/checkout/checkout-snapshot.js';
import type { CheckoutStep } from '../../../src/payment/flow/checkout.states.js';
import { CHALLENGE, never } from '../../browser/scripted-backend.js';
import { choose, checkout, field, focused, pass, root, type, typeCard, type Shop } from './scripted-checkout.js';

const calls = ({ backend }: Shop) => backend.calls.map(({ call }) => call);

/** A checkout without its button. */
async function withoutButton(answers: Parameters<typeof checkout>[0] = {}): Promise<Shop> {
  const shop = await checkout(answers);
  shop.element.noButton = true;
  await pass(shop, 0);
  return shop;
}

describe('element.pay()', () => {
  it('element.pay() pays with valid fields, and reports that the payment is under way until it ends', async () => {
    const shop = await withoutButton({ authenticate: () => CHALLENGE, authorize: never });
    expect(root(shop).querySelector('[type=submit]')).toBeNull();
    const busy: [string, boolean][] = [];
    shop.element.addEventListener('scudo-step', ({ detail }) => busy.push([detail.step, shop.element.busy]));
    typeCard(shop);
    expect(shop.element.busy).toBe(false);
    expect(await shop.element.pay()).toBe(true);
    expect(await shop.element.pay()).toBe(false);
    await pass(shop, 0);
    expect(calls(shop).filter((call) => call === 'authenticate')).toHaveLength(1);
    expect(busy.map(([, isBusy]) => isBusy)).not.toContain(false);
    expect(busy.map(([step]) => step)).toContain('opening-challenge');
  });

  it('element.pay() is over with the outcome, and pays nothing more', async () => {
    const shop = await withoutButton();
    typeCard(shop);
    expect(await shop.element.pay()).toBe(true);
    await pass(shop, 0);
    expect(shop.reported).toEqual(['paid authorized']);
    expect(shop.element.busy).toBe(false);
    expect(await shop.element.pay()).toBe(false);
  });

  it('element.pay() focuses the first invalid field, shows its error and pays nothing', async () => {
    const shop = await withoutButton();
    typeCard(shop);
    type(shop, 'expiry', '01/20');
    expect(await shop.element.pay()).toBe(false);
    await pass(shop, 0);
    expect(focused(shop)).toBe('expiry');
    expect(field(shop, 'expiry').getAttribute('aria-invalid')).toBe('true');
    expect(calls(shop)).not.toContain('authenticate');
  });

  it('element.pay() starts the chosen redirect payment method', async () => {
    const shop = await withoutButton();
    await choose(shop, 'paypal');
    expect(await shop.element.pay()).toBe(true);
    await pass(shop, 0);
    expect(calls(shop)).toContain('redirect');
  });

  it('element.pay() pays nothing while the order is read', async () => {
    const shop = await withoutButton({ order: never });
    expect(await shop.element.pay()).toBe(false);
    expect(shop.element.busy).toBe(false);
  });

  it('element.pay() is called by the command --pay of a button, and by no other command', async () => {
    const shop = await withoutButton();
    const button = document.createElement('button');
    button.setAttribute('command', '--pay');
    shop.element.id = 'own';
    button.setAttribute('commandfor', 'own');
    shop.element.before(button);
    shop.element.dispatchEvent(new CommandEvent('command', { command: '--hide' }));
    await pass(shop, 0);
    expect(focused(shop)).toBeUndefined();
    button.click();
    await pass(shop, 0);
    expect(focused(shop)).toBe('number');
    button.remove();
  });
});

describe('a form without a button', () => {
  it('a form without a button pays when the shopper presses Enter in a field', async () => {
    const shop = await withoutButton();
    typeCard(shop);
    field(shop, 'name').focus();
    await userEvent.keyboard('{Enter}');
    await pass(shop, 0);
    expect(shop.reported).toEqual(['paid authorized']);
  });

  it('a form without a button pays nothing when Enter is pressed in a field of the page inside it', async () => {
    const shop = await withoutButton();
    typeCard(shop);
    const voucher = document.createElement('input');
    voucher.slot = 'terms';
    shop.element.append(voucher);
    voucher.focus();
    await userEvent.keyboard('{Enter}');
    await pass(shop, 0);
    expect(calls(shop)).not.toContain('authenticate');
  });
});

describe('custom states', () => {
  const NAMES = ['ready', 'busy', 'challenge', 'invalid', 'focused', 'chosen-card', 'chosen-paypal', 'paid', 'failed'];
  const states = ({ element }: Shop) => NAMES.filter((name) => element.matches(`:state(${name})`));
  const sheet = new CSSStyleSheet();

  beforeEach(() => {
    sheet.replaceSync('scudo-checkout:state(invalid) { outline: 3px solid rgb(1, 2, 3) }');
    document.adoptedStyleSheets.push(sheet);
  });
  afterEach(() => {
    document.adoptedStyleSheets.pop();
  });

  it('custom states follow the shopper from the form to the outcome', async () => {
    const shop = await checkout({ authenticate: () => CHALLENGE, authorize: never });
    expect(states(shop)).toEqual(['ready', 'chosen-card']);
    await choose(shop, 'paypal');
    expect(states(shop)).toEqual(['ready', 'chosen-paypal']);
    await choose(shop, 'card');
    field(shop, 'number').focus();
    await pass(shop, 0);
    expect(states(shop)).toEqual(['ready', 'focused', 'chosen-card']);
    await shop.element.pay();
    await pass(shop, 0);
    expect(states(shop)).toContain('invalid');
    expect(getComputedStyle(shop.element).outlineColor).toBe('rgb(1, 2, 3)');
    typeCard(shop);
    field(shop, 'number').blur();
    await pass(shop, 0);
    expect(states(shop)).toEqual(['ready', 'chosen-card']);
    await shop.element.pay();
    await pass(shop, 0);
    expect(states(shop)).toEqual(['busy', 'challenge', 'chosen-card']);
  });

  it('custom states have no challenge when its dialog is closed', () => {
    const form = { hasErrors: false, hasFocus: false, method: { code: 'card' } } as PaymentForm;
    const of = (step: CheckoutStep) => elementStates({ step } as CheckoutSnapshot, form, true, undefined);
    expect([of('challenging'), of('leaving-challenge')]).toEqual([
      ['busy', 'challenge', 'chosen-card'],
      ['busy', 'chosen-card'],
    ]);
  });

  it('custom states have the outcome that is shown, and no other', async () => {
    const shop = await checkout();
    typeCard(shop);
    await shop.element.pay();
    await pass(shop, 0);
    expect(states(shop)).toEqual(['chosen-card', 'paid']);
    shop.backend.answers.order = () => Promise.reject(new Error('nothing'));
    shop.element.order = '';
    await pass(shop, 0);
    expect(states(shop)).toEqual([]);
  });
});
