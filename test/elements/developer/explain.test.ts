import { fixture, html } from '@open-wc/testing';
import type { LitElement } from 'lit';
import { afterEach, beforeEach, describe, expect, it, vi, type MockInstance } from 'vitest';
import '../../../src/index.js';
import { settle, stillClock } from '../../../demo/pages/gallery/still-clock.js';
import { explain } from '../../../src/elements/developer/explain.js';
import { KNOWN_LANGUAGES } from '../../../src/elements/developer/set-up-check.js';
import { SET_UP_MISTAKES } from '../../../src/elements/developer/set-up-mistakes.js';
import { LANGUAGES, type ScudoCheckout } from '../../../src/index.js';
import { fetchBackend } from '../../../src/payment.js';

let log: MockInstance<typeof console.error>;
beforeEach(() => {
  log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
});
afterEach(() => log.mockRestore());

const problem =
  (code: string, status: number, more: object = {}) =>
  () =>
    Response.json({ title: 'A title.', code, retryable: false, status, ...more }, { status });
const order = { id: 'A1', amount: '1999', currency: 'EUR', state: 'open', methods: [{ code: 'card' }], ask: [] };
const open = () => Response.json(order);

interface Page {
  readonly attributes?: Readonly<Record<string, string>>;
  readonly address?: string;
  readonly answer?: () => Response | Promise<Response>;
  readonly element?: 'scudo-checkout' | 'scudo-return';
}

/** The lines that a page with a mistake has on its console after four seconds. */
async function linesOf({
  attributes = {},
  address = '/scudo',
  answer = open,
  element: tag = 'scudo-checkout',
}: Page): Promise<unknown[]> {
  const clock = stillClock();
  const adapter = fetchBackend(address, { fetch: async () => answer(), clock });
  const element = document.createElement(tag);
  Object.assign(element, { clock });
  const all: Record<string, string> = { backend: address, order: 'A1', ...attributes };
  for (const [name, value] of Object.entries(all)) if (value !== '') element.setAttribute(name, value);
  if (all['backend'] === address) element.adapter = adapter;
  await fixture(html`<div>${element}</div>`);
  for (let turn = 0; turn < 4; turn++) {
    await vi.dynamicImportSettled();
    await settle();
  }
  await clock.advance(4_000);
  await settle();
  return log.mock.calls.map(([line]: unknown[]) => line);
}

const seeLink = (code: keyof typeof SET_UP_MISTAKES) => `See https://scudo.example/docs/troubleshooting#${code}`;

const html404 = () => new Response('<!doctype html>', { status: 404, headers: { 'content-type': 'text/html' } });
const fallback = () => new Response('<!doctype html>', { headers: { 'content-type': 'text/html' } });
const wrongOrder = () => Response.json({ id: 'A1', amount: 1999, currency: 'EUR', state: 'open' });
const refused = 'The origin http://127.0.0.1:1 is not one of the option pages: http://localhost:1.';
const readBefore = [{ field: '', message: 'has a body that the server has read before the handler' }];

const MISSPELT = [
  ['prepaer', 'prepare'],
  ['no-buton', 'no-button'],
  ['feilds', 'fields'],
  ['lag', 'lang'],
] as const;

