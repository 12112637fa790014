import { fixture, html } from '@open-wc/testing';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { CardFields } from '../../../src/elements/card-frame/card-fields-element.js';
import { encodeMessage } from '../../../src/protocol/adapter/card-frame-codec.js';
import { FocusGuard } from '../../../src/elements/card-frame/focus-guard.js';
import { takenKeysTexts } from '../../../src/elements/card-frame/taken-keys-texts.js';
import { KNOWN_LANGUAGES } from '../../../src/elements/developer/set-up-check.js';
import { NEEDS } from '../../../src/elements/card-frame/card-frame-needs.js';
import type { WireCardFrameCommand } from '../../../src/protocol/adapter/card-frame-commands.js';
import { stillClock, settle } from '../../../demo/pages/gallery/still-clock.js';

if (!customElements.get('scudo-card-fields')) customElements.define('scudo-card-fields', CardFields);

const PAGE = 'https://shop.example';
const NUMBER = '4222000006285344';
const STYLE = {
  language: 'en',
  direction: 'ltr',
  ring_space: 5,
  root_font_size: '16px',
  inherited: {},
  properties: {},
  parts: {},
  messages: { number: 'Card number', 'number-missing': 'Enter your card number.' },
} as const;

/** Messages that the frame has sent, with the origin that they are for. */
let sent: { readonly message: any; readonly origin: string }[] = [];
let requests: { readonly url: string; readonly body: any }[] = [];

beforeEach(() => {
  sent = [];
  requests = [];
  vi.spyOn(parent, 'postMessage').mockImplementation(((message: unknown, origin: string) => {
    sent.push({ message, origin });
  }) as typeof parent.postMessage);
});
afterEach(() => {
  vi.restoreAllMocks();
  document.fonts.clear();
});

const of = (scudo: string) => sent.map(({ message }) => message).filter((message) => message.scudo === scudo);

async function frame(answer: () => Promise<Response> = async () => Response.json({ enrolled: false })) {
  let uuids = 0;
  const element = await fixture<CardFields>(html`<scudo-card-fields
    .origins=${[PAGE, 'https://www.shop.example']}
    .base=${'https://pay.shop.example/scudo/'}
    .clock=${stillClock()}
    .randomUuid=${() => `r${++uuids}`}
    .fetch=${(input: URL, init: RequestInit) => {
      requests.push({ url: input.href, body: JSON.parse(init.body as string) });
      return answer();
    }}
  ></scudo-card-fields>`);
  return element;
}

async function receive(data: WireCardFrameCommand | object, { origin = PAGE, source = parent as Window } = {}) {
  window.dispatchEvent(new MessageEvent('message', { data, origin, source }));
  await settle();
}

async function type(element: CardFields, texts: Record<string, string>) {
  for (const [id, text] of Object.entries(texts)) {
    const input = element.shadowRoot!.querySelector<HTMLInputElement>(`#${id}`)!;
    input.value = text;
    input.dispatchEvent(new Event('input', { bubbles: true }));
  }
  await settle();
  await element.updateComplete;
}

const CARD = { number: NUMBER, expiry: '12/40', 'security-code': '731', name: 'Ada Lovelace' };
const valuesOf = (element: CardFields) =>
  Array.from(element.shadowRoot!.querySelectorAll('input'), ({ value }) => value);

describe('the messages that the frame accepts', () => {
  it('the frame reports that it is ready to each allowed origin, and nothing more before it is opened', async () => {
    const ready = encodeMessage({ scudo: 'card-ready', needs: NEEDS });
    await frame();
    expect(sent).toEqual([
      { message: ready, origin: PAGE },
      { message: ready, origin: 'https://www.shop.example' },
    ]);
  });

  it.each([
    ['another origin', { origin: 'https://evil.example' }],
    ['another window', { source: window }],
  ])('a message of %s does not open the frame', async (_what, from) => {
    const element = await frame();
    await receive({ scudo: 'card-open', order: 'A1', style: STYLE }, from);
    expect(element.shadowRoot!.querySelector('input')).toBeNull();
  });

  it('the first page stays the only one that the frame accepts', async () => {
    const element = await frame();
    await receive({ scudo: 'card-open', order: 'A1', style: STYLE });
    await receive({ scudo: 'card-lock', locked: true }, { origin: 'https://www.shop.example' });
    expect(element.shadowRoot!.querySelector<HTMLInputElement>('#number')!.readOnly).toBe(false);
    await receive({ scudo: 'card-lock', locked: true });
    await element.updateComplete;
    expect(element.shadowRoot!.querySelector<HTMLInputElement>('#number')!.readOnly).toBe(true);
    expect(new Set(sent.slice(2).map(({ origin }) => origin))).toEqual(new Set([PAGE]));
  });
});

