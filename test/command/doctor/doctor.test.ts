import { expect, it } from 'vitest';
import { runDoctor } from '../../../src/command/doctor/doctor.js';
import type { GatewayOptions, MerchantBackendOptions } from '../../../src/server.js';
import { CARDS, shop } from '../../server/scripted-gateway.js';

const TOKEN = 'a-token-of-diagnostics';
const URL_OF_SHOP = 'https://shop.example/scudo';

type Change = (request: Request, pass: (request: Request) => Promise<Response>) => Promise<Response>;

/** Names and texts of the faults that doctor finds, with a proxy that changes requests or answers. */
async function faultsOf(
  args: readonly string[] = [],
  options: Partial<MerchantBackendOptions> = {},
  { proxy, gateway }: { readonly proxy?: Change; readonly gateway?: Partial<GatewayOptions> } = {},
): Promise<{ readonly code: number; readonly names: readonly string[]; readonly text: string }> {
  const place = shop({ diagnostics: { token: TOKEN }, ...options }, gateway);
  const pass = (request: Request) => place.backend.fetch(request, { ip: '203.0.113.7' });
  const lines: string[] = [];
  const code = await runDoctor(
    args.includes('--url') ? args : ['--url', URL_OF_SHOP, ...args],
    (line) => lines.push(line),
    {
      fetch: (input, init) => {
        const request = new Request(input, init);
        return proxy ? proxy(request, pass) : pass(request);
      },
      now: place.clock.now,
    },
  );
  const text = lines.join('\n');
  return { code, text, names: Array.from(text.matchAll(/^FAIL {2}(\S+)/gm), ([, name = '']) => name) };
}

/** A proxy that sets a header of each answer. */
const withHeader =
  (name: string, value: string): Change =>
  async (request, pass) => {
    const response = await pass(request);
    response.headers.append(name, value);
    return response;
  };

it('a right integration has no fault, and the command exits with 0', async () => {
  const page: Change = (request, pass) =>
    request.url.endsWith('/checkout')
      ? Promise.resolve(new Response('', { headers: { 'content-security-policy': "default-src 'self'" } }))
      : pass(request);
  const args = ['--token', TOKEN, '--page', 'https://shop.example/checkout'];
  const { code, names, text } = await faultsOf(args, {}, { proxy: page });
  expect(names).toEqual([]);
  expect(text).toMatch(/\n\n17 passed, 0 failed$/);
  expect(code).toBe(0);
});

it.each<[string, string, Change, string]>([
  [
    'a stripped mount path',
    'mount',
    (request, pass) => pass(new Request(request.url.replace('/scudo', ''), request)),
    'publicUrl',
  ],
  [
    'a page of the web server',
    'mount',
    () => Promise.resolve(new Response('<html>', { status: 404 })),
    'with its whole path',
  ],
  [
    'a framework that refuses forms',
    'form-posts',
    (request, pass) =>
      request.url.includes('/notifications/') ? Promise.resolve(new Response('', { status: 415 })) : pass(request),
    'a scope without parsers',
  ],
  [
    'a parser before the handler',
    'json-posts',
    async (request, pass) => {
      if (request.method === 'POST') await request.text();
      return pass(request);
    },
    'before parsers of bodies',
  ],
  [
    'a second policy',
    'notification-policy',
    withHeader('content-security-policy', "object-src 'none'"),
    'add no policy',
  ],
  ['a cache', 'caching', withHeader('age', '12'), 'cache nothing'],
])('doctor explains %s', async (_what, name, proxy, fix) => {
  const { code, names, text } = await faultsOf([], {}, { proxy });
  expect(names).toContain(name);
  expect(text).toContain(fix);
  expect(code).toBe(1);
});

