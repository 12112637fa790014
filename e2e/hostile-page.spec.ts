import type { Page } from 'playwright/test';
import { CheckoutPage } from '../src/playwright.js';
import { card, expect, test } from './shop-test.js';

/**
 * A hostile script of the merchant's page, such as a skimmer in an analytics tag. It tries each way while a shopper
 * types and pays. In isolated mode it reads no card data. The same list against inline mode documents what a page can
 * see there (docs/security.md).
 */

const CARD = { number: card('challenge').number, expiry: '11/37', securityCode: '731', name: 'Grace Hopper' };

/** Texts that a skimmer looks for. Identifiers and times contain three digits too, so the code counts as a text. */
const SECRETS = [
  CARD.number,
  CARD.expiry,
  // With escapes, as they are sent.
  '"expiry_month":"11","expiry_year":"37"',
  `"${CARD.securityCode}"`,
  CARD.name,
];

/**
 * The texts without spaces, hyphens and the escapes of JSON in JSON, in which a grouped number and a code are found.
 */
const compact = (text: string) => text.replace(/[\s\\-]/g, '');

const hasSecret = (text: string) => SECRETS.some((secret) => compact(text).includes(compact(secret)));

/** The ways to read the card. True for those that read it from inline fields. */
const WAYS = {
  'shadow tree': true,
  'input events': true,
  'key events': true,
  'focus events': false,
  clipboard: true,
  'fetch replaced after load': false,
  'XMLHttpRequest and sendBeacon': false,
  'adapter replaced': false,
  'Request and Headers patched': false,
  'JSON.stringify patched': true,
  'value setter patched': true,
  'postMessage and structuredClone patched': false,
  'messages to the window': false,
  'frame document': false,
  'names of frames': false,
  'performance entries': false,
  'history and address': false,
  storage: false,
  'form data': false,
  'autofill preview': false,
  'error texts': false,
  'events of the element': false,
  'text of the page': false,
  'accessible names and descriptions': false,
  selection: true,
  'requests of the page': true,
} as const;
type Way = keyof typeof WAYS;

