import { fixture, html } from '@open-wc/testing';
import { expect, it } from 'vitest';
import type { ScudoCheckout } from '../../../src/index.js';

const CARD_FRAME = 'https://pay.shop.example/scudo/fields';
const ORDER = { id: 'A1', amount: '1999', currency: 'EUR', state: 'open', methods: [{ code: 'card' }], ask: [] };

// Before the element, which calls the fetch that the page had when it was loaded.
const { fetch } = window;
window.fetch = async (input, init) => {
  const address = input instanceof Request ? input.url : input.toString();
  return address.includes('/orders/') ? Response.json({ ...ORDER, card_frame: CARD_FRAME }) : fetch(input, init);
};
await import('../../../src/index.js');

const frameOf = (element: ScudoCheckout) => element.shadowRoot!.querySelector<HTMLIFrameElement>('[part=card-frame]');
const inputOf = (element: ScudoCheckout) => element.shadowRoot!.querySelector('#number');

it.each(['/scudo', 'https://proxy.shop.example/scudo', 'https://pay.shop.example/scudo/'])(
  'the card fields of a backend at %s are in the frame that the order names',
  async (backend) => {
    const element = await fixture<ScudoCheckout>(html`<scudo-checkout order="A1" backend=${backend}></scudo-checkout>`);
    await expect.poll(() => frameOf(element)?.src).toBe(CARD_FRAME);
    expect(inputOf(element)).toBeNull();
  },
);

it('the card fields stay in the page with fields="inline", although the order names a frame', async () => {
  const element = await fixture<ScudoCheckout>(
    html`<scudo-checkout order="A1" backend="/scudo" fields="inline"></scudo-checkout>`,
  );
  await expect.poll(() => inputOf(element)).not.toBeNull();
  expect(frameOf(element)).toBeNull();
});