it.each(['late.js', 'locales/de.json', 'data/icons.json'])(
  'doctor finds a shop that does not serve %s beside scudo.js',
  async (missing) => {
    const page = '<script type="module" src="/assets/scudo.js"></script>';
    const served: Readonly<Record<string, string>> = {
      '/checkout': 'text/html',
      '/assets/late.js': 'text/javascript',
      '/assets/locales/de.json': 'application/json',
      '/assets/data/icons.json': 'application/json',
    };
    const without =
      (file: string | undefined): Change =>
      (request, pass) => {
        const { pathname } = new URL(request.url);
        if (pathname === `/assets/${file ?? ''}`) return Promise.resolve(new Response('', { status: 404 }));
        const type = served[pathname];
        return type ? Promise.resolve(new Response(page, { headers: { 'content-type': type } })) : pass(request);
      };
    const args = ['--page', 'https://shop.example/checkout'];
    expect((await faultsOf(args, {}, { proxy: without(undefined) })).names).toEqual([]);
    const { names, text } = await faultsOf(args, {}, { proxy: without(missing) });
    expect(names).toEqual(['page-files']);
    expect(text).toContain(`GET assets/${missing} is answered 404`);
    expect(text).toContain('Serve the folder dist of the package at https://shop.example/assets/');
  },
);

it('doctor reports X-Frame-Options of notification pages only, because the frame page has frame-ancestors', async () => {
  const { names, text } = await faultsOf([], {}, { proxy: withHeader('x-frame-options', 'DENY') });
  expect(names).toEqual(['notification-policy']);
  expect(text).toContain('Remove the header');
});

it('doctor reports form posts that do not arrive once, not the page that they would answer', async () => {
  const parser: Change = async (request, pass) => {
    if (request.url.includes('/notifications/')) await request.text();
    return pass(request);
  };
  expect((await faultsOf([], {}, { proxy: parser })).names).toEqual(['form-posts']);
});

it('doctor compares the address with publicUrl, and the page with pages', async () => {
  const other = await faultsOf(['--token', TOKEN, '--page', 'https://other.example/'], {
    publicUrl: 'https://www.shop.example/scudo',
  });
  expect(other.names).toEqual(['public-url', 'page-origin', 'frame-policy', 'page-policy', 'option-public-url']);
  expect(other.text).toContain("Add 'https://other.example' to the option pages.");
});

it('doctor finds a wrong secret and a proxy that is not trusted', async () => {
  const proxied: Change = (request, pass) => {
    request.headers.set('x-forwarded-for', '203.0.113.9');
    return pass(request);
  };
  const { names, text } = await faultsOf(['--token', TOKEN], {}, { proxy: proxied, gateway: { secret: 'wrong' } });
  expect(names).toEqual(['gateway', 'proxy']);
  expect(text).toContain('The gateway call fails: unauthorized.');
  expect(text).not.toContain(TOKEN);
});

it('doctor finds an account that the gateway refuses', async () => {
  const { names, text } = await faultsOf(['--token', TOKEN], {}, { gateway: { accountId: 'nope' } });
  expect(names).toEqual(['gateway']);
  expect(text).toContain('Check accountId of the option gateway.');
});

it('doctor finds a server that answers 404 to everything in the place of the gateway', async () => {
  const gateway = { fetch: () => Promise.resolve(new Response('', { status: 404 })) };
  const { names, text } = await faultsOf(['--token', TOKEN], {}, { gateway });
  expect(names).toEqual(['gateway']);
  expect(text).toContain('The gateway call fails: not-a-gateway.');
});

it('GET diagnostics does not exist without the option, and with a wrong token', async () => {
  const call = async (options: Partial<MerchantBackendOptions>, authorization: string) =>
    (await shop(options).call('diagnostics', undefined, { authorization })).status;
  expect(await call({}, `Bearer ${TOKEN}`)).toBe(404);
  const diagnostics = { token: TOKEN };
  expect(await call({ diagnostics }, `Bearer ${TOKEN}x`)).toBe(404);
  expect(await call({ diagnostics }, '')).toBe(404);
  expect(await call({ diagnostics }, `Bearer ${TOKEN}`)).toBe(200);
  expect(() => shop({ diagnostics: { token: 'short' } })).toThrow('diagnostics.token must be a text of at least 16');
});

it('GET diagnostics answers no secret', async () => {
  const place = shop({ diagnostics: { token: TOKEN } });
  const text = await (await place.call('diagnostics', undefined, { authorization: `Bearer ${TOKEN}` })).text();
  expect(text).not.toMatch(/secret|password|token/);
});