/** Runs in the page before its own scripts. It patches functions once the page has loaded, as a late tag does. */
function skim(): void {
  if (window !== top) return;
  const caught: Record<string, string[]> = {};
  Object.assign(window, { caught });
  const take = (way: string, value: unknown) => {
    let text: string;
    try {
      text = typeof value === 'string' ? value : (stringify(value) ?? '');
    } catch {
      text = String(value);
    }
    (caught[way] ??= []).push(text);
  };
  const { stringify } = JSON;
  const deep = (event: Event) => (event.composedPath()[0] as HTMLInputElement | undefined)?.value;
  for (const type of ['input', 'change', 'beforeinput'])
    addEventListener(type, (event) => take('input events', [deep(event), (event as InputEvent).data]), true);
  const typed: string[] = [];
  for (const type of ['keydown', 'keyup', 'keypress'])
    addEventListener(
      type,
      (event) => {
        if (type === 'keydown') typed.push((event as KeyboardEvent).key);
        take('key events', typed.filter((key) => key.length === 1).join(''));
      },
      true,
    );
  for (const type of ['focus', 'blur', 'focusin', 'focusout'])
    addEventListener(type, (event) => take('focus events', deep(event)), true);
  for (const type of ['copy', 'cut', 'paste'])
    addEventListener(
      type,
      (event) =>
        take('clipboard', [
          deep(event),
          (event as ClipboardEvent).clipboardData?.getData('text'),
          String(getSelection()),
        ]),
      true,
    );
  addEventListener('message', ({ data }) => take('messages to the window', data), true);
  addEventListener('error', ({ message, error }) =>
    take('error texts', [message, String((error as Error | null)?.stack)]),
  );
  addEventListener('unhandledrejection', ({ reason }) => take('error texts', String(reason)));
  for (const type of ['scudo-step', 'scudo-challenge', 'scudo-outcome', 'scudo-redirect'])
    addEventListener(type, (event) => take('events of the element', (event as CustomEvent).detail));
  addEventListener('submit', (event) => take('form data', [...new FormData(event.target as HTMLFormElement)]), true);

  const patchLate = () => {
    const { fetch } = window;
    window.fetch = (input, init) => {
      take('fetch replaced after load', [input instanceof Request ? input.url : input.toString(), init?.body]);
      return fetch(input, init);
    };
    const { send } = XMLHttpRequest.prototype;
    XMLHttpRequest.prototype.send = function (body) {
      take('XMLHttpRequest and sendBeacon', body);
      return send.call(this, body);
    };
    navigator.sendBeacon = (_url, body) => {
      take('XMLHttpRequest and sendBeacon', body);
      return true;
    };
    const { Request } = window;
    window.Request = class extends Request {
      constructor(input: RequestInfo | URL, init?: RequestInit) {
        take('Request and Headers patched', [input instanceof Request ? input.url : input.toString(), init?.body]);
        super(input, init);
      }
    };
    const { set } = Headers.prototype;
    Headers.prototype.set = function (name, value) {
      take('Request and Headers patched', [name, value]);
      return set.call(this, name, value);
    };
    JSON.stringify = ((...input: Parameters<typeof JSON.stringify>) => {
      const text = stringify(...input);
      take('JSON.stringify patched', text);
      return text;
    }) as typeof JSON.stringify;
    const value = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!;
    Object.defineProperty(HTMLInputElement.prototype, 'value', {
      ...value,
      get(this: HTMLInputElement) {
        const text = value.get!.call(this) as string;
        take('value setter patched', text);
        return text;
      },
      set(this: HTMLInputElement, text: string) {
        take('value setter patched', text);
        value.set!.call(this, text);
      },
    });
    const patched = (target: object, name: string, method: (...input: never[]) => unknown) =>
      Object.assign(target, {
        [name]: function (this: unknown, ...input: never[]) {
          take('postMessage and structuredClone patched', input);
          return method.apply(this, input);
        },
      });
    patched(window, 'postMessage', window.postMessage.bind(window) as (...input: never[]) => void);
    patched(MessagePort.prototype, 'postMessage', MessagePort.prototype.postMessage as (...input: never[]) => void);
    patched(window, 'structuredClone', structuredClone);
  };
  addEventListener('load', patchLate);

  // Decoy fields, which a browser may fill together with the card fields, and the signs of a preview.
  addEventListener('DOMContentLoaded', () => {
    const form = document.createElement('form');
    for (const token of ['cc-number', 'cc-exp', 'cc-csc', 'cc-name'] as const) {
      const input = document.createElement('input');
      input.autocomplete = token;
      input.name = token;
      form.append(input);
    }
    Object.assign(form.style, { position: 'absolute', insetInlineStart: '-1000px' });
    document.body.append(form);
  });
  addEventListener('animationstart', (event) => take('autofill preview', [event.animationName, deep(event)]), true);

  /** Reads everything that is readable now. */
  const read = () => {
    const element = document.querySelector<HTMLElement & { readonly trace?: unknown }>('scudo-checkout');
    const root = element?.shadowRoot;
    take('shadow tree', [
      root?.innerHTML,
      Array.from(root?.querySelectorAll('input') ?? [], ({ value }) => value),
      Array.from(root?.querySelectorAll('*') ?? [], (each) =>
        Array.from(each.attributes, (attribute) => attribute.value),
      ),
      element?.trace,
    ]);
    for (const frame of root?.querySelectorAll('iframe') ?? []) {
      try {
        take('frame document', [frame.contentDocument?.documentElement.outerHTML, frame.contentWindow?.location.href]);
      } catch (error) {
        take('frame document', String(error));
      }
      take('names of frames', [frame.name, frame.src, frame.title, frame.srcdoc]);
    }
    take(
      'performance entries',
      performance.getEntries().map((entry) => entry.toJSON() as unknown),
    );
    take('history and address', [location.href, history.state, document.referrer, document.title]);
    take('storage', [{ ...localStorage }, { ...sessionStorage }, document.cookie]);
    take(
      'form data',
      Array.from(document.forms, (form) => [...new FormData(form)]),
    );
    take('text of the page', [document.querySelector('body')?.innerText, root?.textContent]);
    take(
      'accessible names and descriptions',
      Array.from(
        root?.querySelectorAll('[aria-label], [aria-valuetext], [title], [aria-describedby]') ?? [],
        (each) => [
          each.getAttribute('aria-label'),
          each.getAttribute('aria-valuetext'),
          each.getAttribute('title'),
          (each as Element & { readonly ariaValueText?: string }).ariaValueText,
        ],
      ),
    );
    take('selection', [
      String(getSelection()),
      (root as unknown as Document | undefined)?.getSelection?.()?.toString(),
    ]);
  };
  Object.assign(window, { read });
  setInterval(read, 50);
}

