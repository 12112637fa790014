import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { encodeBase64url } from '../../../src/protocol/values/base64url.js';
import { shop } from '../scripted-gateway.js';

const ID = '3f1c1f0e-0000-4000-8000-000000000001';

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

  it.each([
    ['method', {}],
    ['method', { threeDSMethodData: '§' }],
    ['method', { threeDSMethodData: encoded({ threeDSServerTransID: '<script>' }) }],
    ['challenge', {}],
    ['challenge', { cres: 'e30' }],
    ['challenge', { cres: encoded([]) }],
    ['challenge', { cres: encoded(null) }],
  ])(
    'a notification page for %s answers 400 without a script when the form is unreadable: %j',
    async (path, fields) => {
      const response = await post(path, fields as Record<string, string>);
      expect(response.status).toBe(400);
      expect(await response.text()).not.toContain('<script');
    },
  );

  it('answers 400 when the body is no form', async () => {
    const response = await backend.fetch(
      new Request('https://shop.example/scudo/notifications/challenge', {
        method: 'POST',
        headers: { 'content-type': 'text/plain' },
        body: 'x',
      }),
    );
    expect(response.status).toBe(400);
  });
});