describe('the console of a page with a mistake', () => {
  it.each<readonly [string, Page, string, keyof typeof SET_UP_MISTAKES]>([
    ['no backend', { attributes: { backend: '' } }, '<scudo-checkout> has no attribute backend.', 'no-backend'],
    ['no order', { attributes: { order: '' } }, '<scudo-checkout> has no attribute order.', 'no-order'],
    [
      'a wrong path',
      { answer: html404 },
      'The address /scudo answered HTTP 404 without a problem document.',
      'no-route',
    ],
    [
      'the fallback of an app',
      { answer: fallback },
      'The address /scudo answered with a page instead of JSON.',
      'not-json',
    ],
    [
      'a wrong order document',
      { answer: wrongOrder },
      'The backend at /scudo sent an answer with another form. Bad order: amount has the wrong type; methods is missing; ask is missing.',
      'bad-answer',
    ],
    [
      'an unknown order',
      { attributes: { order: 'undefined' }, answer: problem('order-not-found', 404) },
      'The backend at /scudo has no order "undefined".',
      'order-not-found',
    ],
    [
      'a page of another origin',
      { answer: problem('origin-refused', 403, { detail: refused }) },
      `The backend at /scudo answered origin-refused: ${refused} If a proxy forwards /scudo to the backend, set publicUrl to ${location.origin}/scudo.`,
      'origin-refused',
    ],
    [
      'a stripped mount path',
      { answer: problem('not-found', 404, { detail: 'Nothing is at /orders/A1.' }) },
      'The backend at /scudo answered not-found: Nothing is at /orders/A1.',
      'not-found',
    ],
    [
      'a parser before the handler',
      { answer: problem('invalid-request', 400, { fields: readBefore }) },
      'The backend at /scudo refused a call: the request has a body that the server has read before the handler.',
      'invalid-request',
    ],
    [
      'a wrong secret',
      { answer: problem('gateway-refused', 500) },
      'The backend at /scudo answered gateway-refused: A title.',
      'gateway-refused',
    ],
    [
      'a gateway that does not run',
      { answer: problem('gateway-unavailable', 503) },
      'The backend at /scudo answered gateway-unavailable: A title.',
      'gateway-unavailable',
    ],
    [
      'a backend of another origin without CORS',
      { address: 'https://api.example/scudo', answer: () => Promise.reject(new TypeError('Failed to fetch')) },
      `The backend at https://api.example cannot be read from the origin ${location.origin}.`,
      'other-origin',
    ],
    [
      'a backend that is not an address',
      { attributes: { backend: 'http://[' } },
      '<scudo-checkout> has backend="http://[", which is not an address.',
      'no-backend',
    ],
    [
      'a return page with a backend that is not an address',
      { attributes: { backend: 'http://[' }, element: 'scudo-return' },
      '<scudo-return> has backend="http://[", which is not an address.',
      'no-backend',
    ],
    [
      'a return page with an unknown language',
      { attributes: { lang: 'xx' }, element: 'scudo-return' },
      `<scudo-return> has lang="xx", and there are no texts for it. The languages are ${KNOWN_LANGUAGES.replaceAll(' ', ', ')}.`,
      'unknown-language',
    ],
    [
      'a backend that repeats the card number',
      {
        answer: problem('internal-error', 500, { detail: 'Bad row: 4222 0000-0628\n5344, 4222000006285344\u001b[2J' }),
      },
      'The backend at /scudo answered internal-error: Bad row: [digits removed], [digits removed] [2J',
      'internal-error',
    ],
    [
      'a field message with a card number',
      {
        answer: problem('invalid-request', 400, {
          fields: [{ field: '', message: 'has 4222-0000-0628-5344 in its body' }],
        }),
      },
      'The backend at /scudo refused a call: the request has [digits removed] in its body.',
      'invalid-request',
    ],
    [
      'a long detail',
      { answer: problem('internal-error', 500, { detail: 'x'.repeat(5000) }) },
      `The backend at /scudo answered internal-error: ${'x'.repeat(252)}…`,
      'internal-error',
    ],
    [
      'an unknown value',
      { attributes: { prepare: 'onpay' } },
      '<scudo-checkout> has prepare="onpay", which is none of its values: on-number, on-pay.',
      'unknown-value',
    ],
    [
      'an unknown layout',
      { attributes: { layout: 'grid' } },
      '<scudo-checkout> has layout="grid", which is none of its values: accordion, tabs, compact.',
      'unknown-value',
    ],
    ...MISSPELT.map(([wrong, right]): readonly [string, Page, string, keyof typeof SET_UP_MISTAKES] => [
      `the misspelt attribute ${wrong}`,
      { attributes: { [wrong]: 'on-pay' } },
      `<scudo-checkout> has the attribute ${wrong}, which has no effect. Did you mean ${right}?`,
      'unknown-attribute',
    ]),
    [
      'an unknown language',
      { attributes: { lang: 'xx' } },
      `<scudo-checkout> has lang="xx", and there are no texts for it. The languages are ${KNOWN_LANGUAGES.replaceAll(' ', ', ')}.`,
      'unknown-language',
    ],
  ])('the console has one line for %s', async (_mistake, page, what, code) => {
    const lines = await linesOf(page);
    expect(lines).toEqual([`scudo-checkout: ${what} ${SET_UP_MISTAKES[code].fix} ${seeLink(code)}`]);
  });

  it.each(['ip', 'Idempotency-Key'])('the console does not blame a parser of bodies for a wrong %s', async (field) => {
    const lines = await linesOf({
      answer: problem('invalid-request', 400, { fields: [{ field, message: 'is missing' }] }),
    });
    expect(lines).toEqual([
      `scudo-checkout: The backend at /scudo refused a call: ${field} is missing. ${seeLink('invalid-request')}`,
    ]);
  });

  it.each<[string, Page]>([
    ['a right set-up', { attributes: { prepare: 'on-pay', challenge: 'inline', fields: 'inline' } }],
    [
      'attributes of HTML and of frameworks',
      {
        attributes: {
          ...{
            'data-order': '1',
            'aria-label': 'Pay',
            onorder: '',
            class: 'a',
            style: 'color: red',
            id: 'o',
            part: 'o',
          },
          ...{
            slot: 'o',
            title: 'Pay',
            role: 'group',
            dir: 'ltr',
            tabindex: '0',
            key: '1',
            ref: 'x',
            hidden: 'hidden',
          },
        },
      },
    ],
    ['another spelling of a language', { attributes: { lang: 'de_AT' } }],
    ['a return page in a known language', { attributes: { lang: 'no' }, element: 'scudo-return' }],
    [
      'a card number that the backend refuses',
      { answer: problem('invalid-request', 400, { fields: [{ field: 'card.number', message: 'is wrong' }] }) },
    ],
    ['an order that is paid elsewhere', { answer: problem('order-not-open', 409) }],
    ['a limit', { answer: problem('too-many-attempts', 429) }],
    ['a lost connection', { answer: () => Promise.reject(new TypeError('Failed to fetch')) }],
    ['a proxy without a server', { answer: () => new Response('', { status: 502 }) }],
  ])('the console stays empty for %s', async (_what, page) => {
    expect(await linesOf(page)).toEqual([]);
  });
});