describe('the card in the frame', () => {
  it('no message of the frame contains the card', async () => {
    const element = await frame(async () => Response.json({ note: NUMBER }));
    await receive({ scudo: 'card-open', order: 'A1', style: STYLE });
    await type(element, CARD);
    await receive({ scudo: 'card-check', call: 1 });
    await receive({ scudo: 'card-call', call: 2, path: 'authentications', reference: 'r1', body: {} });
    await vi.waitFor(() => expect(of('card-answer')).toHaveLength(1));
    const text = JSON.stringify(sent);
    for (const secret of [NUMBER, '4222 0000', '12/40', '12 / 40', '"731"', 'Ada Lovelace'])
      expect(text).not.toContain(secret);
    expect(of('card-state').at(-1)).toMatchObject({ complete: true, reference: 'r1', brand: 'Visa' });
    expect(requests[0]!.body.card).toMatchObject({ number: NUMBER, security_code: '731' });
    const { frame_key } = requests[0]!.body.card;
    expect(frame_key).toEqual(expect.any(String));
    expect(text).not.toContain(`"${frame_key}"`);
  });

  it.each([
    ['same-card', 'r1', [expect.stringContaining('4222'), '12 / 40', '', 'Ada Lovelace']],
    ['another-card', undefined, ['', '', '', '']],
    ['none', undefined, ['', '', '', '']],
  ])(
    'after the end of a payment, with the next try %s, the frame keeps what that try needs',
    async (next_try, reference, values) => {
      const element = await frame();
      await receive({ scudo: 'card-open', order: 'A1', style: STYLE });
      await type(element, CARD);
      await receive({ scudo: 'card-check', call: 1 });
      await receive({ scudo: 'card-end', next_try });
      await element.updateComplete;
      expect(valuesOf(element)).toEqual(values);
      expect(of('card-state').at(-1).reference).toBe(reference);
      await receive({ scudo: 'card-call', call: 2, path: 'authentications', reference: 'r1', body: {} });
      await receive({ scudo: 'card-call', call: 3, path: 'protocol-versions', reference: 'r1', body: {} });
      await settle();
      expect(requests.map(({ url }) => url.split('/').at(-1))).toEqual(
        reference === undefined ? [] : ['protocol-versions'],
      );
    },
  );

  it('the frame shows and takes the brands of the order, in the language of the page', async () => {
    const element = await frame();
    const messages = { 'brand-not-taken': 'Kein {brand}. Nur {brands}.', 'accepted-cards': 'Karten: {brands}' };
    const style = { ...STYLE, language: 'de', brands: ['mastercard', 'visa'], messages };
    await receive({ scudo: 'card-open', order: 'A1', style });
    await element.updateComplete;
    const text = (id: string) => element.shadowRoot!.querySelector(`#${id}`)!.textContent;
    expect(text('number-accepted')).toBe('Karten: Mastercard, Visa');
    expect(element.shadowRoot!.querySelector('[part~=accepted-cards]')!.children).toHaveLength(2);
    await type(element, { ...CARD, number: '374101000000608', 'security-code': '7311' });
    expect(of('card-state').at(-1)).toMatchObject({ complete: false, brand: 'American Express' });
    expect(of('card-state').at(-1)).not.toHaveProperty('reference');
    await receive({ scudo: 'card-check', call: 1 });
    await element.updateComplete;
    expect(of('card-checked')).toMatchObject([{ valid: false }]);
    expect(text('number-error')).toBe('Kein American Express. Nur Mastercard oder Visa.');
    await type(element, CARD);
    expect(of('card-state').at(-1)).toMatchObject({ complete: true, reference: expect.any(String) as unknown });
  });

  it('the frame writes its texts in the digits of the page', async () => {
    const element = await frame();
    const messages = { digits: '۰۱۲۳۴۵۶۷۸۹', 'code-example': '{digits} رقم' };
    await receive({ scudo: 'card-open', order: 'A1', style: { ...STYLE, language: 'fa', messages } });
    await element.updateComplete;
    const example = (id: string) => element.shadowRoot!.querySelector<HTMLInputElement>(`#${id}`)!.placeholder;
    expect([example('number'), example('security-code')]).toEqual(['۱۲۳۴ ۱۲۳۴ ۱۲۳۴ ۱۲۳۴', '۳ رقم']);
  });

  it('the frame judges the expiry date by the time that the page has of the backend', async () => {
    const element = await frame();
    await receive({ scudo: 'card-open', order: 'A1', style: { ...STYLE, now: '2034-12-31T12:00:00Z' } });
    await element.updateComplete;
    await type(element, { ...CARD, expiry: '11/34' });
    expect(of('card-state').at(-1)).toMatchObject({ complete: false });
    await type(element, { ...CARD, expiry: '12/50' });
    expect(of('card-state').at(-1)).toMatchObject({ complete: true });
  });

  it('a valid check locks the fields until the page unlocks them, so that no key changes the card that is paid with', async () => {
    const element = await frame();
    await receive({ scudo: 'card-open', order: 'A1', style: STYLE });
    const isLocked = () => element.shadowRoot!.querySelector<HTMLInputElement>('#expiry')!.readOnly;
    await receive({ scudo: 'card-check', call: 1 });
    expect(isLocked()).toBe(false);
    await type(element, CARD);
    await receive({ scudo: 'card-check', call: 2 });
    expect(isLocked()).toBe(true);
    await receive({ scudo: 'card-lock', locked: false });
    expect(isLocked()).toBe(false);
  });

  it.each([
    ['paid', false, ''],
    ['declined', true, NUMBER],
  ])(
    'after an answer that a payment is %s, the frame holds the number only for another try',
    async (_status, retryable, left) => {
      const element = await frame(async () => Response.json({ result: 'outcome', outcome: { retryable } }));
      await receive({ scudo: 'card-open', order: 'A1', style: STYLE });
      await type(element, CARD);
      await receive({ scudo: 'card-check', call: 1 });
      await receive({ scudo: 'card-call', call: 2, path: 'authorizations', reference: 'r1', body: {} });
      await vi.waitFor(() => expect(of('card-answer')).toHaveLength(1));
      expect(valuesOf(element)[0]!.replaceAll(' ', '')).toBe(left);
      await receive({ scudo: 'card-call', call: 3, path: 'authorizations', reference: 'r1', body: {} });
      expect(requests).toHaveLength(retryable ? 2 : 1);
    },
  );

  it('a card that the shopper changes after a check is not sent', async () => {
    const element = await frame();
    await receive({ scudo: 'card-open', order: 'A1', style: STYLE });
    await type(element, CARD);
    await receive({ scudo: 'card-check', call: 1 });
    await type(element, { expiry: '', 'security-code': '' });
    await receive({ scudo: 'card-call', call: 2, path: 'authentications', reference: 'r1', body: {} });
    expect(requests).toEqual([]);
  });

  it('a change event without a change keeps the card of a payment that runs', async () => {
    const element = await frame(async () => Response.json({}));
    await receive({ scudo: 'card-open', order: 'A1', style: STYLE });
    await type(element, CARD);
    await receive({ scudo: 'card-check', call: 1 });
    for (const input of element.shadowRoot!.querySelectorAll('input')) input.dispatchEvent(new Event('change'));
    await receive({ scudo: 'card-call', call: 2, path: 'authorizations', reference: 'r1', body: {} });
    await vi.waitFor(() => expect(requests).toHaveLength(1));
  });

  it('all texts and the card are gone at once when the page is left', async () => {
    const element = await frame();
    await receive({ scudo: 'card-open', order: 'A1', style: STYLE });
    await type(element, CARD);
    await receive({ scudo: 'card-check', call: 1 });
    dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }));
    expect(valuesOf(element)).toEqual(['', '', '', '']);
    await receive({ scudo: 'card-call', call: 2, path: 'authentications', reference: 'r1', body: {} });
    await receive({ scudo: 'card-call', call: 3, path: 'protocol-versions', reference: 'r1', body: {} });
    expect(requests).toEqual([]);
    expect(of('card-answer')).toMatchObject([
      { call: 2, status: 0, unsent: true },
      { call: 3, status: 0, unsent: true },
    ]);
  });

  it('a call of the page is made for the order of the frame, and an aborted one is not answered with a result', async () => {
    let abort: (() => void) | undefined;
    const element = await frame(() => new Promise((_resolve, reject) => (abort = () => reject(new Error('aborted')))));
    await receive({ scudo: 'card-open', order: 'A 1', style: STYLE });
    await type(element, CARD);
    await receive({ scudo: 'card-call', call: 1, path: 'protocol-versions', reference: 'r1', body: {} });
    expect(requests[0]!.url).toBe('https://pay.shop.example/scudo/orders/A%201/protocol-versions');
    await receive({ scudo: 'card-abort', call: 1 });
    abort!();
    await vi.waitFor(() => expect(of('card-answer')).toEqual([{ scudo: 'card-answer', call: 1, status: 0, body: '' }]));
  });

  it('an empty form is not valid, and its first field gets the focus when the page asks for it', async () => {
    const element = await frame();
    await receive({ scudo: 'card-open', order: 'A1', style: STYLE });
    await receive({ scudo: 'card-check', call: 7 });
    await element.updateComplete;
    expect(of('card-checked')).toEqual([{ scudo: 'card-checked', call: 7, valid: false }]);
    expect(of('card-state').at(-1).invalid).toEqual(['number', 'expiry', 'security-code', 'name']);
    expect(element.shadowRoot!.activeElement).toBeNull();
    await receive({ scudo: 'card-focus' });
    await vi.waitFor(() => expect(element.shadowRoot!.activeElement?.id).toBe('number'));
    expect(element.shadowRoot!.querySelector('#number-error')!.textContent).toBe('Enter your card number.');
  });
});

