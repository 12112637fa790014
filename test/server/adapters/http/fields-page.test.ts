import { describe, expect, it } from 'vitest';
import { json, shop } from '../../scripted-gateway.js';

const PAGES = ['https://shop.example', 'https://www.shop.example'];
const place = (options = {}) =>
  shop({ publicUrl: 'https://pay.shop.example/scudo', pages: PAGES, fieldsScript: async () => 'fields()', ...options });
const get = ({ backend }: ReturnType<typeof place>, path: string, init: RequestInit = {}) =>
  backend.fetch(new Request(`https://pay.shop.example/scudo/${path}`, init));

describe('the page with the isolated card fields', () => {
  it('the page with the card fields can be embedded by the shop’s pages only, and loads nothing but its own script and styles', async () => {
    const response = await get(place(), 'fields');
    expect(response.status).toBe(200);
    const policy = Object.fromEntries(
      response.headers
        .get('content-security-policy')!
        .split('; ')
        .map((directive) => [directive.split(' ')[0], directive.split(' ').slice(1).join(' ')]),
    );
    expect(policy).toEqual({
      'default-src': "'none'",
      'script-src': "'self'",
      'style-src': "'self'",
      'connect-src': "'self'",
      'base-uri': "'none'",
      'form-action': "'none'",
      'frame-ancestors': PAGES.join(' '),
      'require-trusted-types-for': "'script'",
      'trusted-types': 'lit-html',
    });
    const page = await response.text();
    expect(page).toContain('<script type="module" src="fields.js?v=');
    expect(page).toContain('data-origins="[&quot;https://shop.example&quot;,&quot;https://www.shop.example&quot;]"');
    expect(page).not.toMatch(/<style|style=/);
  });

  it('the page with the card fields has them as HTML that does nothing, in the language and order of its address', async () => {
    const page = await (await get(place(), 'fields?lang=de&labels=floating&layout=%22%3E&order=name+x')).text();
    expect(page).toContain('<html lang="de" dir="ltr">');
    expect(page).toContain('<scudo-card-fields layout="" labels="floating"><template shadowrootmode="open"><!---->');
    const inputs = page.match(/<input\b[^>]*>/g) ?? [];
    expect(inputs.map((input) => /id="([\w-]+)"/.exec(input)?.[1])).toEqual([
      ...['name', 'number', 'expiry', 'security-code'],
    ]);
    for (const input of inputs) expect(input).not.toMatch(/\sname=|\svalue=/);
    expect(page).toContain('>Kartennummer<');
    // The shop may not take all of them.
    expect(page).not.toMatch(/Visa|icon-visa|<form|\bon\w+=/);
    const [, styles = ''] = /<link rel="stylesheet" href="(fields\.css\?v=[0-9a-f]{16})"/.exec(page) ?? [];
    const answer = await get(place(), styles);
    expect(answer.headers.get('content-type')).toBe('text/css; charset=utf-8');
    expect(await answer.text()).toContain(':host');
  });

  it('the page with the card fields has its script from the option fieldsScript', async () => {
    const response = await get(place(), 'fields.js');
    expect(response.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    expect(await response.text()).toBe('fields()');
  });

  it('answers 500 and names the option when the script cannot be read', async () => {
    const causes: unknown[] = [];
    const broken = place({
      fieldsScript: () => Promise.reject(new Error('ENOENT')),
      onProblem: ({ cause }: { cause?: unknown }) => causes.push(cause),
    });
    for (const path of ['fields', 'fields.js']) {
      const response = await get(broken, path);
      expect([response.status, (await json(response)).code]).toEqual([500, 'internal-error']);
    }
    expect(causes.map(String)).toEqual(Array.from({ length: 2 }, () => expect.stringContaining('fieldsScript')));
  });

  it('another version of the script of the card fields has another address, and their page is kept apart', async () => {
    const addressIn = async (script: string) => {
      const response = await get(place({ fieldsScript: async () => script }), 'fields');
      expect(response.headers.get('cache-control')).toBe('no-store');
      expect(response.headers.get('origin-agent-cluster')).toBe('?1');
      expect(response.headers.get('cross-origin-embedder-policy')).toBe('require-corp');
      expect(response.headers.get('cross-origin-resource-policy')).toBe('cross-origin');
      return /fields\.js\?v=[0-9a-f]{16}/.exec(await response.text())?.[0];
    };
    expect(await addressIn('one')).toBe(await addressIn('one'));
    expect(await addressIn('one')).not.toBe(await addressIn('two'));
  });

  it('the page with the card fields may call the backend from the backend’s own origin, and a foreign page may not', async () => {
    const own = place();
    const id = await own.order();
    const from = async (origin: string) => (await get(own, `orders/${id}`, { headers: { origin } })).status;
    expect(await from('https://pay.shop.example')).toBe(200);
    expect(await from('https://shop.example')).toBe(200);
    expect(await from('https://evil.example')).toBe(403);
  });
});
