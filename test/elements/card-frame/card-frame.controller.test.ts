import { fixture, html } from '@open-wc/testing';
import { LitElement, nothing } from 'lit';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Arrangement } from '../../../src/elements/card-form/arrangement.js';
import { CardFrame } from '../../../src/elements/card-frame/card-frame.controller.js';
import type { CardFont } from '../../../src/elements/card-frame/card-font.js';
import { encodeMessage } from '../../../src/protocol/adapter/card-frame-codec.js';
import { NEEDS } from '../../../src/elements/card-frame/card-frame-needs.js';
import type { Language } from '../../../src/elements/i18n/language.controller.js';
import type { Observation } from '../../../src/payment/checkout/trace.js';
import { settle, stillClock } from '../../../demo/pages/gallery/still-clock.js';

const ORIGIN = 'https://pay.shop.example';
const READY = encodeMessage({ scudo: 'card-ready', needs: NEEDS });
const STATE = { scudo: 'card-state', reference: 'r1', brand: 'Visa', typed: true, complete: false, invalid: [] };

let clock = stillClock();
let numbers: (string | undefined)[] = [];
let observed: Observation[] = [];
let failed: string[] = [];
let typed = 0;
let submitted = 0;

class Page extends LitElement {
  fonts: readonly CardFont[] = [];
  arrangement: Arrangement = {};
  brands: readonly string[] | undefined;
  now: string | undefined;
  icons: Readonly<Record<string, object>> | undefined;
  readonly cardFrame = new CardFrame(this, {
    language: {
      tag: 'en',
      chosen: 'en',
      direction: 'ltr',
      localize: (key: string) => key,
      withDigits: (text: string) => text,
      knows: () => true,
    } as unknown as Language,
    clock: () => clock,
    fonts: () => this.fonts,
    arrangement: () => this.arrangement,
    form: () => this,
    icons: () => this.icons,
    onNumber: (reference) => numbers.push(reference),
    onTyped: () => typed++,
    onSubmit: () => submitted++,
    onObserved: (observation) => observed.push(observation),
    onFailed: (what) => failed.push(what),
    fetch: (input, init) => fetch(input, init),
  });

  override render() {
    const { src, height } = this.cardFrame;
    if (src === undefined) return nothing;
    return html`<div class="card-frame"><iframe src=${src} height=${height ?? nothing}></iframe></div>`;
  }
}
customElements.define('page-with-card-frame', Page);

beforeEach(() => {
  clock = stillClock();
  [numbers, observed, failed, typed, submitted] = [[], [], [], 0, 0];
});
afterEach(() => vi.restoreAllMocks());

async function page(): Promise<Page> {
  const element = await fixture<Page>(html`<page-with-card-frame></page-with-card-frame>`);
  element.cardFrame.open(`${ORIGIN}/scudo`, 'A1');
  element.requestUpdate();
  await settle();
  return element;
}

const windowOf = (element: Page) => element.shadowRoot!.querySelector('iframe')!.contentWindow!;

async function receive(element: Page, data: unknown, { origin = ORIGIN, source = windowOf(element) as Window } = {}) {
  window.dispatchEvent(new MessageEvent('message', { data, origin, source }));
  await settle();
}

describe('a message to the page with the card frame', () => {
  it('a message of the frame and its origin is taken', async () => {
    const element = await page();
    await receive(element, READY);
    await receive(element, STATE);
    expect(numbers).toEqual(['r1']);
    expect(element.cardFrame.state).toEqual(STATE);
    expect(typed).toBe(1);
    await receive(element, { scudo: 'card-submit' });
    expect(submitted).toBe(1);
    await receive(element, { scudo: 'card-size', height: 412 });
    expect(element.shadowRoot!.querySelector('iframe')!.getAttribute('height')).toBe('412');
  });

  it('a message from another origin than that of the backend is ignored', async () => {
    const element = await page();
    for (const origin of ['https://shop.example', 'http://pay.shop.example', `${ORIGIN}:8443`, location.origin, 'null'])
      await receive(element, STATE, { origin });
    expect(numbers).toEqual([]);
  });

  it('a message of another window is ignored, also with the origin of the backend', async () => {
    const element = await page();
    const other = await page();
    for (const source of [window, windowOf(other)]) await receive(element, STATE, { source: source as Window });
    // The other page has taken the message of its own frame.
    expect(numbers).toEqual(['r1']);
    expect(element.cardFrame.number).toBeUndefined();
  });

  it.each([
    ['another name', { ...STATE, scudo: 'card-states' }],
    ['no name', { ...STATE, scudo: undefined }],
    ['a reference that is no text', { ...STATE, reference: 4222000006285344 }],
    ['an unknown field', { ...STATE, invalid: ['pin'] }],
    ['a text', JSON.stringify(STATE)],
    ['nothing', null],
  ])('a message of the frame with %s is ignored', async (_what, data) => {
    const element = await page();
    await receive(element, data);
    expect(numbers).toEqual([]);
  });

  it('a frame that is loaded again has no card', async () => {
    const element = await page();
    await receive(element, READY);
    await receive(element, STATE);
    await receive(element, READY);
    expect(numbers).toEqual(['r1', undefined]);
  });

  it('a height that would take the page is limited', async () => {
    const element = await page();
    await receive(element, { scudo: 'card-size', height: 1_000_000 });
    expect(element.shadowRoot!.querySelector('iframe')!.getAttribute('height')).toBe('2000');
  });
});