/** Properties of the element whose type is a list of texts; the compiler reports one that is missing here. */
type Choices = {
  readonly [Name in Exclude<keyof ScudoCheckout, keyof LitElement> as IsChoice<ScudoCheckout[Name]> extends true
    ? Name
    : never]-?: Readonly<Record<NonNullable<ScudoCheckout[Name]> & string, true>>;
};
type IsChoice<Value> = [NonNullable<Value>] extends [string] ? (string extends Value ? false : true) : false;

const CHOICES: Choices = {
  fields: { inline: true, isolated: true },
  prepare: { 'on-number': true, 'on-pay': true },
  challenge: { dialog: true, inline: true },
  layout: { accordion: true, tabs: true, compact: true },
  labels: { above: true, floating: true, inset: true },
};

describe('an attribute whose values are a list', () => {
  it.each(Object.entries(CHOICES).map(([name, values]) => [name, Object.keys(values).join(', ')]))(
    'one line names the values of %s: %s',
    async (name, values) => {
      const lines = await linesOf({ attributes: { [name]: 'other' } });
      expect(lines).toEqual([expect.stringContaining(`: ${values}.`)]);
      expect(lines[0]).toContain(name);
    },
  );
});

it('the line for a wrong path of publicUrl has the fix of the backend only', async () => {
  const detail =
    'The call came to /api/scudo/orders/A1; publicUrl says /scudo: set the path of publicUrl to /api/scudo.';
  const lines = await linesOf({ answer: problem('not-found', 404, { detail }) });
  expect(lines).toEqual([
    `scudo-checkout: The backend at /scudo answered not-found: ${detail} ${seeLink('not-found')}`,
  ]);
});

describe('a page that changes the element', () => {
  it('one line names a value that the page sets later, and the names of fieldOrder', async () => {
    await linesOf({});
    const element = document.querySelector('scudo-checkout');
    if (!element) return expect.unreachable();
    element.setAttribute('labels', 'below');
    element.fieldOrder = ['postcode-x' as 'postcode', 'name'];
    await element.updateComplete;
    expect(log.mock.calls.flat()).toEqual([
      expect.stringContaining('<scudo-checkout> has labels="below", which is none of its values: above, '),
      expect.stringContaining('<scudo-checkout> has "postcode-x" in fieldOrder, which is none of its values: number, '),
    ]);
  });
});