it('a page on another origin needs the headers of CORS for reading and for preflights', async () => {
  const args = ['--page', 'https://www.shop.example/checkout/'];
  const options = { pages: ['https://www.shop.example'] };
  const page: Change = (request, pass) =>
    request.url === 'https://www.shop.example/checkout/' ? Promise.resolve(new Response('')) : pass(request);
  expect((await faultsOf(args, options, { proxy: page })).names).toEqual([]);
  const noPreflights: Change = (request, pass) =>
    request.method === 'OPTIONS' ? Promise.resolve(new Response(null, { status: 405 })) : page(request, pass);
  const { names, text } = await faultsOf(args, options, { proxy: noPreflights });
  expect(names).toEqual(['cors']);
  expect(text).toContain('OPTIONS orders/doctor-no-such-order/authentications is answered with no Access-Control');
  const star: Change = async (request, pass) => {
    const response = await page(request, pass);
    response.headers.set('access-control-allow-origin', '*');
    return response;
  };
  expect((await faultsOf(args, options, { proxy: star })).text).toContain('with *, not https://www.shop.example.');
});

it.each([
  ['a wildcard', 'Connect-Src https://*.example; FRAME-SRC https://shop.example', '', []],
  ['another wildcard', 'connect-src https://*.other.example', '', ['page-policy']],
  ['the wildcard of the name itself', 'connect-src https://*.shop.example', '', ['page-policy']],
  ['a meta element', '', `<META http-equiv="Content-Security-Policy" content="connect-src 'none'">`, ['page-policy']],
])('doctor reads %s in the policy of a page', async (_what, policy, text, names) => {
  const page: Change = (request, pass) =>
    request.url.endsWith('/checkout')
      ? Promise.resolve(new Response(text, { headers: { 'content-security-policy': policy } }))
      : pass(request);
  const found = await faultsOf(['--page', 'https://shop.example/checkout'], {}, { proxy: page });
  expect(found.names).toEqual(names);
});

it('doctor sends the token neither to another server nor without TLS', async () => {
  const seen: (string | null)[] = [];
  const another: Change = (request) => {
    seen.push(request.headers.get('authorization'));
    return Promise.resolve(new Response('<html>', { status: 404 }));
  };
  await faultsOf(['--token', TOKEN], {}, { proxy: another });
  const unsafe: Change = (request, pass) => {
    seen.push(request.headers.get('authorization'));
    return pass(new Request(request.url.replace('http:', 'https:'), request));
  };
  await faultsOf(['--token', TOKEN, '--url', 'http://shop.example/scudo'], {}, { proxy: unsafe });
  expect(seen.length).toBeGreaterThan(1);
  expect(seen.filter((authorization) => authorization !== null)).toEqual([]);
});

it('text of a server forges no line and sends no control characters to the terminal', async () => {
  const forged: Change = () =>
    Promise.resolve(
      new Response(
        JSON.stringify({ code: 'not-found', detail: 'x\nok    mount\u001b[2J\u009b1m\u2028' + 'y'.repeat(5000) }),
        { status: 404, headers: { 'content-type': 'application/problem+json' } },
      ),
    );
  const { text } = await faultsOf([], {}, { proxy: forged });
  expect(text).not.toMatch(/^ok {4}mount/m);
  expect(text.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Zl}]/u);
  expect(text.length).toBeLessThan(2000);
});

it.each(['203.0.113.7', '10.0.0.1'])(
  'GET diagnostics refuses the right token after 100 guesses from %s, and the shopper there can still pay',
  async (ip) => {
    const place = shop({ diagnostics: { token: TOKEN }, limits: { versionChecksPerClient: 2 } });
    const call = async (headers: Readonly<Record<string, string>>) => {
      const request = new Request('https://shop.example/scudo/diagnostics', { headers });
      return (await place.backend.fetch(request, { ip })).status;
    };
    // An image of another site's page has no header Authorization.
    for (let count = 0; count < 101; count++) expect(await call({})).toBe(404);
    expect(await call({ authorization: `Bearer ${TOKEN}` })).toBe(200);
    for (let count = 1; count < 100; count++) expect(await call({ authorization: 'Bearer guess' })).toBe(404);
    expect(await call({ authorization: `Bearer ${TOKEN}` })).toBe(429);
    const check = new Request(`https://shop.example/scudo/orders/${await place.order()}/protocol-versions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ number: CARDS.success }),
    });
    expect((await place.backend.fetch(check, { ip })).status).toBe(200);
  },
);
