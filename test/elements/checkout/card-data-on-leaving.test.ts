import { fixture, html } from '@open-wc/testing';
import { describe, expect, it } from 'vitest';
import type { ScudoCheckout } from '../../../src/index.js';
import '../../../src/index.js';
import { stillClock, settle } from '../../../demo/pages/gallery/still-clock.js';
import { never, OPEN_ORDER, scriptedBackend, type ScriptedBackend } from '../../browser/scripted-backend.js';

const NUMBER = '4222000006285344';

async function checkoutWith(answers: Partial<ScriptedBackend['answers']> = {}) {
  const backend = scriptedBackend({ order: () => ({ ...OPEN_ORDER, ask: ['email'] }), ...answers });
  const clock = stillClock();
  const element = await fixture<ScudoCheckout>(
    html`<scudo-checkout order="A1" .adapter=${backend} .clock=${clock}></scudo-checkout>`,
  );
  await shown(element);
  return { backend, element };
}

async function shown(element: ScudoCheckout): Promise<void> {
  await settle();
  await element.updateComplete;
  await settle();
}

const root = (element: ScudoCheckout) => element.shadowRoot!;
const values = (element: ScudoCheckout) =>
  Object.fromEntries(Array.from(root(element).querySelectorAll('input'), ({ id, value }) => [id, value]));
const payButton = (element: ScudoCheckout) => root(element).querySelector<HTMLButtonElement>('[part~=pay-button]');

function typeAll(element: ScudoCheckout): void {
  const texts = {
    number: NUMBER,
    expiry: '12/28',
    'security-code': '731',
    name: 'Ada Lovelace',
    email: 'ada@example.com',
  };
  for (const [id, value] of Object.entries(texts)) {
    const input = root(element).querySelector<HTMLInputElement>(`#${id}`)!;
    input.value = value;
    input.dispatchEvent(new Event('input', { bubbles: true }));
  }
}

const hide = (persisted = true) => dispatchEvent(new PageTransitionEvent('pagehide', { persisted }));
const show = () => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));

describe('a checkout whose page is left', () => {
  it.each([true, false])(
    'clears number, expiry date, security code and name at once, with persisted %s',
    async (persisted) => {
      const { element } = await checkoutWith();
      typeAll(element);
      hide(persisted);
      // Before any rendering.
      expect(values(element)).toEqual({
        number: '',
        expiry: '',
        'security-code': '',
        name: '',
        email: 'ada@example.com',
      });
      await shown(element);
      // Paths of icons and Lit's markers have numbers.
      expect(root(element).innerHTML.replace(/<svg.*?<\/svg>|<!--.*?-->/gs, '')).not.toMatch(/4222|12\/28|731/);
    },
  );

  it('shows a form without the card when it comes back, and pays with a card that is typed again', async () => {
    const { element, backend } = await checkoutWith();
    typeAll(element);
    await shown(element);
    hide();
    show();
    await shown(element);
    expect(values(element)).toMatchObject({ number: '', expiry: '', 'security-code': '', email: 'ada@example.com' });
    payButton(element)!.click();
    await shown(element);
    expect(root(element).querySelector('#number')!.getAttribute('aria-invalid')).toBe('true');
    expect(backend.calls.some(({ call }) => call === 'authenticate')).toBe(false);
    typeAll(element);
    payButton(element)!.click();
    await shown(element);
    expect(root(element).querySelector('[part~=outcome-title]')!.textContent).toBe('Payment complete');
  });

  it('prepares no card when it comes back', async () => {
    const { element, backend } = await checkoutWith();
    typeAll(element);
    await shown(element);
    const before = backend.calls.filter(({ call }) => call === 'prepare').length;
    hide();
    show();
    await shown(element);
    expect(backend.calls.filter(({ call }) => call === 'prepare')).toHaveLength(before);
  });

  it('ends the wait for the answer of a payment that is under way', async () => {
    const signals: AbortSignal[] = [];
    const { element, backend } = await checkoutWith({ authenticate: never });
    const { authenticate } = backend;
    backend.authenticate = (order, input, options) => {
      if (options.signal) signals.push(options.signal);
      return authenticate(order, input, options);
    };
    typeAll(element);
    payButton(element)!.click();
    await shown(element);
    expect(signals.map(({ aborted }) => aborted)).toEqual([false]);
    hide();
    expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
    expect(values(element)).toMatchObject({ number: '', expiry: '', 'security-code': '' });
  });

  it.each([
    ['paid', 'Payment complete'],
    ['in-doubt', undefined],
    ['open', undefined],
  ] as const)('shows the state %s of its order after a payment that was under way', async (state, title) => {
    const { element, backend } = await checkoutWith({ authenticate: never });
    typeAll(element);
    payButton(element)!.click();
    await shown(element);
    hide();
    backend.answers.order = () => ({ ...OPEN_ORDER, state });
    show();
    await shown(element);
    const outcome = root(element).querySelector<HTMLElement>('[part~=outcome]');
    if (state === 'open') {
      expect(outcome).toBeNull();
      expect(payButton(element)!.getAttribute('aria-disabled')).toBe('false');
    } else {
      expect(outcome!.dataset['status']).toBe(state);
      if (title) expect(root(element).querySelector('[part~=outcome-title]')!.textContent).toBe(title);
    }
  });
});
