import { fixture, html } from '@open-wc/testing';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { ScudoCheckout } from '../../../src/index.js';
import '../../../src/index.js';
import { stillClock } from '../../../demo/pages/gallery/still-clock.js';
import type { Order } from '../../../src/payment/backend-client/backend-client.js';
import { OPEN_ORDER, scriptedBackend } from '../../browser/scripted-backend.js';
import { NEEDS } from '../../../src/elements/card-frame/card-frame-needs.js';
import { encodeMessage } from '../../../src/protocol/adapter/card-frame-codec.js';
import { afterPaint } from '../../../src/elements/tasks/next-task.js';
import { checkout, choose, orderIn, pass, root, text, type, typeCard, type Shop } from './scripted-checkout.js';

afterEach(() => vi.restoreAllMocks());

const OTHER_ORIGIN = 'https://pay.shop.example/scudo';

async function checkoutAt(
  backend: string,
  fields?: 'inline' | 'isolated',
  order: () => Order | Promise<Order> = orderIn('open'),
  { methods, amount, currency }: Partial<Pick<ScudoCheckout, 'methods' | 'amount' | 'currency'>> = {},
) {
  const clock = stillClock();
  const element = await fixture<ScudoCheckout>(html`<scudo-checkout
    order="A1"
    .adapter=${scriptedBackend({ order })}
    .methods=${methods}
    .amount=${amount}
    .currency=${currency}
    .clock=${clock}
    .fields=${fields}
    backend=${backend}
  ></scudo-checkout>`);
  const shop = { element, clock, backend: scriptedBackend({}), reported: [], left: [] };
  await pass(shop, 0);
  return shop;
}

const frameOf = (element: ScudoCheckout) => element.shadowRoot!.querySelector<HTMLIFrameElement>('[part=card-frame]');
const inputOf = (element: ScudoCheckout) => element.shadowRoot!.querySelector('#number');

it.each([
  ['inline', 'grace@example.com', 'ada@example.com'],
  ['isolated', 'ada@example.com', ''],
] as const)('remember-fields with %s card fields leaves %s in the storage of the tab', async (fields, after, shown) => {
  const [key, entry] = ['scudo-fields A1', { at: stillClock().now().getTime(), texts: { email: 'ada@example.com' } }];
  sessionStorage.setItem(key, JSON.stringify(entry));
  const shop = await checkoutAt('/scudo', fields, () => ({ ...OPEN_ORDER, ask: ['email'] }));
  shop.element.rememberFields = true;
  await pass(shop, 0);
  await afterPaint();
  await pass(shop, 0);
  await expect.poll(() => root(shop).querySelector<HTMLInputElement>('#email')?.value).toBe(shown);
  type(shop, 'email', 'grace@example.com');
  await pass(shop, 0);
  expect(sessionStorage.getItem(key)).toContain(after);
  sessionStorage.removeItem(key);
});