it('a check of the card moves the focus only when the frame answers that the card is not valid', async () => {
  const element = await page();
  const button = document.createElement('button');
  element.after(button);
  await receive(element, READY);
  await receive(element, STATE);
  button.focus();
  const first = element.cardFrame.check();
  expect(document.activeElement).toBe(button);
  await receive(element, { scudo: 'card-checked', call: 1, valid: true });
  expect([(await first) !== undefined, document.activeElement]).toEqual([true, button]);
  const second = element.cardFrame.check();
  await receive(element, { scudo: 'card-checked', call: 2, valid: false });
  expect([await second, element.shadowRoot!.activeElement?.localName]).toEqual([undefined, 'iframe']);
  button.focus();
  const lost = element.cardFrame.check();
  await clock.advance(15_000);
  expect([await lost, document.activeElement]).toEqual([undefined, button]);
  button.remove();
});

it('a check waits for a frame that shows its fields before its script, and ends when the frame fails or is removed', async () => {
  const element = await page();
  const first = element.cardFrame.check();
  await receive(element, READY);
  await receive(element, STATE);
  await receive(element, { scudo: 'card-checked', call: 1, valid: true });
  expect(await first).toBeDefined();
  for (const end of [() => clock.advance(15_000), () => element.cardFrame.close()]) {
    element.cardFrame.open(`${ORIGIN}/other-${failed.length}`, 'A1');
    element.requestUpdate();
    await settle();
    const lost = element.cardFrame.check();
    await end();
    expect(await lost).toBeUndefined();
  }
  expect(failed).toHaveLength(1);
});

describe('what a page sends to the card frame', () => {
  /** The messages to the frame, whose page does not load in the test. */
  function sentTo(element: Page) {
    const post = vi.spyOn(windowOf(element), 'postMessage').mockReturnValue();
    return (name: string) =>
      post.mock.calls.map(([data]) => data as { readonly scudo: string }).filter(({ scudo }) => scudo === name);
  }

  it('the style names the brands of the order and the time of the backend, each as soon as the page knows it', async () => {
    const element = await page();
    const sent = sentTo(element);
    await receive(element, READY);
    [element.brands, element.now] = [['visa'], '2026-11-29T08:00:00Z'];
    element.requestUpdate();
    await settle();
    expect([...sent('card-open'), ...sent('card-style')]).toMatchObject([
      { style: expect.not.objectContaining({ now: expect.anything() as unknown }) as unknown },
      { style: { brands: ['visa'], now: '2026-11-29T08:00:00Z' } },
    ]);
  });

  it('icons are sent once they are loaded, again when the page has others, and not at each rendering', async () => {
    const element = await page();
    const sent = sentTo(element);
    await receive(element, READY);
    expect(sent('card-icons')).toEqual([]);
    element.icons = { visa: {} };
    for (const _rendering of [1, 2]) {
      element.requestUpdate();
      await settle();
    }
    element.icons = {};
    element.requestUpdate();
    await settle();
    expect(sent('card-icons')).toEqual([
      { scudo: 'card-icons', icons: { visa: {} } },
      { scudo: 'card-icons', icons: {} },
    ]);
  });

  it('the style of the page is read after a rendering of the page, and not with each key in the frame', async () => {
    const element = await page();
    await receive(element, READY);
    const read = vi.spyOn(window, 'getComputedStyle');
    await receive(element, STATE);
    await receive(element, { scudo: 'card-size', height: 300 });
    expect(read).not.toHaveBeenCalled();
    element.requestUpdate();
    await settle();
    expect(read).toHaveBeenCalled();
  });
});

describe('what a page observes of the card frame', () => {
  it('a frame that is ready is in the trace', async () => {
    await receive(await page(), READY);
    expect(observed).toEqual([{ cardFrame: 'ready' }]);
  });

  it('a frame that does not answer for 15 s is reported with its address, and may be opened again', async () => {
    const element = await page();
    await clock.advance(14_999);
    expect(failed).toEqual([]);
    await clock.advance(1);
    expect(failed).toEqual([
      `The frame ${ORIGIN}/scudo/fields, an address below publicUrl of the backend, did not load.`,
    ]);
    element.cardFrame.open(`${ORIGIN}/scudo`, 'A1');
    await receive(element, READY);
    await clock.advance(60_000);
    expect(failed).toHaveLength(1);
  });

  it('a font that cannot be fetched is in the trace and on the console, also one that is set later', async () => {
    const error = vi.spyOn(console, 'error').mockReturnValue();
    const element = await page();
    await receive(element, READY);
    element.fonts = [
      { family: 'Missing', src: '/no-such-font.woff2' },
      { family: 'Present', src: 'data:font/woff2;base64,AAAA' },
    ];
    element.requestUpdate();
    await expect.poll(() => observed.at(-1)).toEqual({ fontNotLoaded: 'Missing' });
    // Rendering again with an equal list fetches nothing.
    element.fonts = structuredClone(element.fonts);
    element.requestUpdate();
    await settle();
    expect(error).toHaveBeenCalledOnce();
    expect(error.mock.calls.flat().join()).toContain('/no-such-font.woff2');
  });
});