describe('a policy of the page', () => {
  const violation = (init: Partial<SecurityPolicyViolationEventInit>) =>
    document.dispatchEvent(
      new SecurityPolicyViolationEvent('securitypolicyviolation', {
        ...{
          blockedURI: `${location.origin}/scudo/frame`,
          disposition: 'enforce',
          documentURI: '',
          originalPolicy: '',
        },
        ...{ effectiveDirective: 'frame-src', violatedDirective: 'frame-src', statusCode: 200 },
        ...init,
      }),
    );

  it('one line names the frame of the backend that a policy blocks, and the entry to add', async () => {
    await linesOf({});
    violation({});
    violation({});
    const what = `The Content-Security-Policy of the page blocks the frame ${location.origin}/scudo/frame.`;
    const entry = `Its directive frame-src has to allow 'self': "frame-src 'self'".`;
    const line = `scudo-checkout: ${what} ${entry} ${SET_UP_MISTAKES['frame-blocked'].fix} ${seeLink('frame-blocked')}`;
    expect(log.mock.calls.flat()).toEqual([line]);
  });

  it.each([
    ['https://api.example/scudo', 'https://api.example', "'self' https://api.example"],
    [`${location.origin}/scudo`, "'self'", "'self'"],
  ])('one line names a blocked call to the backend %s, which a probe finds', async (backend, source, sources) => {
    const clock = stillClock();
    const element = Object.assign(document.createElement('scudo-checkout') as ScudoCheckout, { clock, backend });
    await fixture(html`<div>${element}</div>`);
    const fetched = vi.fn<typeof fetch>().mockImplementation(async (input) => {
      violation({ blockedURI: (input as URL).href, effectiveDirective: 'connect-src' });
      throw new TypeError('Failed to fetch');
    });
    const cause = new TypeError('Failed to fetch');
    explain(element, { fault: { kind: 'unanswered' }, message: 'No order came.', cause }, fetched);
    await clock.advance(4_000);
    expect(fetched).toHaveBeenCalledWith(new URL(`${backend}/frame`), { mode: 'no-cors' });
    // The element has no order, because it would be read.
    const lines = log.mock.calls.flat().filter((line) => !String(line).endsWith('#no-order'));
    expect(lines).toEqual([
      `scudo-checkout: The Content-Security-Policy of the page blocks the call to ${backend}/frame. Its directive ` +
        `connect-src has to allow ${source}: "connect-src ${sources}". ${SET_UP_MISTAKES['call-blocked'].fix} ` +
        seeLink('call-blocked'),
    ]);
  });

  it.each<[string, Partial<SecurityPolicyViolationEventInit>]>([
    ['that only reports', { disposition: 'report' }],
    ['for a frame of another site', { blockedURI: 'https://video.example/player' }],
    ['for an image', { effectiveDirective: 'img-src' }],
    ['for inline code', { blockedURI: 'inline', effectiveDirective: 'script-src-elem' }],
  ])('the console stays empty for a policy %s', async (_policy, init) => {
    await linesOf({});
    violation(init);
    expect(log).not.toHaveBeenCalled();
  });

  it('the console stays empty after the element is removed', async () => {
    await linesOf({});
    document.querySelector('scudo-checkout')?.remove();
    violation({});
    expect(log).not.toHaveBeenCalled();
  });
});