describe('the mode of the card fields', () => {
  it.each([
    ['/scudo', undefined, 'inline'],
    [OTHER_ORIGIN, undefined, 'isolated'],
    [OTHER_ORIGIN, 'inline', 'inline'],
    ['/scudo', 'isolated', 'isolated'],
  ] as const)(
    'the card fields of a backend at %s with the attribute fields %s are %s',
    async (backend, fields, mode) => {
      const { element } = await checkoutAt(backend, fields);
      // The code of isolated fields is a module of its own.
      await expect
        .poll(() => [frameOf(element) !== null, inputOf(element) !== null])
        .toEqual([mode === 'isolated', mode === 'inline']);
      if (mode === 'isolated')
        expect(frameOf(element)!.src).toBe(new URL('fields', new URL(`${backend}/`, location.href)).href);
    },
  );

  it.each([
    [OTHER_ORIGIN, undefined, 'inline', 'isolated'],
    [OTHER_ORIGIN, 'isolated', 'inline', 'isolated'],
    [OTHER_ORIGIN, 'inline', 'isolated', 'inline'],
    ['/scudo', 'isolated', undefined, 'isolated'],
    ['/scudo', undefined, 'isolated', 'inline'],
  ] as const)(
    'a backend at %s with fields %s ignores the later value %s, also of a new order and of an element that has moved',
    async (backend, first, later, mode) => {
      const shop = await checkoutAt(backend, first);
      const place = () => [frameOf(shop.element) !== null, inputOf(shop.element) !== null];
      const expected = [mode === 'isolated', mode === 'inline'];
      await expect.poll(place).toEqual(expected);
      shop.element.fields = later;
      await pass(shop, 0);
      expect(place()).toEqual(expected);
      shop.element.order = 'A2';
      await pass(shop, 0);
      expect(place()).toEqual(expected);
      const { parentElement } = shop.element;
      shop.element.remove();
      parentElement!.append(shop.element);
      await pass(shop, 0);
      expect(place()).toEqual(expected);
    },
  );

  it.each(['above', 'inset', 'floating'] as const)(
    'a frame has the height of inline fields before it reports its own, with labels %s',
    async (labels) => {
      const inline = await checkoutAt('/scudo', 'inline');
      const isolated = await checkoutAt(OTHER_ORIGIN);
      for (const { element } of [inline, isolated]) element.labels = labels;
      await Promise.all([inline, isolated].map(({ element }) => element.updateComplete));
      await expect.poll(() => frameOf(isolated.element)).not.toBeNull();
      const fields = root(inline).querySelector('[part~=group-card-details] .fields')!.getBoundingClientRect();
      // The frame has 5 pixels more on each side, for the focus ring.
      expect(Math.abs(frameOf(isolated.element)!.offsetHeight - 10 - fields.height)).toBeLessThan(1);
    },
  );

  it('a frame that does not answer is reported after 15 s, and Pay starts nothing before', async () => {
    const error = vi.spyOn(console, 'error').mockReturnValue();
    const shop = await checkoutAt(OTHER_ORIGIN);
    await expect.poll(() => frameOf(shop.element)).not.toBeNull();
    root(shop).querySelector<HTMLButtonElement>('[type=submit]')!.click();
    await pass(shop, 14_999);
    expect(text(shop, 'message')).toBeUndefined();
    await pass(shop, 1);
    expect(text(shop, 'message')).toContain('The card fields could not be loaded.');
    expect(error.mock.calls.flat().join()).toContain(
      `The frame ${OTHER_ORIGIN}/fields, an address below publicUrl of the backend, did not load.`,
    );
    expect(shop.element.trace).toContainEqual({ at: expect.any(String) as string, cardFrame: 'not-loaded' });
    root(shop).querySelector<HTMLButtonElement>('[type=submit]')!.click();
    expect(root(shop).activeElement?.textContent).toBe('Try again');
    root(shop).querySelector<HTMLButtonElement>('[part=message] button')!.click();
    await pass(shop, 0);
    expect(frameOf(shop.element)).not.toBeNull();
  });

  it('card-frame.js that was loaded and fails is reported with its error', async () => {
    const error = vi.spyOn(console, 'error').mockReturnValue();
    vi.spyOn(window, 'matchMedia').mockImplementation(() => {
      throw new ReferenceError('matchMedia is not defined');
    });
    await checkoutAt(OTHER_ORIGIN);
    await expect
      .poll(() => error.mock.calls.flat().join())
      .toContain('card-frame.js failed: ReferenceError: matchMedia is not defined. See ');
  });
});

/** Waits for the frame, which then has a valid card. Returns a function that sends its messages. */
async function typedCard(shop: Shop) {
  await expect.poll(() => frameOf(shop.element)).not.toBeNull();
  const receive = async (data: unknown) => {
    const source = frameOf(shop.element)!.contentWindow;
    window.dispatchEvent(new MessageEvent('message', { data, origin: new URL(OTHER_ORIGIN).origin, source }));
    await pass(shop, 0);
  };
  await receive(encodeMessage({ scudo: 'card-ready', needs: NEEDS }));
  await receive({ scudo: 'card-state', reference: 'r1', typed: true, complete: true, invalid: [] });
  return receive;
}

it('a frame opens before the order is read, and Pay asks it for the card once the order is there', async () => {
  let read: (order: Order) => void = () => undefined;
  const order = () => new Promise<Order>((resolve) => (read = resolve));
  const early = { methods: 'card', amount: '1999', currency: 'EUR' };
  const shop = await checkoutAt(OTHER_ORIGIN, undefined, order, early);
  const receive = await typedCard(shop);
  const frame = frameOf(shop.element);
  const paid = shop.element.pay();
  await pass(shop, 0);
  read(OPEN_ORDER);
  await pass(shop, 0);
  expect(shop.element.busy).toBe(false);
  expect(frameOf(shop.element)).toBe(frame);
  // The first call of the frame is the version check of the number.
  await receive({ scudo: 'card-checked', call: 2, valid: true });
  expect(await paid).toBe(true);
  expect(shop.element.busy).toBe(true);
});