describe('the focus that the page asks for', () => {
  const focused = (element: CardFields) => element.shadowRoot!.activeElement?.id;

  it('the focus that the page asks for is not given before an invalid card, a refused field or the end of a payment, and once after each', async () => {
    const element = await frame();
    await receive({ scudo: 'card-open', order: 'A1', style: STYLE });
    await receive({ scudo: 'card-focus', field: 'expiry' });
    expect(focused(element)).toBeUndefined();
    for (const [command, field] of [
      [{ scudo: 'card-end', next_try: 'same-card' }, 'security-code'],
      [{ scudo: 'card-check', call: 1 }, 'name'],
      [{ scudo: 'card-refuse', call: 2, fields: ['card.expiry_month'] }, 'expiry'],
    ] as const) {
      await receive(command);
      await receive({ scudo: 'card-focus', field });
      await vi.waitFor(() => expect(focused(element)).toBe(field));
      await receive({ scudo: 'card-focus', field: 'number' });
      await element.updateComplete;
      expect(focused(element)).toBe(field);
    }
    expect(of('card-checked')).toEqual([1, 2].map((call) => ({ scudo: 'card-checked', call, valid: false })));
  });
});

describe('fields that came as HTML', () => {
  /** Inserts the element as a page has it that was parsed, with a text that was typed before the script. */
  function served() {
    const box = document.createElement('div');
    document.body.append(box);
    onTestFinished(() => box.remove());
    document.body.dataset['origins'] = JSON.stringify([PAGE]);
    onTestFinished(() => document.body.removeAttribute('data-origins'));
    const field = (id: string) =>
      `<div class="field"><label></label><div><input id="${id}"><span></span></div><div></div></div>`;
    const fields = `<div><fieldset><legend></legend><div>${field('number')}${field('expiry')}</div></fieldset></div>`;
    // Declared before it is in the document, so that the element is upgraded with its shadow root and its text.
    const page = document.implementation.createHTMLDocument();
    (page.body as unknown as { setHTMLUnsafe(html: string): void }).setHTMLUnsafe(
      `<scudo-card-fields><template shadowrootmode="open"><!---->${fields}</template></scudo-card-fields>`,
    );
    const element = page.querySelector<CardFields>('scudo-card-fields')!;
    const input = element.shadowRoot!.querySelector<HTMLInputElement>('#number')!;
    input.value = NUMBER;
    box.append(element);
    return { element, input };
  }

  it('the fields of the HTML stay until the page opens the frame, which keeps an input with its text', async () => {
    const { element, input } = served();
    await element.updateComplete;
    expect(of('card-ready')).toHaveLength(1);
    expect(element.shadowRoot!.querySelectorAll('input')).toHaveLength(2);
    await receive({ scudo: 'card-open', order: 'A1', style: STYLE });
    await element.updateComplete;
    expect(element.shadowRoot!.querySelectorAll('input')).toHaveLength(4);
    // Lit's build for tests has other names of its parts: e2e/isolated-fields.spec.ts plays what follows.
    expect(element.shadowRoot!.querySelector('#number')).toBe(input);
    expect(input.value).toBe(NUMBER);
  });

  it('a page that takes keys before it opens the frame leaves no field of the HTML', async () => {
    // A privacy tool has removed the languages.
    vi.spyOn(navigator, 'languages', 'get').mockReturnValue(undefined as unknown as string[]);
    let taken: () => void = () => undefined;
    vi.spyOn(FocusGuard.prototype, 'watch').mockImplementation((_window, _signal, onTaken) => (taken = onTaken));
    const { element, input } = served();
    await element.updateComplete;
    taken();
    await element.updateComplete;
    expect([input.value, input.isConnected]).toEqual(['', false]);
    expect(element.shadowRoot!.querySelector('[role=alert]')).not.toBeNull();
  });
});

