import { afterEach, expect, it, vi } from 'vitest';
import { isSafeAddress } from '../../../src/protocol/values/web-address.js';
import { createGateway, createMerchantBackend } from '../../../src/server.js';
import { createSandbox } from '../../../src/sandbox.js';
import { CARDS, json, pay, shop, virtualClock } from '../scripted-gateway.js';

const account = { merchantId: 'scudo', accountId: 'internet', secret: 'secret' };

// Messages accept the hosts in the whole process, so these names are in no other test.
const SHOP = 'http://shop.compose:3000/scudo';
const SANDBOX = 'http://gateway.compose:4174';

afterEach(() => {
  vi.restoreAllMocks();
});

it('http: on another host is rejected without allowInsecure', () => {
  const gateway = { ...account, baseUrl: SANDBOX };
  expect(() => createMerchantBackend({ publicUrl: SHOP, gateway })).toThrow('publicUrl must be an https: URL');
  expect(() => createGateway(gateway)).toThrow('baseUrl must be an https: URL');
  expect(() => createGateway({ ...gateway, allowInsecure: false })).toThrow('baseUrl must be an https: URL');
});

it('options that are refused unlock no host for others, and are not warned about', () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  const gateway = { ...account, baseUrl: 'http://refused.compose:4174' };
  const wrong = { publicUrl: SHOP, allowInsecure: true, gateway: { ...gateway, merchantId: '' } };
  expect(() => createMerchantBackend(wrong)).toThrow('gateway.merchantId');
  expect(warn).not.toHaveBeenCalled();
  expect(isSafeAddress(gateway.baseUrl)).toBe(false);
  expect(() => createGateway(gateway)).toThrow('baseUrl must be an https: URL');
});

it('each backend needs its own allowInsecure for the same hosts', () => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  const gateway = { ...account, baseUrl: 'http://own.compose:4174' };
  createGateway({ ...gateway, allowInsecure: true });
  expect(() => createGateway(gateway)).toThrow('baseUrl must be an https: URL');
  expect(() => createMerchantBackend({ publicUrl: 'https://shop.example/scudo', gateway })).toThrow('gateway.baseUrl');
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
