import { expect, it, vi } from 'vitest';
import { createGateway, createMerchantBackend } from '../../../src/server.js';
import { createSandbox } from '../../../src/sandbox.js';
import { CARDS, json, pay, shop, virtualClock } from '../scripted-gateway.js';

const account = { merchantId: 'scudo', accountId: 'internet', secret: 'secret' };

// Hosts are accepted for the whole process, so these names are in no other test.
const SHOP = 'http://shop.compose:3000/scudo';
const SANDBOX = 'http://gateway.compose:4174';

it('http: on another host is rejected without allowInsecure', () => {
  const gateway = { ...account, baseUrl: SANDBOX };
  expect(() => createMerchantBackend({ publicUrl: SHOP, gateway })).toThrow('publicUrl must be an https: URL');
  expect(() => createGateway(gateway)).toThrow('baseUrl must be an https: URL');
  expect(() => createGateway({ ...gateway, allowInsecure: false })).toThrow('baseUrl must be an https: URL');
});

it('a card is challenged on hosts without https, and one line warns about them', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  const clock = virtualClock();
  const insecure = { allowInsecure: true, merchantHosts: ['shop.compose'] };
  const sandbox = createSandbox({ ...insecure, baseUrl: SANDBOX, now: clock.now });
  const methods = [{ code: 'card' }, { code: 'testpay' }];
  const place = shop({ publicUrl: SHOP, allowInsecure: true, methods }, { baseUrl: SANDBOX }, { clock, sandbox });
  expect(warn.mock.calls).toEqual([
    [
      'scudo: allowInsecure accepts http: for shop.compose:3000, gateway.compose:4174. Card data and orders travel ' +
        'unencrypted: use it for tests only.',
    ],
  ]);

  const answer = await json(await pay(place, await place.order(), CARDS.challenge));
  expect(answer).toMatchObject({ result: 'challenge', acs_url: expect.stringMatching(`^${SANDBOX}/`) });
  const input = { method: 'testpay', account_holder_name: 'Ada', country: 'GB' };
  const key = { 'idempotency-key': 'a-key-of-the-page' };
  const redirect = await json(await place.call(`orders/${await place.order()}/redirects`, input, key));
  expect(redirect.redirect_url).toMatch(`${SANDBOX}/`);
  const frame = await place.call('frame');
  expect(frame.headers.get('content-security-policy')).toContain('frame-src https: http:;');
});
