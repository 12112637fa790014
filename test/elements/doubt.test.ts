import { fixture, html } from '@open-wc/testing';
import { expect, it } from 'vitest';
import '../../src/elements/checkout.js';
import type { ScudoCheckout } from '../../src/elements/checkout.js';
import { createCardPayment } from '../../src/payment/card-payment.js';
import { createRedirectPayment } from '../../src/payment/redirect-payment.js';
import { drivenClock, settle } from '../browser/driven-clock.js';
import { OPEN_ORDER, scriptedBackend } from '../browser/scripted-backend.js';

it('what became of a doubt is news, and told; what it still is, is not', async () => {
  const backend = scriptedBackend({ order: () => ({ ...OPEN_ORDER, state: 'in-doubt' }) });
  const told: string[] = [];
  const element = await fixture<ScudoCheckout>(
    html`<scudo-checkout .adapter=${backend} .clock=${drivenClock()} order="A1" @scudo-outcome=${({ detail }: { detail: { status: string } }) => told.push(detail.status)}></scudo-checkout>`,
  );
  const check = async () => {
    await settle();
    await element.updateComplete;
    element.shadowRoot!.querySelector<HTMLElement>('[part=outcome] button')!.click();
    await settle();
    await element.updateComplete;
  };
  await check();
  expect(told).toEqual([]);
  backend.answers.order = () => ({ ...OPEN_ORDER, state: 'paid' });
  await check();
  expect(told).toEqual(['paid']);
});

it('a payment whose signal was aborted before it began does nothing', async () => {
  const backend = scriptedBackend();
  const clock = drivenClock();
  const signal = AbortSignal.abort();
  const frames = {
    method: () => document.body,
    room: () => ({ width: 1, height: 1 }),
    challenge: () => undefined,
    challengeTitle: '',
  };
  expect(
    await createCardPayment({ backend, order: 'A1', frames, clock, signal }).pay({
      number: '4222000006285344',
      expiryMonth: '12',
      expiryYear: '40',
      securityCode: '1',
      fullName: 'x',
    }),
  ).toBeUndefined();
  const redirect = createRedirectPayment({ backend, order: 'A1', clock, signal, enter: 'returned' });
  redirect.go({ method: 'testpay' });
  await settle();
  expect(redirect.snapshot.step).toBe('choosing');
  expect(backend.calls.map(({ call }) => call)).not.toContain('redirect');
  expect(backend.calls.map(({ call }) => call)).not.toContain('authenticate');
  expect(clock.waiting).toBe(0);
});