/** Replaces the adapter and asks the frame for the card, once the shopper has begun to type. */
function attack(): void {
  const { caught } = window as unknown as { readonly caught: Record<string, string[]> };
  const element = document.querySelector('scudo-checkout')!;
  const take = (input: unknown[]) =>
    (caught['adapter replaced'] ??= []).push(String(input.map((one) => JSON.stringify(one))));
  const never = (...input: unknown[]) => {
    take(input);
    return new Promise(() => undefined);
  };
  Object.assign(element, {
    adapter: {
      framePage: '/',
      readOrder: never,
      checkVersion: never,
      authenticate: never,
      authorize: never,
      redirect: never,
    },
  });
  const frame = element.shadowRoot?.querySelector<HTMLIFrameElement>('[part=card-frame]');
  for (const command of [
    { scudo: 'card-check', call: 900 },
    { scudo: 'card-read' },
    { scudo: 'card-call', call: 901, path: 'authentications', reference: '*', body: {} },
    { scudo: 'card-call', call: 902, path: '../../elsewhere', reference: '*', body: {} },
    { scudo: 'card-state' },
  ])
    frame?.contentWindow?.postMessage(command, '*');
}

/** The ways that read a secret. */
async function caughtBy(page: Page): Promise<Way[]> {
  const caught = await page.evaluate(() => (window as unknown as { caught: Record<string, string[]> }).caught);
  return (Object.keys(WAYS) as Way[]).filter((way) => hasSecret((caught[way] ?? []).join('\n')));
}

for (const fields of ['isolated', 'inline'] as const) {
  const gets = fields === 'isolated' ? 'nothing' : 'what docs/security.md says';
  const tag = fields === 'inline' ? '@more' : '@core';
  test(`a hostile script of the page reads ${gets} from ${fields} fields`, { tag }, async ({
    shop,
    checkout,
    page,
  }) => {
    const id = await shop.createOrder();
    const sent: string[] = [];
    // Requests of the page itself, as a service worker or a replaced network layer of the page would see them.
    page.on('request', (request) => {
      if (request.frame() === page.mainFrame()) sent.push(`${request.url()} ${request.postData() ?? ''}`);
    });
    await page.addInitScript(skim);
    await page.goto(`${shop.url.replace('localhost', 'shop.localhost')}/isolated.html?order=${id}&fields=${fields}`);

    for (const [name, text] of [
      ['number', CARD.number],
      ['expiry', CARD.expiry],
      ['security-code', CARD.securityCode],
      ['name', CARD.name],
    ] as const) {
      const field = await checkout.cardField(name);
      await field.pressSequentially(text);
      await field.selectText();
      await page.keyboard.press('ControlOrMeta+c');
      if (name === 'number') await page.evaluate(attack);
    }
    await page.evaluate(() => (window as unknown as { read: () => void }).read());
    await checkout.payButton.click();
    await checkout.challenge.enterCode();
    expect(await checkout.outcomeStatus()).toBe('paid');
    await page.evaluate(() => (window as unknown as { read: () => void }).read());

    const ways = await caughtBy(page);
    if (sent.some(hasSecret)) ways.push('requests of the page');
    const expected = (Object.keys(WAYS) as Way[]).filter((way) => fields === 'inline' && WAYS[way]);
    expect(ways.sort()).toEqual(expected.sort());
  });
}

/**
 * Takes the focus from the frame at an interval, keeps one key, and returns the focus after the event. All engines
 * allow that (docs/reference/browser-lessons.md, Focus that moves into a frame).
 */
