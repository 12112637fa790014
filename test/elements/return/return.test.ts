import { fixture, html } from '@open-wc/testing';
import { describe, expect, it } from 'vitest';
import type { ScudoReturn } from '../../../src/index.js';
import '../../../src/index.js';
import { BackendError } from '../../../src/payment/backend-client/backend-error.js';
import type { Order } from '../../../src/payment/backend-client/backend-client.js';
import type { OutcomeStatus } from '../../../src/payment/outcome.js';
import { stillClock, settle, type StillClock } from '../../../demo/pages/gallery/still-clock.js';
import {
  never,
  OPEN_ORDER,
  scriptedBackend,
  UNFINISHED_ORDER,
  type ScriptedBackend,
} from '../../browser/scripted-backend.js';

const orderIn = (state: Order['state']) => (): Order => ({ ...OPEN_ORDER, state });
/** The shopper has returned, and the final status has not arrived. */
const WAITING: Order = { ...UNFINISHED_ORDER, redirect: { method: 'paypal', unfinished: false } };
const fault = (kind: ConstructorParameters<typeof BackendError>[0]) => () =>
  Promise.reject(new BackendError(kind, 'scripted'));
const unanswered = fault({ kind: 'unanswered' });
const orderNotFound = fault({ kind: 'problem', code: 'order-not-found', retryable: false, fields: [] });

interface Returned {
  readonly element: ScudoReturn;
  readonly backend: ScriptedBackend;
  readonly clock: StillClock;
  /** The outcomes reported so far. */
  readonly reported: OutcomeStatus[];
}

async function rendered({ element }: Pick<Returned, 'element'>): Promise<void> {
  await settle();
  await element.updateComplete;
  await settle();
}

async function back(
  order: ScriptedBackend['answers']['order'],
  attributes: Readonly<Record<string, string>> = {},
): Promise<Returned> {
  const backend = scriptedBackend({ order });
  const clock = stillClock();
  const reported: OutcomeStatus[] = [];
  const element = await fixture<ScudoReturn>(html`<scudo-return
    order="A1"
    checkout=${attributes['checkout'] ?? '/cart'}
    patience=${attributes['patience'] ?? '60'}
    .adapter=${backend}
    .clock=${clock}
    @scudo-outcome=${({ detail }: CustomEvent<{ status: OutcomeStatus }>) => reported.push(detail.status)}
    @scudo-redirect=${(event: Event) => event.preventDefault()}
  ></scudo-return>`);
  const one = { element, backend, clock, reported };
  await rendered(one);
  return one;
}

const root = ({ element }: Pick<Returned, 'element'>) => element.shadowRoot!;
const text = (one: Returned, part: string) => root(one).querySelector(`[part~=${part}]`)?.textContent?.trim();
const status = (one: Returned) => root(one).querySelector('[part~=outcome]')?.getAttribute('data-status');
const buttons = (one: Returned) =>
  [...root(one).querySelectorAll<HTMLElement>('[part~=button]')].map(({ textContent }) => textContent);
const focused = (one: Returned) => root(one).activeElement?.id;
const asked = ({ backend }: Returned) => backend.calls.filter(({ call }) => call === 'order').length;

async function press(one: Returned, name: string): Promise<void> {
  const pressed = [...root(one).querySelectorAll<HTMLElement>('button')].find(
    ({ textContent }) => textContent === name,
  )!;
  pressed.focus();
  pressed.click();
  await rendered(one);
}

async function pass(one: Returned, ms: number): Promise<void> {
  await one.clock.advance(ms);
  await rendered(one);
}

