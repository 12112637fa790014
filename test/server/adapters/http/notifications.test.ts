import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { encodeBase64url } from '../../../../src/protocol/values/base64url.js';
import { LANGUAGES } from '../../../../src/elements/i18n/languages.js';
import { notificationText } from '../../../../src/server/adapters/http/notification-texts.js';
import { shop } from '../../scripted-gateway.js';

const ID = '3f1c1f0e-0000-4000-8000-000000000001';

const NOTIFICATIONS = 'https://shop.example/scudo/notifications';
const encoded = (value: unknown) => encodeBase64url(JSON.stringify(value));
const messageOf = (page: string) =>
  JSON.parse(
    (/data-message="([^"]*)"/.exec(page)?.[1] ?? '')
      .replaceAll('&quot;', '"')
      .replaceAll('&#39;', "'")
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&amp;', '&'),
  ) as unknown;

describe('a notification page', () => {
  const { backend } = shop();
  const post = (path: string, fields: Record<string, string>) =>
    backend.fetch(
      new Request(`https://shop.example/scudo/notifications/${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded', origin: 'https://acs.example' },
        body: new URLSearchParams(fields).toString(),
      }),
    );

  it.each(['method', 'method/A1'])('a notification page for %s posts the transaction', async (path) => {
    const response = await post(path, { threeDSMethodData: encoded({ threeDSServerTransID: ID }) });
    expect(response.status).toBe(200);
    expect(messageOf(await response.text())).toEqual({ scudo: 'method-notification', server_trans_id: ID });
  });

  it('a form of the element that checks the route is answered without a page', async () => {
    expect((await post('method', { probe: '1' })).status).toBe(204);
  });

  it.each(['challenge', 'challenge/A1'])(
    'a notification page for %s posts transaction, CRes and session data as the ACS sent them',
    async (path) => {
      const cres = Buffer.from(JSON.stringify({ threeDSServerTransID: ID, transStatus: 'Y' })).toString('base64');
      const page = await (await post(path, { cres, threeDSSessionData: 's' })).text();
      expect(messageOf(page)).toEqual({
        scudo: 'challenge-notification',
        server_trans_id: ID,
        cres,
        session_data: 's',
      });
    },
  );

  it('accepts a plus sign that was not percent-encoded', async () => {
    const cres = Buffer.from(JSON.stringify({ threeDSServerTransID: ID, note: '>>>>~~~~' })).toString('base64');
    expect(cres).toContain('+');
    const response = await backend.fetch(
      new Request('https://shop.example/scudo/notifications/challenge', {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: `cres=${cres}`,
      }),
    );
    expect(messageOf(await response.text())).toMatchObject({ cres });
  });

  it('a notification page has a strict content security policy and no inline script', async () => {
    const response = await post('challenge', { cres: encoded({ threeDSServerTransID: ID }) });
    expect(response.headers.get('content-security-policy')).toBe(
      "default-src 'none'; script-src 'self'; base-uri 'none'; require-trusted-types-for 'script'; form-action 'none'; frame-src 'none'",
    );
    expect(response.headers.get('x-frame-options')).toBeNull();
    expect(await response.text()).not.toMatch(/<script(?![^>]* src=)/);
  });

  it('escapes session data, and posts it unchanged', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary' }), async (session) => {
        const cres = encoded({ threeDSServerTransID: ID });
        const sessionData = `"><script>alert(1)</script>${session}`;
        const page = await (await post('challenge', { cres, threeDSSessionData: sessionData })).text();
        if (/<script>|"><script/.test(page)) return false;
        // A form post normalizes line breaks and lone surrogates.
        const sent = new URLSearchParams(new URLSearchParams({ s: session }).toString()).get('s') ?? '';
        return (messageOf(page) as { session_data: string }).session_data === `"><script>alert(1)</script>${sent}`;
      }),
      { numRuns: 200, seed: 20_261_124 },
    );
  });
});

const UNREADABLE = { scudo: 'own-document', notification: true };
const FORM = 'application/x-www-form-urlencoded';
const broken = () =>
  new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode('cres=e30'));
      controller.error(new TypeError('terminated'));
    },
  });