function takeKeys(interval: number): void {
  const taken: string[] = [];
  Object.assign(window, { taken });
  const own = document.createElement('input');
  document.body.append(own);
  const frame = () =>
    document.querySelector('scudo-checkout')!.shadowRoot!.querySelector<HTMLIFrameElement>('[part=card-frame]')!;
  own.addEventListener('keydown', (event) => {
    event.preventDefault();
    taken.push(event.key);
    setTimeout(() => {
      frame().focus();
      for (const command of [
        { scudo: 'card-end', next_try: 'same-card' },
        { scudo: 'card-refuse', call: 77, fields: ['number'] },
        { scudo: 'card-focus', field: 'number' },
      ])
        frame().contentWindow!.postMessage(command, '*');
    });
  });
  setInterval(() => document.activeElement !== own && own.focus(), interval);
}

for (const [interval, from, digits, most] of [
  [30, 'after two digits', 2, 4],
  [60, 'after two digits', 2, 4],
  [150, 'after two digits', 2, 4],
  [400, 'after two digits', 2, 4],
  [60, 'before the first digit', 0, 9],
] as const) {
  test(`a page that takes the focus every ${interval} ms ${from} reads a few, and the frame warns the shopper`, async ({
    shop,
    checkout,
    page,
  }) => {
    const id = await shop.createOrder();
    await page.clock.install();
    await page.goto(isolatedPage(shop.url, id));
    await (await checkout.cardField('number')).click();
    await page.keyboard.type(CARD.number.slice(0, digits), { delay: 50 });
    const body = checkout.cardFrame.locator('body');
    await body.evaluate(() => {
      const counted = Object.assign(window, { returns: 0 });
      window.addEventListener('focus', ({ target }) => target === window && counted.returns++, true);
    });
    await page.evaluate(takeKeys, interval);
    // The shopper types ten keys in a second, and stops when the warning is there. The clock stands still until the
    // frame has seen each return of the focus.
    await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1_000);
    const warning = checkout.cardFrame.getByRole('alert');
    const taken = () => page.evaluate(() => (window as unknown as { taken: string[] }).taken.length);
    const returns = () => body.evaluate(() => (window as unknown as { returns: number }).returns);
    for (const digit of CARD.number.slice(digits)) {
      if (await warning.isVisible()) break;
      await page.keyboard.press(digit);
      await page.clock.runFor(100);
      await expect.poll(async () => (await returns()) >= (await taken())).toBe(true);
    }
    await expect(warning).toHaveText('This page takes what you type. Do not enter your card here.');
    expect(await taken()).toBeLessThanOrEqual(most);
    await expect(checkout.cardFrame.locator('#number')).toHaveCount(0);
    expect(await shop.messages(id)).toEqual([]);
  });
}

const isolatedPage = (shopUrl: string, id: string) =>
  `${shopUrl.replace('localhost', 'shop.localhost')}/isolated.html?order=${id}`;

/** Switches the element to inline fields when the parser inserts it, before it starts. */
function switchEarly(): void {
  new MutationObserver(() => document.querySelector('scudo-checkout')?.setAttribute('fields', 'inline')).observe(
    document,
    { childList: true, subtree: true },
  );
}

test('a card of fields that a script has switched to inline pays nothing, and the gateway is not asked', async ({
  shop,
  checkout,
  page,
}) => {
  const id = await shop.createOrder();
  await page.addInitScript(switchEarly);
  const lines: string[] = [];
  page.on('console', (message) => lines.push(message.text()));
  await page.goto(isolatedPage(shop.url, id));
  for (const [name, text] of Object.entries({ number: CARD.number, expiry: CARD.expiry, name: CARD.name }))
    await checkout.element.locator(`#${name}`).fill(text);
  await checkout.element.locator('#security-code').fill(CARD.securityCode);
  await checkout.payButton.click();
  expect(await checkout.outcomeStatus()).toBe('failed');
  expect(await shop.order(id)).toMatchObject({ state: 'open' });
  expect(await shop.messages(id)).toEqual([]);
  await expect.poll(() => lines.join('\n')).toMatch(/card-outside-frame: .*cardFields: 'page'/);
});

test('a script that switches the fields later, or moves the element, gets no inline fields', async ({
  shop,
  checkout,
  page,
}) => {
  const id = await shop.createOrder();
  await page.goto(isolatedPage(shop.url, id));
  await expect(await checkout.cardField('number')).toBeVisible();
  await checkout.element.evaluate((element) => {
    element.setAttribute('fields', 'inline');
    (element as HTMLElement & { fields: string }).fields = 'inline';
    const { parentElement } = element;
    element.remove();
    parentElement!.append(element);
  });
  await checkout.pay(card('success'));
  expect(await checkout.outcomeStatus()).toBe('paid');
});