describe('scudo-return', () => {
  it.each([
    ['paid', 'paid', 'Payment complete', 'This order is already paid.', []],
    [
      'open',
      'failed',
      'Payment not completed',
      'The payment was not completed. Nothing was charged. You can try again or pay in another way.',
      ['Back to the payment'],
    ],
    [
      'failed',
      'failed',
      'Payment not completed',
      'The payment was not completed. Nothing was charged. You can try again or pay in another way.',
      ['Back to the payment'],
    ],
    [
      'in-doubt',
      'in-doubt',
      'We are checking your payment',
      'Your card may have been charged, so please do not pay again. We are checking with the bank.',
      ['Update status'],
    ],
    ['refunded', 'cancelled', 'Payment returned', 'The shop has returned the amount or released the reservation.', []],
  ] as const)(
    'shows the outcome of an order that is %s, reports it once, and does not move the focus',
    async (state, outcome, title, words, ways) => {
      const one = await back(orderIn(state));
      expect(status(one)).toBe(outcome);
      expect(text(one, 'outcome-title')).toBe(title);
      expect(text(one, 'outcome-text')).toBe(words);
      expect(buttons(one)).toEqual(ways);
      expect(text(one, 'progress')).toBe('');
      expect(one.reported).toEqual([outcome]);
      expect(focused(one)).toBeUndefined();
      // An order in doubt is read again.
      expect(one.clock.waiting).toBe(outcome === 'in-doubt' ? 1 : 0);
      await expect(one.element).shadowDom.to.be.accessible();
    },
  );

  it.each([
    ['paid', undefined, '€19.99', undefined],
    ['paid', '1000', '€10.00', undefined],
    ['authorized', undefined, '€19.99', undefined],
    ['partly-captured', undefined, undefined, undefined],
    ['partly-refunded', '1500', '€15.00', undefined],
    ['partly-refunded', undefined, undefined, undefined],
    ['refunded', '0', undefined, undefined],
    ['voided', undefined, undefined, undefined],
    ['cancelled', undefined, undefined, '€19.99'],
  ] as const)('shows as the amount of a %s order with %s charged: large %s, among the facts %s', async (...row) => {
    const [state, charged, large, fact] = row;
    const one = await back(() => ({ ...OPEN_ORDER, state, charged, paidWith: 'paypal' }));
    expect(text(one, 'outcome-amount')).toBe(large);
    expect(/€[\d.]+/.exec(text(one, 'outcome-details') ?? '')?.[0]).toBe(fact);
    const amounts = root(one).textContent.match(/€[\d.]+/g) ?? [];
    expect(new Set(amounts)).toEqual(new Set([large ?? fact].filter(Boolean)));
    expect(text(one, 'outcome-text')?.includes('You paid')).toBe(state === 'paid');
    // A cancelled order is final.
    expect(buttons(one)).toEqual([]);
  });

  it('links to the checkout after a failure', async () => {
    const one = await back(orderIn('failed'), { checkout: '/cart?order=A1' });
    const link = root(one).querySelector('a')!;
    expect(link.getAttribute('href')).toBe('/cart?order=A1');
    expect(link.textContent).toBe('Back to the payment');
  });

  it('scudo-return shows the read of the order, and then the wait for the named method', async () => {
    const one = await back(never);
    expect(text(one, 'progress')).toBe('Looking up your payment…');
    expect(root(one).querySelector('[part=progress]')).not.toBeNull();
    const other = await back(() => ({ ...WAITING, methods: [{ code: 'paypal', name: 'PayPal <b>' }] }));
    expect(text(other, 'progress')).toBe('Waiting for PayPal <b> to confirm your payment…');
    await expect(other.element).shadowDom.to.be.accessible();
  });

  it('scudo-return has a text for an order that does not name its payment method', async () => {
    const one = await back(orderIn('pending'));
    expect(text(one, 'progress')).toBe('Waiting for the payment service to confirm your payment…');
  });

  it('announces the final status when it arrives', async () => {
    const one = await back(() => WAITING);
    expect(one.reported).toEqual([]);
    one.backend.answers.order = orderIn('paid');
    await pass(one, 1000);
    expect(status(one)).toBe('paid');
    expect(one.reported).toEqual(['paid']);
    expect(focused(one)).toBe('outcome-title');
  });

  it('shows pending and never failed after the time of its attribute patience, and still shows the final status', async () => {
    const one = await back(() => WAITING, { patience: '5' });
    await pass(one, 4999);
    expect(status(one)).toBeUndefined();
    await pass(one, 1);
    expect(status(one)).toBe('pending');
    expect(text(one, 'outcome-text')).toBe(
      'We are waiting for the payment to be confirmed. Your order goes ahead as soon as it is. You need not pay again.',
    );
    expect(buttons(one)).toEqual(['Update status']);
    expect(focused(one)).toBe('outcome-title');
    await pass(one, 3_600_000);
    expect(one.reported).toEqual(['pending']);
    one.backend.answers.order = orderIn('failed');
    await pass(one, 1000);
    expect(one.reported).toEqual(['pending', 'failed']);
    expect(status(one)).toBe('failed');
    expect(focused(one)).toBe('outcome-title');
  });

  it('never shows failed because the backend does not answer while it waits', async () => {
    const one = await back(() => WAITING);
    one.backend.answers.order = unanswered;
    await pass(one, 60_000);
    expect(status(one)).toBe('pending');
    await pass(one, 3_600_000);
    expect(status(one)).toBe('pending');
    expect(one.reported).toEqual(['pending']);
  });

  it('reports pending once, however often the shopper checks, and keeps the focus', async () => {
    const one = await back(() => WAITING, { patience: '5' });
    await pass(one, 5000);
    await press(one, 'Update status');
    expect(text(one, 'progress')).toBe('Waiting for PayPal to confirm your payment…');
    await pass(one, 5000);
    expect(status(one)).toBe('pending');
    expect(focused(one)).toBe('outcome-title');
    expect(one.reported).toEqual(['pending']);
    one.backend.answers.order = orderIn('paid');
    await press(one, 'Update status');
    expect(status(one)).toBe('paid');
    expect(focused(one)).toBe('outcome-title');
    expect(one.reported).toEqual(['pending', 'paid']);
  });

  it('reports in-doubt once, and then the settled outcome', async () => {
    const one = await back(orderIn('in-doubt'));
    await press(one, 'Update status');
    expect(focused(one)).toBe('outcome-title');
    one.backend.answers.order = orderIn('paid');
    await press(one, 'Update status');
    expect(one.reported).toEqual(['in-doubt', 'paid']);
  });

  it('offers to check again when the order is unknown', async () => {
    const one = await back(orderNotFound);
    expect(text(one, 'outcome-text')).toBe('This order was not found.');
    one.backend.answers.order = orderIn('paid');
    await press(one, 'Update status');
    expect(status(one)).toBe('paid');
    expect(one.reported).toEqual(['failed', 'paid']);
  });

  it('shows a failure to read when the backend does not answer, and reads again', async () => {
    const one = await back(unanswered);
    expect(root(one).querySelector('[role=alert]')!.textContent).toBe('Your order could not be loaded.');
    expect(status(one)).toBeUndefined();
    expect(focused(one)).toBeUndefined();
    await expect(one.element).shadowDom.to.be.accessible();
    await press(one, 'Try again');
    expect(focused(one)).toBe('unreachable');
    one.backend.answers.order = orderIn('paid');
    await press(one, 'Try again');
    expect(status(one)).toBe('paid');
    expect(focused(one)).toBe('outcome-title');
    expect(one.reported).toEqual(['paid']);
  });

  it('resumes a payment from which no message has come', async () => {
    const one = await back(() => UNFINISHED_ORDER, { patience: '0' });
    await pass(one, 0);
    expect(status(one)).toBe('pending');
    expect(focused(one)).toBeUndefined();
    expect(text(one, 'outcome-text')).toBe(
      'We have not heard from PayPal yet. If you have not finished paying, you can go on there.',
    );
    await press(one, 'Continue to PayPal');
    expect(one.backend.calls.filter(({ call }) => call === 'redirect').map(({ input }) => input)).toEqual([
      { method: 'paypal' },
    ]);
    expect(text(one, 'progress')).toBe('You are being taken to PayPal…');
    expect(root(one).querySelector('a')!.getAttribute('href')).toBe('http://127.0.0.1:1/testpay/1');
    expect(focused(one)).toBe('leave');
    expect(one.reported).toEqual(['pending']);
  });

  it('never shows failed for a payment that cannot be resumed', async () => {
    const one = await back(() => UNFINISHED_ORDER, { patience: '0' });
    await pass(one, 0);
    one.backend.answers.redirect = unanswered;
    await press(one, 'Continue to PayPal');
    expect(text(one, 'progress')).toBe('Contacting PayPal…');
    await pass(one, 45_000);
    expect(status(one)).toBe('pending');
    expect(buttons(one)).toEqual(['Continue to PayPal']);
    expect(focused(one)).toBe('outcome-title');
    expect(one.reported).toEqual(['pending']);
  });

  it('renders no link for a script address, whatever a backend client returns', async () => {
    const one = await back(() => UNFINISHED_ORDER, { patience: '0' });
    await pass(one, 0);
    one.backend.answers.redirect = () => ({ result: 'redirect', url: 'javascript:alert(1)' });
    await press(one, 'Continue to PayPal');
    expect(root(one).querySelector('a')).toBeNull();
    await pass(one, 0);
    expect(status(one)).toBe('pending');
  });

  it('starts again when the page comes from the back/forward cache', async () => {
    const one = await back(orderIn('open'));
    one.backend.answers.order = orderIn('paid');
    dispatchEvent(new PageTransitionEvent('pageshow', { persisted: false }));
    await rendered(one);
    expect(asked(one)).toBe(1);
    dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
    await rendered(one);
    expect(status(one)).toBe('paid');
    expect(one.reported).toEqual(['failed', 'paid']);
  });

  it.each([
    ['order', 'A2'],
    ['patience', 5],
    ['clock', stillClock()],
    ['adapter', scriptedBackend({ order: () => WAITING })],
  ] as const)('starts again when its %s changes, and ends the former run', async (property, value) => {
    const one = await back(() => WAITING);
    const timers = one.clock.waiting;
    expect(timers).toBeGreaterThan(0);
    Object.assign(one.element, { [property]: value });
    await rendered(one);
    expect(one.element.trace.map((entry) => 'step' in entry && entry.step)).toEqual([
      'reading-status',
      'awaiting-status',
    ]);
    expect(one.clock.waiting).toBe(property === 'clock' ? 0 : timers);
    one.element.remove();
  });

  it('stops all work when it is removed, and starts again when it is inserted', async () => {
    const one = await back(() => WAITING);
    const parent = one.element.parentElement!;
    expect(one.clock.waiting).toBeGreaterThan(0);
    one.element.remove();
    expect(one.clock.waiting).toBe(0);
    const before = asked(one);
    dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
    one.element.order = 'A2';
    await rendered(one);
    await pass(one, 60_000);
    expect(asked(one)).toBe(before);
    expect(one.clock.waiting).toBe(0);
    one.backend.answers.order = orderIn('paid');
    parent.append(one.element);
    await rendered(one);
    expect(status(one)).toBe('paid');
    expect(asked(one)).toBe(before + 1);
    dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
    await rendered(one);
    expect(asked(one)).toBe(before + 2);
  });

  it('starts nothing when it was removed before its first rendering', async () => {
    const backend = scriptedBackend({ order: () => WAITING });
    const clock = stillClock();
    const element = Object.assign(document.createElement('scudo-return'), { order: 'A1', adapter: backend, clock });
    document.body.append(element);
    element.remove();
    await rendered({ element });
    expect(backend.calls).toEqual([]);
    expect(clock.waiting).toBe(0);
  });

  it('ends and shows nothing when its order is removed', async () => {
    const one = await back(() => WAITING, { patience: '0' });
    await pass(one, 0);
    expect(status(one)).toBe('pending');
    one.element.order = '';
    await rendered(one);
    expect(root(one).textContent?.trim()).toBe('');
    // The only timer is that of the text for developers about the missing order.
    const reads = asked(one);
    await pass(one, 60_000);
    expect(asked(one)).toBe(reads);
    expect(one.clock.waiting).toBe(0);
    one.element.order = 'A1';
    await rendered(one);
    expect(text(one, 'progress')).toBe('Waiting for PayPal to confirm your payment…');
  });

  it('shows nothing without an order', async () => {
    const element = await fixture<ScudoReturn>(html`<scudo-return></scudo-return>`);
    expect(element.shadowRoot!.textContent?.trim()).toBe('');
  });

  it('fits a phone with a long name', async () => {
    const one = await back(
      () => ({
        ...UNFINISHED_ORDER,
        methods: [
          { code: 'paypal', name: 'Donaudampfschifffahrtsgesellschaftskapitänszahlungsdienstleistungsgenossenschaft' },
        ],
      }),
      { patience: '0' },
    );
    for (const direction of ['ltr', 'rtl']) {
      one.element.style.inlineSize = '288px';
      one.element.dir = direction;
      await pass(one, 0);
      expect(one.element.scrollWidth, direction).toBeLessThanOrEqual(288);
    }
    root(one).querySelector('button')!.click();
    await rendered(one);
    expect(root(one).querySelector('a')).not.toBeNull();
    expect(one.element.scrollWidth).toBeLessThanOrEqual(288);
  });
});