describe('explain', () => {
  const host = () =>
    Object.assign(document.createElement('scudo-checkout') as ScudoCheckout, { backend: '/scudo', order: 'A1' });

  it('explain names a data file that did not load', () => {
    explain(host(), { dataError: new Error('/data/phones.json was answered with HTTP 404.') }, fetch);
    expect(log.mock.calls).toEqual([
      [
        'scudo-checkout: A data file did not load: /data/phones.json was answered with HTTP 404. ' +
          `${SET_UP_MISTAKES['data-not-loaded'].fix} ${seeLink('data-not-loaded')}`,
      ],
    ]);
  });

  it.each(['Failed to fetch', 'Load failed.', 'Unexpected token'])(
    'ends the browser’s words %s with a full stop before the fix',
    (words) => {
      explain(host(), { dataError: new TypeError(words) }, fetch);
      const { fix } = SET_UP_MISTAKES['data-not-loaded'];
      expect(log.mock.calls.flat().join()).toContain(`did not load: ${words.replace(/\.$/, '')}. ${fix}`);
    },
  );

  it('explain names a language that did not load', () => {
    explain(host(), { language: 'de', error: new Error('/locales/de.json was answered with HTTP 404.') }, fetch);
    expect(log.mock.calls).toEqual([
      [
        'scudo-checkout: The language de did not load: /locales/de.json was answered with HTTP 404. ' +
          `${SET_UP_MISTAKES['language-not-loaded'].fix} ${seeLink('language-not-loaded')}`,
      ],
    ]);
  });

  it.each<[number, string | undefined, boolean]>([
    // The element's own form, as our handler answers it.
    [204, undefined, false],
    // A server that fails is no mistake of the set-up.
    [503, 'application/problem+json', false],
    // The answers of something before the handler.
    [200, 'text/html; charset=utf-8', true],
    [400, 'application/json', true],
    [400, 'text/html; charset=utf-8', true],
    [403, 'text/html; charset=utf-8', true],
    [405, undefined, true],
    [415, 'application/json', true],
  ])(
    'explain posts a form after a method frame without an answer, which is answered %i with the type %s',
    async (status, type, isReported) => {
      const headers: Record<string, string> = type === undefined ? {} : { 'content-type': type };
      const fetched = vi.fn<typeof fetch>().mockResolvedValue(new Response(null, { status, headers }));
      explain(host(), { framePage: `${location.origin}/scudo/frame` }, fetched);
      await settle();
      expect(fetched.mock.calls[0]?.[1]?.body).toEqual(new URLSearchParams({ probe: '1' }));
      // Without a referrer, the browser sends the header Origin as for the post of another site: null.
      expect(fetched.mock.calls[0]?.[1]).toMatchObject({ mode: 'same-origin', referrerPolicy: 'no-referrer' });
      const what = `The backend answered a form post to /scudo/notifications/method with HTTP ${status}.`;
      const fix = `${SET_UP_MISTAKES['form-posts-refused'].fix} ${seeLink('form-posts-refused')}`;
      expect(log.mock.calls).toEqual(isReported ? [[`scudo-checkout: ${what} ${fix}`]] : []);
    },
  );

  it.each<[string, unknown]>([
    [
      ': the request has a body that the server has read before the handler',
      {
        code: 'invalid-request',
        fields: [{ field: '', message: 'has a body that the server has read before the handler' }],
      },
    ],
    [': Unsupported Media Type', { statusCode: 415, message: 'Unsupported Media Type' }],
    [': A reason', { detail: 'A reason.' }],
    ['', { fields: 'none' }],
    ['', 'a text'],
  ])('explain repeats the reason of a refused form post%s', async (reason, body) => {
    explain(host(), { framePage: `${location.origin}/scudo/frame` }, async () => Response.json(body, { status: 400 }));
    await settle();
    await settle();
    expect(log.mock.calls.flat()).toEqual([expect.stringContaining(`with HTTP 400${reason}. Let form posts`)]);
  });

  it('explain names the usual causes when no frame page has started', () => {
    const element = host();
    const framePage = `${location.origin}/scudo/frame`;
    for (const acsFrame of ['frame-not-ready', 'frame-not-ready']) explain(element, { acsFrame, framePage }, fetch);
    expect(log).toHaveBeenCalledTimes(1);
    const [line] = log.mock.calls[0] as [string];
    for (const cause of [framePage, 'embedders', 'X-Frame-Options', 'Cross-Origin-Embedder-Policy', 'frame.js'])
      expect(line).toContain(cause);
  });

  it('explain names refused form posts when the bank’s frame has another page of the backend', () => {
    explain(host(), { acsFrame: 'notification-refused', framePage: `${location.origin}/scudo/frame` }, fetch);
    expect(log.mock.calls.flat()).toEqual([expect.stringContaining(SET_UP_MISTAKES['form-posts-refused'].fix)]);
  });

  it.each([
    ['https://shop.example', true],
    ['http://shop.example:8080', true],
    ['http://localhost:4162', false],
    ['http://127.0.0.1:1', false],
    ['http://dev.localhost', false],
  ])(
    'explain says what to set when a page reaches a backend of %s at another origin: %s',
    (notificationOrigin, isSaid) => {
      const backend = `${location.origin}/scudo`;
      explain(host(), { notificationOrigin, framePage: `${backend}/frame` }, fetch);
      expect(log.mock.calls.flat()).toEqual(isSaid ? [expect.stringContaining(`"${backend}"`)] : []);
    },
  );

  it('explain recommends publicUrl to a page that a proxy serves, when the backend refuses its origin', () => {
    const fault = { kind: 'problem', code: 'origin-refused', retryable: false, fields: [] };
    explain(host(), { fault, message: 'The origin is not one of the option pages.' }, fetch);
    expect(log.mock.calls.flat()).toEqual([expect.stringContaining(`set publicUrl to ${location.origin}/`)]);
  });

  it('explain writes one line for a problem whose detail differs with each call', () => {
    const element = host();
    const fault = { kind: 'problem', code: 'internal-error', retryable: true, fields: [] };
    for (const message of ['Query 1 failed.', 'Query 2 failed.']) explain(element, { fault, message }, fetch);
    expect(log).toHaveBeenCalledTimes(1);
  });

  it('explain writes a line once for each element', () => {
    const element = host();
    for (const one of [element, element, host()]) explain(one, { language: 'de', error: 'gone' }, fetch);
    expect(log).toHaveBeenCalledTimes(2);
  });
});

describe('the list of languages', () => {
  it('the list of languages for developers has each language', () => {
    expect(KNOWN_LANGUAGES.split(' ').sort()).toEqual(['en', ...Object.keys(LANGUAGES)].sort());
  });
});
