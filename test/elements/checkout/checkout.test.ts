import { fixture, html, oneEvent } from '@open-wc/testing';
import { describe, expect, it } from 'vitest';
import type { ScudoCheckout } from '../../../src/index.js';
import '../../../src/index.js';
import { BackendError } from '../../../src/payment/backend-client/backend-error.js';
import { outcomeOf } from '../../../src/payment/outcome.js';
import { stillClock, settle } from '../../../demo/pages/gallery/still-clock.js';
import { never, OPEN_ORDER, PAID, scriptedBackend, type ScriptedBackend } from '../../browser/scripted-backend.js';

async function checkoutWith(backend: ScriptedBackend, clock = stillClock()): Promise<ScudoCheckout> {
  const element = await fixture<ScudoCheckout>(
    html`<scudo-checkout order="A1" .adapter=${backend} .clock=${clock}></scudo-checkout>`,
  );
  await shown(element);
  return element;
}

async function shown(element: ScudoCheckout): Promise<void> {
  await settle();
  await element.updateComplete;
  await settle();
}

const field = (element: ScudoCheckout, id: string) => element.shadowRoot!.querySelector<HTMLInputElement>(`#${id}`)!;
const button = (element: ScudoCheckout, part = 'pay-button') =>
  element.shadowRoot!.querySelector<HTMLButtonElement>(`[part~=${part}]`)!;
const text = (element: ScudoCheckout, part: string) =>
  element.shadowRoot!.querySelector(`[part~=${part}]`)?.textContent?.trim();

function type(element: ScudoCheckout, id: string, value: string): void {
  const input = field(element, id);
  input.value = value;
  input.dispatchEvent(new Event('input', { bubbles: true }));
}

function typeCard(element: ScudoCheckout, number = '4222000006285344'): void {
  type(element, 'number', number);
  type(element, 'expiry', '12/28');
  type(element, 'security-code', '123');
  type(element, 'name', 'Ada Lovelace');
}