describe('the text of a frame whose page takes keys', () => {
  it('the text of a frame whose page takes keys has every language of the package, each of its own', () => {
    const tags = KNOWN_LANGUAGES.split(' ').filter((tag) => !['en-US'].includes(tag));
    const texts = tags.map((tag) => takenKeysTexts([tag]));
    for (const [at, text] of texts.entries()) expect([tags[at], text.length]).toEqual([tags[at], 1]);
    expect(new Set(texts.flat()).size).toBe(tags.length);
  });

  it.each([
    [['de-AT', 'de'], /^Diese Seite/, 1],
    [['no', 'en-GB'], /^Denne siden/, 2],
    [['es-MX'], /ingrese/, 1],
    [['zh-TW'], /^此頁面/, 1],
    [['xx', '', 'not a tag'], /^This page/, 1],
    [[], /^This page/, 1],
  ])('the text of a frame whose page takes keys is in the languages %j', (tags, text, count) => {
    const texts = takenKeysTexts(tags);
    expect([texts.length, text.test(texts[0] ?? '')]).toEqual([count, true]);
  });
});

describe('the fonts of the page in the frame', () => {
  /** Any bytes: a font that cannot be read has a name, and shows no text. */
  const font = (family: string) => ({ family, data: new ArrayBuffer(8) });
  const families = () => Array.from(document.fonts, ({ family }) => family);
  const fontOf = (element: CardFields, selector: string) =>
    getComputedStyle(element.shadowRoot!.querySelector(selector)!).fontFamily;

  it.each([
    'Evil',
    '"Evil"',
    'E\\76 il',
    '"E\\76 il"',
    'Evil , serif',
    'var(--scudo-color-accent)',
    'var(--none, inherit)',
    'inherit',
    'serif, inherit',
  ])('a font of the page is never that of an input, however the page writes %s', async (name) => {
    const element = await frame();
    const style = {
      ...STYLE,
      inherited: { 'font-family': 'Evil' },
      properties: { '--scudo-color-accent': 'Evil' },
      parts: { input: { 'font-family': name }, label: { 'font-family': 'Evil' } },
    };
    await receive({ scudo: 'card-open', order: 'A1', style });
    await receive({ scudo: 'card-fonts', fonts: [font('Evil'), font('evil')] });
    await element.updateComplete;
    expect(families()).toHaveLength(2);
    expect(new Set(families()).size).toBe(1);
    expect(families()).not.toContain('Evil');
    const [own] = families() as [string];
    expect(fontOf(element, 'label')).toContain(own.replaceAll('"', ''));
    expect(fontOf(element, 'input')).not.toContain(own.replaceAll('"', ''));
  });

  it('fonts that the page sends replace those before', async () => {
    await frame();
    await receive({ scudo: 'card-open', order: 'A1', style: STYLE });
    for (const name of ['One', 'Two', 'Three']) await receive({ scudo: 'card-fonts', fonts: [font(name)] });
    expect(families()).toHaveLength(1);
    await receive({ scudo: 'card-fonts', fonts: [] });
    expect(families()).toEqual([]);
  });

  it('the height of the fields does not depend on the glyphs in them, with any height of a line', async () => {
    const tall = new FontFace(
      'Tall',
      ['Arial', 'Liberation Sans', 'DejaVu Sans'].map((name) => `local("${name}")`).join(),
      {
        ascentOverride: '900%',
        unicodeRange: 'U+37',
      },
    );
    document.fonts.add(await tall.load());
    const element = await frame();
    const parts = { input: { 'font-family': 'Tall, monospace', 'line-height': '0.1', 'min-height': '0px' } };
    await receive({ scudo: 'card-open', order: 'A1', style: { ...STYLE, parts } });
    const heights = [];
    for (const number of ['4', '7']) {
      await type(element, { number });
      heights.push(element.getBoundingClientRect().height);
    }
    document.fonts.delete(tall);
    expect(heights[1]).toBe(heights[0]);
  });
});