describe('a notification that cannot be read', () => {
  const read = (value: unknown) => new URLSearchParams({ cres: encoded(value), threeDSMethodData: encoded(value) });
  const bodies: readonly [what: string, init: RequestInit][] = [
    ['no fields', { body: new URLSearchParams() }],
    ['empty fields', { body: new URLSearchParams({ cres: '', threeDSMethodData: '' }) }],
    ['text that is no base64', { body: new URLSearchParams({ cres: '§', threeDSMethodData: '§' }) }],
    ['JSON without a transaction', { body: read({}) }],
    ['a list', { body: read([]) }],
    ['null', { body: read(null) }],
    ['a transaction that is a script', { body: read({ threeDSServerTransID: '<script>' }) }],
    ['an error message', { body: read({ messageType: 'Erro', errorCode: '203' }) }],
    ['Latin-1', { body: 'cres=%E9%E8&threeDSMethodData=%E9', headers: { 'content-type': FORM } }],
    ['a body that is no form', { body: 'x', headers: { 'content-type': 'text/plain' } }],
    ['JSON instead of a form', { body: '{"cres":"e30"}', headers: { 'content-type': 'application/json' } }],
    ['two content types', { body: 'cres=e30', headers: { 'content-type': `${FORM}, text/plain` } }],
    ['a multipart body without a boundary', { body: 'x', headers: { 'content-type': 'multipart/form-data' } }],
    ['101 fields', { body: new URLSearchParams(Array.from({ length: 101 }, (_, at) => [`f${at}`, '1'])) }],
    ['a body over the limit', { body: `cres=${'A'.repeat(70_000)}`, headers: { 'content-type': FORM } }],
    ['a body that breaks off', { body: broken(), headers: { 'content-type': FORM }, duplex: 'half' } as RequestInit],
    ['another encoding', { body: 'cres=e30', headers: { 'content-type': `${FORM}; charset=utf-16` } }],
  ];

  it.each(bodies)(
    'a notification with %s has the same page as any other, which wakes the checkout',
    async (_what, init) => {
      const place = shop();
      const request = { method: 'POST', ...init };
      const pages = ['challenge/A1', 'method/A1/'].map(async (path) => {
        const response = await place.backend.fetch(new Request(`${NOTIFICATIONS}/${path}`, await again(request)));
        expect(response.status).toBe(200);
        return messageOf(await response.text());
      });
      expect(await Promise.all(pages)).toEqual([UNREADABLE, UNREADABLE]);
    },
  );

  /** A stream is read once. */
  const again = async (init: RequestInit) => (init.body instanceof ReadableStream ? { ...init, body: broken() } : init);

  it.each(['method', 'challenge'])(
    'a GET of the %s notification has that page, with or without a slash at the end',
    async (kind) => {
      const place = shop();
      for (const path of ['', '/', '/A1', '/A1/', '/A1?cres=e30', '/A1/?threeDSMethodData=x'].map(
        (end) => kind + end,
      )) {
        for (const method of ['GET', 'HEAD']) {
          const response = await place.backend.fetch(new Request(`${NOTIFICATIONS}/${path}`, { method }));
          expect([path, response.status]).toEqual([path, 200]);
          const text = await response.text();
          if (method === 'GET') expect(messageOf(text)).toEqual(UNREADABLE);
          else expect(text).toBe('');
        }
      }
    },
  );

  it('a field may have other letters in its name, and no other name', async () => {
    const cres = encoded({ threeDSServerTransID: ID });
    const place = shop();
    for (const [name, isRead] of [
      ['CRes', true],
      ['CRES', true],
      ['result', false],
    ] as const) {
      const body = new URLSearchParams({ [name]: cres });
      const response = await place.backend.fetch(new Request(`${NOTIFICATIONS}/challenge`, { method: 'POST', body }));
      const { scudo } = messageOf(await response.text()) as { scudo: string };
      expect([name, scudo]).toEqual([name, isRead ? 'challenge-notification' : 'own-document']);
    }
  });
});