test('a script that sends card calls of its own is refused in every way that a page has', { tag: '@core' }, async ({
  shop,
  page,
}) => {
  const id = await shop.createOrder();
  await page.goto(isolatedPage(shop.url, id));
  const answers = await page.evaluate(
    async ({ base, number }) => {
      const frame_key = crypto.randomUUID();
      const post = async (call: string, body: object, init: RequestInit = {}) => {
        const headers = { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() };
        const response = await fetch(`${base}/${call}`, {
          method: 'POST',
          headers,
          body: JSON.stringify(body),
          ...init,
        }).catch(() => undefined);
        return response && [response.status, ((await response.json()) as { code: string }).code].join(' ');
      };
      const held = { number, expiry_month: '11', expiry_year: '37', security_code: '731', full_name: 'Grace Hopper' };
      const payment = { card: { ...held, frame_key }, browser_data: {}, method_url_completion: 'UNAVAILABLE' };
      return [
        await post('protocol-versions', { number }),
        await post('protocol-versions', { number, frame_key }),
        await post('protocol-versions', { number, frame_key }, { referrerPolicy: 'no-referrer' }),
        await post('protocol-versions', { number, frame_key }, { referrer: '/other', credentials: 'include' }),
        await post('authentications', payment),
        await post('authorizations', { ...payment, server_trans_id: frame_key, ended: 'notified' }),
      ];
    },
    { base: `${shop.url.replace('localhost', 'pay.localhost')}/pay/orders/${id}`, number: CARD.number },
  );
  // The browser does not let the page read an answer to a call with credentials.
  const refused = '403 card-outside-frame';
  expect(answers).toEqual([refused, refused, refused, undefined, refused, refused]);
  expect(await shop.order(id)).toMatchObject({ state: 'open' });
  expect(await shop.messages(id)).toEqual([]);
});

test('the frame does not open in a page of another shop', async ({ shop, context }) => {
  const page = await context.newPage();
  const fields = `${shop.url.replace('localhost', 'pay.localhost')}/pay/fields`;
  /** Opens a page of the demo at the host, and puts the frame with the card fields into it. */
  const embedAt = async (host: string) => {
    await page.goto(`${shop.url.replace('localhost', host)}/partner.html`);
    await page.evaluate((src) => {
      Object.assign(window, { heard: [] });
      addEventListener('message', ({ data }) => (window as unknown as { heard: unknown[] }).heard.push(data));
      const frame = document.createElement('iframe');
      frame.src = src;
      document.body.replaceChildren(frame);
    }, fields);
  };
  // The same page opens it at the host that the option embedders names.
  await embedAt('partner.localhost');
  await expect.poll(() => page.frames().map((frame) => frame.url())).toContain(fields);
  await embedAt('other.localhost');
  // The browser shows an error page instead, because of the frame's frame-ancestors.
  await expect.poll(() => page.frames()[1]?.url()).toMatch(/^(chrome-error|about:neterror)/);
  expect(await page.evaluate(() => (window as unknown as { heard: unknown[] }).heard)).toEqual([]);
});

test.describe('a checkout in the page of another site', () => {
  for (const [fields, backend, status, authorizations] of [
    ['isolated', 'with the option embedders', 'paid', 1],
    ['inline', 'without the option embedders', 'failed', 0],
  ] as const) {
    test(`a challenge in the page of another site is ${status} at a backend ${backend}`, async ({ shop, context }) => {
      const id = await shop.createOrder();
      const page = await context.newPage();
      await page.goto(
        `${shop.url.replace('localhost', 'partner.localhost')}/partner.html?order=${id}&fields=${fields}`,
      );
      const checkout = new CheckoutPage(page, page.frameLocator('iframe').locator('scudo-checkout'));
      await checkout.pay(card('challenge'));
      if (status === 'paid') await checkout.challenge.enterCode();
      expect(await checkout.outcomeStatus()).toBe(status);
      expect(await shop.messages(id, 'auth')).toHaveLength(authorizations);
    });
  }
});