describe('the icons and parts of the page', () => {
  const DRAWING = { viewBox: '0 0 34 24', shapes: [{ d: 'M0 0h34v24z', fill: 'red' }] };
  const openedWith = async (parts: object, icons: object = {}) => {
    const element = await frame();
    await receive({ scudo: 'card-open', order: 'A1', style: { ...STYLE, parts } });
    await receive({ scudo: 'card-icons', icons });
    await element.updateComplete;
    return element;
  };
  const pathsOf = (element: CardFields, field: string) =>
    Array.from(element.shadowRoot!.querySelectorAll(`[data-field=${field}] .mark path`), (path) =>
      path.getAttribute('fill'),
    );
  const styleOf = (element: CardFields, selector: string) =>
    getComputedStyle(element.shadowRoot!.querySelector(selector)!);

  it('the accepted cards are beside the label, and a number has the icon of its brand and the code its side', async () => {
    const icons = Object.fromEntries(
      ['visa', 'amex', 'code-back', 'code-front'].map((name, index) => [
        name,
        { ...DRAWING, shapes: [{ d: 'M0 0', fill: `#00000${index}` }] },
      ]),
    );
    const element = await openedWith({}, icons);
    const accepted = () =>
      Array.from(element.shadowRoot!.querySelectorAll('[part=accepted-cards] path'), (path) =>
        path.getAttribute('fill'),
      );
    expect(accepted()).toEqual(['#000000', '#000001']);
    expect(pathsOf(element, 'number')).toEqual([]);
    expect(pathsOf(element, 'security-code')).toEqual(['#000002']);
    await type(element, { number: '37' });
    expect(pathsOf(element, 'number')).toEqual(['#000001']);
    expect(pathsOf(element, 'security-code')).toEqual(['#000003']);
    expect(accepted()).toEqual(['#000000', '#000001']);
  });

  it('the space of icons is there before the icons', async () => {
    const element = await frame();
    await receive({ scudo: 'card-open', order: 'A1', style: STYLE });
    await element.updateComplete;
    const width = () =>
      element.shadowRoot!.querySelector('[data-field=security-code] .mark')!.getBoundingClientRect().width;
    const before = width();
    expect(before).toBeGreaterThan(20);
    await receive({ scudo: 'card-icons', icons: { 'code-back': DRAWING } });
    await element.updateComplete;
    expect(width()).toBe(before);
  });

  it.each([
    ['is missing', undefined],
    ['is an image, which the frame would have to load', { src: '/visa.svg' }],
    ['has an address', { ...DRAWING, shapes: [{ d: 'M0 0', fill: 'url(https://evil.example/)' }] }],
  ])('a brand whose icon %s is a text', async (_what, visa) => {
    const element = await openedWith({}, { visa });
    await type(element, { number: '4222' });
    const mark = element.shadowRoot!.querySelector('[data-field=number] .mark')!;
    expect(mark.querySelector('svg, img')).toBeNull();
    expect(mark.querySelector('[part=brand]:not(.for-readers)')!.textContent).toBe('Visa');
  });

  it('a part of one field and a part of a state override those that all fields have', async () => {
    const element = await openedWith({
      'input-invalid': { 'background-color': 'rgb(9, 9, 9)' },
      input: { 'background-color': 'rgb(1, 1, 1)' },
      control: { 'border-top-width': '3px', 'border-top-style': 'solid' },
      'field-expiry': { 'margin-top': '7px' },
      'field-focused': { color: 'rgb(8, 8, 8)' },
      field: { 'margin-top': '2px', color: 'rgb(2, 2, 2)' },
      'field-mark': { color: 'rgb(3, 3, 3)' },
      'field-head': { color: 'rgb(4, 4, 4)' },
    });
    await receive({ scudo: 'card-check', call: 1 });
    await receive({ scudo: 'card-focus' });
    await vi.waitFor(() => expect(element.shadowRoot!.querySelector('[part~=field-focused]')).not.toBeNull());
    await vi.waitFor(() => expect(styleOf(element, '#number').backgroundColor).toBe('rgb(9, 9, 9)'));
    // The other fields have no message in this test, so they show no error.
    expect(styleOf(element, '#name').backgroundColor).toBe('rgb(1, 1, 1)');
    expect(styleOf(element, '[part~=control]').borderTopWidth).toBe('3px');
    expect(styleOf(element, '[part~=field-mark]').color).toBe('rgb(3, 3, 3)');
    expect(styleOf(element, '[part~=field-head]').color).toBe('rgb(4, 4, 4)');
    expect(['number', 'expiry', 'name'].map((name) => styleOf(element, `[data-field=${name}]`).marginTop)).toEqual([
      '2px',
      '7px',
      '2px',
    ]);
    expect(styleOf(element, '[part~=field-focused]').color).toBe('rgb(8, 8, 8)');
    expect(styleOf(element, '[data-field=name]').color).toBe('rgb(2, 2, 2)');
  });

  it('the part of the focus changes no height, which would show the page where the focus is', async () => {
    const element = await openedWith({
      'field-focused': { 'margin-top': '50px', 'padding-top': '50px', 'border-top-width': '50px', 'font-size': '90px' },
    });
    const { height } = element.getBoundingClientRect();
    element.shadowRoot!.querySelector<HTMLInputElement>('#expiry')!.focus();
    await vi.waitFor(() => expect(element.shadowRoot!.querySelector('[part~=field-focused]')).not.toBeNull());
    expect(element.getBoundingClientRect().height).toBe(height);
  });
});