describe('the address of a notification', () => {
  const cres = encoded({ threeDSServerTransID: ID });
  const answer = async (path: string, publicUrl = 'https://shop.example/scudo') => {
    const place = shop({ publicUrl, returnPage: 'https://shop.example/thanks?o={order}' });
    const request = { method: 'POST', body: new URLSearchParams({ cres }) };
    return place.backend.fetch(new Request(`https://shop.example${path}`, request));
  };

  it.each([
    '/scudo/notifications/challenge/A1//',
    '/scudo/notifications//challenge///A1',
    '/scudo//notifications/challenge/A1',
    '/scudo/notifications/challenge%2FA1',
    '/scudo/Notifications/CHALLENGE/A1',
    '/scudo/notifications/challenge/A1.',
    '/scudo/notifications/challenge/A1%20',
    '/scudo/notifications/challenge/A1/index.html',
    '/scudo/notifications/challenge/A1;jsessionid=E2B1',
    '/scudo/notifications/challenge/A1&lang=de',
    '/scudo/notifications/challenge;jsessionid=E2B1/A1?lang=de',
  ])('wakes the checkout and links to the shop, also if an ACS has made %s of it', async (path) => {
    const page = await (await answer(path)).text();
    expect(messageOf(page)).toMatchObject({ scudo: 'challenge-notification', server_trans_id: ID });
    expect(page).toContain('href="https://shop.example/thanks?o=A1"');
  });

  it('a path with two slashes at its start wakes the checkout where the handler is mounted at the root', async () => {
    const page = await (await answer('//notifications/method/A1', 'https://shop.example')).text();
    expect(messageOf(page)).toEqual(UNREADABLE);
  });

  it.each([
    '/scudo/notifications',
    '/scudo/notifications/other/A1',
    '/scudo/notifications/challenges/A1',
    '/scudo/A1/notifications/challenge',
  ])('the path %s is none, and is answered 404', async (path) => expect((await answer(path)).status).toBe(404));
});

describe('a notification', () => {
  it('writes nothing and calls nothing, whatever it has', async () => {
    const place = shop();
    const id = await place.order();
    const before = JSON.stringify(await place.backend.orders.read(id));
    const calls = place.sent.length;
    const cres = encoded({ threeDSServerTransID: ID, transStatus: 'Y' });
    for (let times = 0; times < 3; times++) {
      for (const kind of ['method', 'challenge']) {
        await place.backend.fetch(new Request(`${NOTIFICATIONS}/${kind}/${id}`));
        const body = new URLSearchParams({ cres, threeDSMethodData: cres });
        await place.backend.fetch(new Request(`${NOTIFICATIONS}/${kind}/${id}`, { method: 'POST', body }));
      }
    }
    await place.backend.idle();
    expect(JSON.stringify(await place.backend.orders.read(id))).toBe(before);
    expect(place.sent.length).toBe(calls);
  });

  it.each(['GET', 'POST'])('answers %s without a trace in caches and referrers', async (method) => {
    const response = await shop().backend.fetch(new Request(`${NOTIFICATIONS}/challenge/A1`, { method }));
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(response.headers.get('referrer-policy')).toBe('no-referrer');
  });
});