describe('Pay with isolated fields', () => {
  /** Presses Pay with a valid card and email address. Returns the answer of the frame, which has the card valid. */
  async function pressedPay() {
    const shop = await checkoutAt(OTHER_ORIGIN, undefined, () => ({ ...orderIn('open')(), ask: ['email'] }));
    const receive = await typedCard(shop);
    type(shop, 'email', 'ada@example.com');
    root(shop).querySelector<HTMLButtonElement>('[type=submit]')!.click();
    // The first call of the frame is the version check of the number.
    return { shop, answer: () => receive({ scudo: 'card-checked', call: 2, valid: true }) };
  }

  it('starts the payment when the frame has a valid card', async () => {
    const { shop, answer } = await pressedPay();
    expect(shop.element.busy).toBe(false);
    await answer();
    expect(shop.element.busy).toBe(true);
  });

  it('starts no payment with a field that was changed while the frame checked the card, and shows its error', async () => {
    const { shop, answer } = await pressedPay();
    type(shop, 'email', 'ada');
    await answer();
    expect([shop.element.busy, root(shop).activeElement?.id]).toEqual([false, 'email']);
    expect(root(shop).querySelector('#email-error')!.textContent).toContain('Enter an email address');
  });

  it('starts no card payment when another method was chosen while the frame checked the card', async () => {
    const { shop, answer } = await pressedPay();
    await choose(shop, 'paypal');
    await answer();
    expect(shop.element.busy).toBe(false);
  });
});

it('an order that cannot be paid by card awaits no frame', async () => {
  const error = vi.spyOn(console, 'error').mockReturnValue();
  const order = () => ({ ...orderIn('open')(), methods: [{ code: 'testpay' }] });
  const shop = await checkoutAt(OTHER_ORIGIN, undefined, order);
  await vi.dynamicImportSettled();
  await pass(shop, 60_000);
  expect(frameOf(shop.element)).toBeNull();
  expect(error).not.toHaveBeenCalled();
});

it('a frame of a method that goes away and comes back gets no message before it is ready again', async () => {
  const error = vi.spyOn(console, 'error').mockReturnValue();
  const [card, testpay] = [{ code: 'card' }, { code: 'testpay' }];
  let methods = [card, testpay];
  const shop = await checkoutAt(OTHER_ORIGIN, undefined, () => ({ ...orderIn('open')(), methods }));
  await typedCard(shop);
  methods = [testpay];
  shop.element.refresh();
  await pass(shop, 60_000);
  expect(frameOf(shop.element)).toBeNull();
  methods = [card, testpay];
  shop.element.refresh();
  await pass(shop, 0);
  const sent = vi.spyOn(frameOf(shop.element)!.contentWindow!, 'postMessage');
  shop.element.labels = 'inset';
  await pass(shop, 14_999);
  expect(sent).not.toHaveBeenCalled();
  expect(error).not.toHaveBeenCalled();
  // The page waits for the new frame.
  await pass(shop, 1);
  expect(error.mock.calls.flat().join()).toContain('did not load.');
});

describe('a client that a script of the page sets', () => {
  it('a client of the page is used until the shopper types into a card field, and not from then on', async () => {
    const shop = await checkout();
    const [second, third] = [scriptedBackend({ order: orderIn('open') }), scriptedBackend({ order: orderIn('open') })];
    shop.element.adapter = second;
    await pass(shop, 0);
    expect(second.calls.map(({ call }) => call)).toContain('order');
    type(shop, 'number', '4');
    shop.element.adapter = third;
    await pass(shop, 0);
    expect(shop.element.adapter).toBe(second);
    typeCard(shop);
    await pass(shop, 0);
    root(shop).querySelector<HTMLButtonElement>('[type=submit]')!.click();
    await pass(shop, 0);
    expect(third.calls).toEqual([]);
    expect(second.calls.map(({ call }) => call)).toContain('authenticate');
  });

  it('a card that was typed is not sent to another backend', async () => {
    const shop = await checkout();
    typeCard(shop);
    shop.element.backend = '/elsewhere';
    await pass(shop, 0);
    expect(root(shop).querySelector<HTMLInputElement>('#number')!.value).toBe('');
    expect(root(shop).querySelector<HTMLInputElement>('#security-code')!.value).toBe('');
  });
});