describe('scudo-checkout', () => {
  it('scudo-checkout is accessible', async () => {
    await expect(
      await checkoutWith(
        scriptedBackend({ order: () => ({ ...OPEN_ORDER, ask: ['email', 'mobile_phone', 'billing_address'] }) }),
      ),
    ).shadowDom.to.be.accessible();
  });

  it('scudo-checkout is accessible with errors, and with an outcome', async () => {
    const element = await checkoutWith(
      scriptedBackend({
        authenticate: () => ({
          result: 'outcome',
          outcome: outcomeOf('declined', { id: 'A1', state: 'open' }, 'Call us'),
        }),
      }),
    );
    button(element).click();
    await shown(element);
    await expect(element).shadowDom.to.be.accessible();
    typeCard(element);
    button(element).click();
    await oneEvent(element, 'scudo-outcome');
    await shown(element);
    await expect(element).shadowDom.to.be.accessible();
  });

  it('shows the amount on the button', async () => {
    const element = await checkoutWith(
      scriptedBackend({ order: () => ({ ...OPEN_ORDER, amount: '250000', currency: 'JPY' }) }),
    );
    expect(button(element).textContent).toBe('Pay ¥250,000');
  });

  it('scudo-checkout has labels, autofill tokens and a numeric keypad', async () => {
    const element = await checkoutWith(scriptedBackend());
    const inputs = [...element.shadowRoot!.querySelectorAll('input')].map(({ labels, autocomplete, inputMode }) => [
      labels?.[0]?.textContent,
      autocomplete,
      inputMode,
    ]);
    expect(inputs).toEqual([
      ['Card number', 'cc-number', 'numeric'],
      ['Expiry date', 'cc-exp', 'numeric'],
      ['Security code', 'cc-csc', 'numeric'],
      ['Name on card', 'cc-name', 'text'],
    ]);
  });

  it('asks only for the fields that the order needs', async () => {
    const element = await checkoutWith(scriptedBackend({ order: () => ({ ...OPEN_ORDER, ask: ['mobile_phone'] }) }));
    expect(field(element, 'phone')).not.toBeNull();
    expect(field(element, 'email')).toBeNull();
  });

  it('prepares as soon as the number is complete and valid, and again when it changes', async () => {
    const backend = scriptedBackend();
    const element = await checkoutWith(backend);
    type(element, 'number', '4222 0000 0628 534');
    await settle();
    expect(backend.calls.filter(({ call }) => call === 'prepare')).toHaveLength(0);
    type(element, 'number', '4222 0000 0628 5344');
    await settle();
    type(element, 'number', '5354560000000004');
    await settle();
    expect(backend.calls.filter(({ call }) => call === 'prepare').map(({ input }) => input)).toEqual([
      '4222000006285344',
      '5354560000000004',
    ]);
  });

  it('prepares on Pay when the attribute prepare is on-pay', async () => {
    const backend = scriptedBackend();
    const element = await checkoutWith(backend);
    element.setAttribute('prepare', 'on-pay');
    await shown(element);
    typeCard(element);
    await settle();
    expect(backend.calls.filter(({ call }) => call === 'prepare')).toHaveLength(0);
    button(element).click();
    await oneEvent(element, 'scudo-outcome');
    expect(backend.calls.filter(({ call }) => call === 'prepare')).toHaveLength(1);
  });

  it('pays with the typed card, reports the outcome once, and drops the card', async () => {
    const backend = scriptedBackend();
    const element = await checkoutWith(backend);
    typeCard(element);
    const reported = oneEvent(element, 'scudo-outcome');
    button(element).click();
    button(element).click();
    const { detail } = (await reported) as CustomEvent;
    expect(detail).toEqual({
      status: 'paid',
      code: 'authorized',
      retryable: false,
      sameCard: true,
      order: { id: 'A1', state: 'paid' },
    });
    const payments = backend.calls.filter(({ call }) => call === 'authenticate');
    expect(payments).toHaveLength(1);
    expect(payments[0]!.input).toMatchObject({
      card: {
        number: '4222000006285344',
        expiryMonth: '12',
        expiryYear: '28',
        securityCode: '123',
        fullName: 'Ada Lovelace',
      },
      methodUrlCompletion: 'UNAVAILABLE',
    });
    await shown(element);
    expect(text(element, 'outcome-text')).toBe('Thank you. You paid €19.99.');
    expect(element.shadowRoot!.activeElement?.id).toBe('outcome-title');
    // Seen once, as a large number; read once, in the sentence.
    const part = (name: string) => element.shadowRoot!.querySelector<HTMLElement>(`[part~=${name}]`)!;
    expect(part('outcome-text').offsetHeight).toBe(1);
    expect(part('outcome-amount').ariaHidden).toBe('true');
    expect(part('outcome-value').querySelector('[part~=outcome-mark]')).not.toBeNull();
    expect(part('outcome-value').textContent).toBe('Visa •••• 5344');
    expect(element.shadowRoot!.querySelector('input')).toBe(null);
  });

  it('focuses the first invalid field on Pay, and removes an error as soon as the text is valid', async () => {
    const backend = scriptedBackend();
    const element = await checkoutWith(backend);
    typeCard(element, '4222000006285345');
    button(element).click();
    await shown(element);
    expect(element.shadowRoot!.activeElement?.id).toBe('number');
    expect(field(element, 'number').getAttribute('aria-invalid')).toBe('true');
    expect(element.shadowRoot!.querySelector('#number-error')?.textContent).toBe(
      'Check the card number. It has a typing mistake.',
    );
    type(element, 'number', '4222000006285344');
    await shown(element);
    expect(field(element, 'number').getAttribute('aria-invalid')).toBe('false');
    expect(backend.calls.some(({ call }) => call === 'authenticate')).toBe(false);
  });

  it('shows an error on leaving an invalid field, and none on leaving an empty one', async () => {
    const element = await checkoutWith(scriptedBackend());
    field(element, 'expiry').dispatchEvent(new Event('blur'));
    type(element, 'expiry', '13/28');
    await shown(element);
    expect(element.shadowRoot!.querySelector('#expiry-error')?.textContent).toBe('');
    field(element, 'expiry').dispatchEvent(new Event('blur'));
    await shown(element);
    expect(element.shadowRoot!.querySelector('#expiry-error')?.textContent).toBe(
      'Enter the month and year, such as 04 / 29.',
    );
  });

  it('shows a field that the backend refused', async () => {
    const element = await checkoutWith(
      scriptedBackend({
        authenticate: () =>
          Promise.reject(
            new BackendError(
              {
                kind: 'problem',
                code: 'invalid-request',
                retryable: false,
                fields: [{ field: 'card.full_name', message: 'no' }],
              },
              'no',
            ),
          ),
      }),
    );
    typeCard(element);
    button(element).click();
    await shown(element);
    await shown(element);
    expect(element.shadowRoot!.activeElement?.id).toBe('name');
    expect(field(element, 'number').value).toBe('4222 0000 0628 5344');
  });

  it('shows and announces a message when the backend refuses what no field has supplied, until the next Pay', async () => {
    const fields = [{ field: 'payer.unknown', message: 'no' }];
    const refusal = { kind: 'problem', code: 'invalid-request', retryable: false, fields } as const;
    const element = await checkoutWith(
      scriptedBackend({ authenticate: () => Promise.reject(new BackendError(refusal, 'no')) }),
    );
    typeCard(element);
    button(element).click();
    await shown(element);
    await shown(element);
    const message = element.shadowRoot!.querySelector('[part=message]');
    expect(message?.textContent).toContain('The shop could not take the payment.');
    expect(element.shadowRoot!.querySelector('form > [aria-live]')!.textContent).toBe(message?.textContent);
    field(element, 'name').value = '';
    field(element, 'name').dispatchEvent(new Event('input'));
    button(element).click();
    await shown(element);
    expect(element.shadowRoot!.querySelector('[part=message]')).toBeNull();
  });

  it('announces the fields to correct again after a second Pay', async () => {
    const element = await checkoutWith(scriptedBackend({}));
    button(element).click();
    await shown(element);
    const live = element.shadowRoot!.querySelector('form > [aria-live]')!;
    const summary = live.textContent;
    const texts: string[] = [];
    new MutationObserver(() => texts.push(live.textContent)).observe(live, {
      childList: true,
      characterData: true,
      subtree: true,
    });
    expect(summary).toMatch(/^Please check: /);
    button(element).click();
    await shown(element);
    await expect.poll(() => texts).toEqual(['', summary]);
  });

  it('locks the form while a payment runs, shows the progress, and keeps the focus', async () => {
    const element = await checkoutWith(scriptedBackend({ authenticate: never }));
    typeCard(element);
    button(element).focus();
    button(element).click();
    await shown(element);
    expect(field(element, 'number').readOnly).toBe(true);
    expect(button(element).getAttribute('aria-disabled')).toBe('true');
    expect(text(element, 'progress')).toBe('Your bank is checking the payment…');
    expect(element.shadowRoot!.activeElement).toBe(button(element));
  });

  it('reports in-doubt and not failed when no answer arrives', async () => {
    const clock = stillClock();
    const backend = scriptedBackend({
      authenticate: () => Promise.reject(new BackendError({ kind: 'unanswered' }, 'no answer')),
    });
    const element = await checkoutWith(backend, clock);
    typeCard(element);
    const reported = oneEvent(element, 'scudo-outcome');
    button(element).click();
    await settle();
    await clock.advance(90_000);
    expect(((await reported) as CustomEvent).detail).toMatchObject({ status: 'in-doubt', code: 'backend-unanswered' });
    const keys = new Set(backend.calls.filter(({ call }) => call === 'authenticate').map(({ key }) => key));
    expect(keys.size).toBe(1);

    backend.answers.order = () => ({ ...OPEN_ORDER, state: 'paid' });
    await shown(element);
    button(element, 'button').click();
    await shown(element);
    expect(text(element, 'outcome-text')).toBe('Thank you. You paid €19.99 with Visa •••• 5344.');
    expect(element.shadowRoot!.activeElement?.id).toBe('outcome-title');
  });

  it('keeps all texts except the security code for another try', async () => {
    const backend = scriptedBackend({
      authenticate: () => ({
        result: 'outcome',
        outcome: outcomeOf('declined', { id: 'A1', state: 'open' }, '<b>Call & ask</b>'),
      }),
    });
    const element = await checkoutWith(backend);
    typeCard(element);
    button(element).click();
    await oneEvent(element, 'scudo-outcome');
    await shown(element);
    expect(text(element, 'cardholder-text')).toBe('Your bank says: <b>Call & ask</b>');
    button(element, 'button').click();
    await shown(element);
    expect(field(element, 'number').value).toBe('4222 0000 0628 5344');
    expect(field(element, 'security-code').value).toBe('');
    expect(element.shadowRoot!.activeElement?.id).toBe('security-code');

    backend.answers.authenticate = () => PAID;
    type(element, 'security-code', '123');
    button(element).click();
    await oneEvent(element, 'scudo-outcome');
    const [first, second] = backend.calls.filter(({ call }) => call === 'authenticate').map(({ key }) => key);
    expect(first).not.toBe(second);
  });

  it('shows an order that was paid before without reporting an outcome', async () => {
    const reported: Event[] = [];
    const listener = (event: Event) => reported.push(event);
    addEventListener('scudo-outcome', listener);
    const element = await checkoutWith(scriptedBackend({ order: () => ({ ...OPEN_ORDER, state: 'paid' }) }));
    removeEventListener('scudo-outcome', listener);
    expect(text(element, 'outcome-title')).toBe('Payment complete');
    expect(reported).toHaveLength(0);
  });

  it('offers to load an order again after a failure', async () => {
    const backend = scriptedBackend({ order: () => Promise.reject(new BackendError({ kind: 'unanswered' }, 'no')) });
    const element = await checkoutWith(backend);
    expect(element.shadowRoot!.querySelector('[role=alert]')?.textContent).toBe('Your order could not be loaded.');
    backend.answers.order = () => OPEN_ORDER;
    button(element, 'button').click();
    await shown(element);
    expect(button(element).textContent).toBe('Pay €19.99');
  });

  it('offers to read the order after a failure that another try does not fix', async () => {
    const backend = scriptedBackend({
      authenticate: () =>
        Promise.reject(
          new BackendError({ kind: 'problem', code: 'gateway-refused', retryable: false, fields: [] }, 'no'),
        ),
    });
    const element = await checkoutWith(backend);
    typeCard(element);
    button(element).click();
    await oneEvent(element, 'scudo-outcome');
    await shown(element);
    expect(button(element, 'button').textContent).toBe('Update status');
    // Nothing is left to do here, so no action is the main one.
    expect(button(element, 'button').part.contains('secondary-button')).toBe(true);
    expect(text(element, 'outcome-details')).toMatch(/^Amount\s*€19.99$/);
    button(element, 'button').click();
    await shown(element);
    expect(field(element, 'number').value).toBe('');
    expect(element.shadowRoot!.activeElement?.id).toBe('number');
  });

  it('shows nothing without an order', async () => {
    const element = await fixture<ScudoCheckout>(html`<scudo-checkout></scudo-checkout>`);
    expect(element.shadowRoot!.textContent?.trim()).toBe('');
  });

  it('scudo-checkout can be cancelled during the preparation, and keeps the focus', async () => {
    const backend = scriptedBackend({ prepare: never });
    const element = await checkoutWith(backend);
    typeCard(element);
    button(element).click();
    await shown(element);
    const cancel = element.shadowRoot!.querySelector<HTMLButtonElement>('.cancel-payment')!;
    expect([cancel.textContent, getComputedStyle(cancel).visibility]).toEqual(['Cancel', 'hidden']);
    // It appears after four seconds.
    const [wait] = cancel.getAnimations();
    expect(wait?.effect?.getComputedTiming().endTime).toBe(4000);
    wait?.finish();
    cancel.focus();
    cancel.click();
    await shown(element);
    await shown(element);
    expect(element.shadowRoot!.activeElement).toBe(button(element));
    expect(field(element, 'number').readOnly).toBe(false);
    expect(backend.calls.some(({ call }) => call === 'authenticate')).toBe(false);
  });

  it('starts again when the page comes from the back/forward cache', async () => {
    const backend = scriptedBackend();
    const element = await checkoutWith(backend);
    backend.answers.order = () => ({ ...OPEN_ORDER, state: 'paid' });
    dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
    await shown(element);
    expect(text(element, 'outcome-title')).toBe('Payment complete');
  });

  it('stops all work when it is removed from the page', async () => {
    const clock = stillClock();
    const backend = scriptedBackend({ authenticate: never });
    const element = await checkoutWith(backend, clock);
    const outcomes: unknown[] = [];
    element.addEventListener('scudo-outcome', ({ detail }) => outcomes.push(detail));
    typeCard(element);
    button(element).click();
    await shown(element);
    const { length } = backend.calls;
    element.remove();
    // The limits of the authentication and of the prepared card would pass now.
    await clock.advance(3_600_000);
    expect(outcomes).toEqual([]);
    expect(backend.calls).toHaveLength(length);
    expect(clock.waiting).toBe(0);
  });
});
