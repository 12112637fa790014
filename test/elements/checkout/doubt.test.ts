import { fixture, html } from '@open-wc/testing';
import { expect, it } from 'vitest';
import '../../../src/elements/checkout/checkout-element.js';
import type { ScudoCheckout } from '../../../src/elements/checkout/checkout-element.js';
import { createCheckout } from '../../../src/payment/checkout/checkout.js';
import { stillClock, settle } from '../../../demo/pages/gallery/still-clock.js';
import { OPEN_ORDER, scriptedBackend } from '../../browser/scripted-backend.js';

it('reports the outcome of an order in doubt when it settles, and not while it is the same', async () => {
  const backend = scriptedBackend({ order: () => ({ ...OPEN_ORDER, state: 'in-doubt' }) });
  const reported: string[] = [];
  const element = await fixture<ScudoCheckout>(
    html`<scudo-checkout .adapter=${backend} .clock=${stillClock()} order="A1" @scudo-outcome=${({ detail }: { detail: { status: string } }) => reported.push(detail.status)}></scudo-checkout>`,
  );
  const check = async () => {
    await settle();
    await element.updateComplete;
    element.shadowRoot!.querySelector<HTMLElement>('[part~=outcome] button')!.click();
    await settle();
    await element.updateComplete;
  };
  await check();
  expect(reported).toEqual([]);
  backend.answers.order = () => ({ ...OPEN_ORDER, state: 'paid' });
  await check();
  expect(reported).toEqual(['paid']);
});

/** A checkout of an order in doubt. */
async function doubtful() {
  const backend = scriptedBackend({ order: () => ({ ...OPEN_ORDER, state: 'in-doubt' }) });
  const clock = stillClock();
  const events: string[] = [];
  const element = await fixture<ScudoCheckout>(
    html`<scudo-checkout .adapter=${backend} .clock=${clock} order="A1"
      @scudo-outcome=${({ detail }: { detail: { code: string } }) => events.push(`outcome ${detail.code}`)}
      @scudo-step=${({ detail }: { detail: { step: string } }) => events.push(`step ${detail.step}`)}></scudo-checkout>`,
  );
  const pass = async (ms: number) => {
    await clock.advance(ms);
    await element.updateComplete;
  };
  await pass(0);
  events.length = 0;
  return { backend, element, events, pass, root: element.shadowRoot! };
}

it('shows and reports by itself that an order in doubt was paid', async () => {
  const { backend, events, pass, root } = await doubtful();
  expect(root.querySelector('[part~=outcome]')?.getAttribute('data-status')).toBe('in-doubt');
  backend.answers.order = () => ({ ...OPEN_ORDER, state: 'paid' });
  await pass(1000);
  expect(root.querySelector('[part~=outcome]')?.getAttribute('data-status')).toBe('paid');
  expect(root.activeElement?.id).toBe('outcome-title');
  expect(events).toEqual(['outcome already-paid']);
});

it('shows the form below the outcome when an order in doubt was not charged', async () => {
  const { backend, events, pass, root } = await doubtful();
  expect(root.querySelector('form')).toBeNull();
  backend.answers.order = () => OPEN_ORDER;
  await pass(1000);
  expect(root.querySelector('[part~=outcome]')?.getAttribute('data-status')).toBe('failed');
  expect(root.querySelector<HTMLButtonElement>('[type=submit]')?.getAttribute('aria-disabled')).toBe('false');
  expect(events).toEqual(['outcome payment-not-completed']);
});

it('does nothing when the signal was aborted before the start', async () => {
  const backend = scriptedBackend();
  const clock = stillClock();
  const signal = AbortSignal.abort();
  const frames = {
    method: () => document.body,
    availableSpace: () => ({ width: 1, height: 1 }),
    challenge: () => undefined,
    challengeTitle: '',
  };
  expect(
    await createCheckout({ backend, order: 'A1', frames, clock, signal }).pay({
      number: '4222000006285344',
      expiryMonth: '12',
      expiryYear: '40',
      securityCode: '1',
      fullName: 'x',
    }),
  ).toBeUndefined();
  const redirect = createCheckout({ page: 'return', backend, order: 'A1', clock, signal });
  redirect.redirect({ method: 'testpay' });
  await settle();
  expect(redirect.snapshot.step).toBe('reading-status');
  expect(backend.calls.map(({ call }) => call)).not.toContain('redirect');
  expect(backend.calls.map(({ call }) => call)).not.toContain('authenticate');
  expect(clock.waiting).toBe(0);
});