describe('the arrangement of the page', () => {
  const styled = (style: object) => receive({ scudo: 'card-open', order: 'A1', style: { ...STYLE, ...style } });
  const names = (element: CardFields) =>
    [...element.shadowRoot!.querySelectorAll('.field')].map((one) => one.getAttribute('data-field'));

  it('the arrangement of the page is that of the frame, and ends with the next style', async () => {
    const element = await frame();
    await styled({ labels: 'inset', layout: 'compact', field_order: ['name', 'number'] });
    await element.updateComplete;
    expect(names(element)).toEqual(['name', 'number', 'expiry', 'security-code']);
    const [control, label] = ['#name', 'label[for=name]'].map((one) =>
      element.shadowRoot!.querySelector(one)!.getBoundingClientRect(),
    );
    expect(label!.top).toBeGreaterThan(control!.top);
    expect(label!.bottom).toBeLessThan(control!.bottom);
    await receive({ scudo: 'card-style', style: STYLE });
    await element.updateComplete;
    expect(names(element)).toEqual(['number', 'expiry', 'security-code', 'name']);
    expect([element.getAttribute('labels'), element.getAttribute('layout')]).toEqual(['', '']);
  });

  it('a complete field gives the focus to the next one in the frame if the page wants it', async () => {
    const element = await frame();
    const input = (id: string) => element.shadowRoot!.querySelector<HTMLInputElement>(`#${id}`)!;
    for (const [auto_advance, focused] of [
      [false, 'number'],
      [true, 'expiry'],
    ] as const) {
      await styled({ auto_advance });
      await element.updateComplete;
      input('number').focus();
      input('number').value = NUMBER;
      input('number').dispatchEvent(new InputEvent('input', { inputType: 'insertFromPaste' }));
      expect(element.shadowRoot!.activeElement).toBe(input(focused));
      await receive({ scudo: 'card-forget' });
    }
  });

  it.each([{ labels: 'below' }, { layout: 'grid' }, { field_order: ['email'] }, { field_order: 'name' }])(
    'an arrangement with an unknown value does not open the frame: %j',
    async (style) => {
      const element = await frame();
      await styled(style);
      expect(element.shadowRoot!.querySelector('input')).toBeNull();
    },
  );
});