describe('a notification page at the top level', () => {
  const pageFor = async (path: string, acceptLanguage?: string) => {
    const place = shop({ returnPage: 'https://shop.example/thanks?o={order}&x=1' });
    const headers = acceptLanguage === undefined ? {} : { 'accept-language': acceptLanguage };
    return (await place.backend.fetch(new Request(`${NOTIFICATIONS}/${path}`, { headers }))).text();
  };
  const links = (page: string) => [...page.matchAll(/<a href="([^"]*)"/g)].map(([, href]) => href);

  it('links to the configured return page of the order in its path, and to nothing else', async () => {
    expect(links(await pageFor('challenge/A1'))).toEqual(['https://shop.example/thanks?o=A1&amp;x=1']);
    expect(links(await pageFor('challenge/A1/'))).toEqual(['https://shop.example/thanks?o=A1&amp;x=1']);
    expect(links(await pageFor('method/a%20b'))).toEqual(['https://shop.example/thanks?o=a%20b&amp;x=1']);
    const attack = '%22%3E%3Cscript%3Ealert(1)%3C%2Fscript%3E';
    expect(links(await pageFor(`challenge/${attack}`))).toEqual([`https://shop.example/thanks?o=${attack}&amp;x=1`]);
    for (const path of ['challenge', 'challenge/', 'challenge/%', 'challenge/%00', `challenge/${'x'.repeat(51)}`])
      expect([path, links(await pageFor(path))]).toEqual([path, []]);
  });

  it.each([
    [undefined, 'en', 'Back to the shop'],
    ['', 'en', 'Back to the shop'],
    ['xx-YY, *', 'en', 'Back to the shop'],
    ['de-CH,de;q=0.9,en;q=0.8', 'de', 'Zurück zum Shop'],
    ['en;q=0.2, fr-CA;q=0.9', 'fr', 'Retour à la boutique'],
    ['ja;q=0, it', 'it', 'Torna al negozio'],
    ['pt-BR', 'pt-BR', 'Voltar à loja'],
    ['zh-TW', 'zh-Hant', '返回商店'],
    ['zh', 'zh-Hans', '返回商店'],
    ['NO', 'nb', 'Tilbake til butikken'],
    ['sr-Latn-RS', 'sr-Latn', 'Nazad u prodavnicu'],
    ['ar-EG', 'ar', 'العودة إلى المتجر'],
    ['__proto__, constructor, toString', 'en', 'Back to the shop'],
    ['de;q=x', 'en', 'Back to the shop'],
    [`${'x,'.repeat(100_000)}de`, 'en', 'Back to the shop'],
  ])('the page has the text of the language that the browser wants most: %s', async (header, language, link) => {
    const page = await pageFor('challenge/A1', header);
    expect(page).toContain(`lang="${language}" dir="${language === 'ar' ? 'rtl' : 'ltr'}"`);
    expect(page).toContain(`>${link}</a>`);
  });

  it('the page has a text in each language of the elements', () => {
    for (const language of Object.keys(LANGUAGES)) {
      const { language: found } = notificationText(language);
      expect(found.split('-')[0]).toBe(language.split('-')[0]);
    }
  });
});

describe('the pages of a backend behind the proxy of a dev server', () => {
  const proxiesOf = async (publicUrl: string) => {
    const place = shop({ publicUrl, pages: ['http://localhost:5173'] });
    const page = await (await place.backend.fetch(new Request(`${publicUrl}/notifications/challenge/A1`))).text();
    return /data-proxies="([^"]*)"/.exec(page)?.[1]?.replaceAll('&quot;', '"');
  };

  it('a notification page posts to the checkout pages as well, if publicUrl is on this machine', async () => {
    expect(await proxiesOf('http://localhost:4162/scudo')).toBe('["http://localhost:5173"]');
    expect(await proxiesOf('http://127.0.0.1:4162/scudo')).toBe('["http://localhost:5173"]');
    expect(await proxiesOf('https://pay.example/scudo')).toBe('[]');
  });

  it.each(['frame', 'fields'])('the page at %s has a relative address of its script', async (path) => {
    const place = shop({ fieldsScript: async () => 'fields()' });
    const page = await (await place.call(path)).text();
    expect(/<script[^>]* src="([^"]*)"/.exec(page)?.[1]).toMatch(new RegExp(`^${path}\\.js`));
  });

  it('the order names the origin of publicUrl', async () => {
    const place = shop();
    expect(await (await place.call(`orders/${await place.order()}`)).json()).toMatchObject({
      notification_origin: 'https://shop.example',
    });
  });
});

describe('the option embedders', () => {
  it.each(['frame', 'fields'])('lets pages of other sites contain a checkout page: %s', async (path) => {
    const place = shop({
      embedders: ['https://partner.example/book', 'https://other.example'],
      fieldsScript: async () => '',
    });
    const policy = (await place.call(path)).headers.get('content-security-policy');
    expect(policy).toMatch(
      /frame-ancestors https:\/\/shop\.example https:\/\/partner\.example https:\/\/other\.example$/,
    );
    const origin = 'https://partner.example';
    const response = await place.call(`orders/${await place.order()}`, undefined, { origin });
    expect(response.status).toBe(403);
    expect(response.headers.get('access-control-allow-origin')).toBeNull();
    expect(await (await place.call('frame')).text()).not.toContain('partner.example');
  });

  it.each(['*', "'self'", 'partner.example', 'http://partner.example', 'https://a.example; script-src *', ''])(
    'rejects “%s”, which is not an address of a page',
    (page) => {
      expect(() => shop({ embedders: [page] })).toThrow(/embedders/);
    },
  );
});
