import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  acceptInsecureHost,
  isInsecureAddress,
  isLoopbackAddress,
  isSafeAddress,
  safeAddressSchema,
  withInsecureHosts,
} from '../../../src/protocol/values/web-address.js';

describe('an address of this machine', () => {
  it.each([
    'http://localhost',
    'https://localhost:4173/a',
    'http://shop.localhost',
    'http://a-b.shop.localhost/',
    'http://127.0.0.1',
    'http://127.10.200.3:80/',
    'http://[::1]:4173',
  ])('the address %s is on this machine', (address) => {
    expect(isLoopbackAddress(address)).toBe(true);
  });

  it.each([
    'http://shop.example',
    'http://localhost.example',
    'http://mylocalhost',
    'http://126.0.0.1',
    'http://127.0.0.1.example',
    'http://a127.0.0.1',
    'http://[::2]',
    'localhost',
    '',
  ])('the address “%s” is not on this machine', (address) => {
    expect(isLoopbackAddress(address)).toBe(false);
  });
});

describe('an address without https', () => {
  it('an address by http is accepted for the hosts of a check, and for no other host or check', () => {
    withInsecureHosts(['till.compose'], () => {
      expect(isSafeAddress('http://till.compose:3000/a')).toBe(true);
      expect(isInsecureAddress('http://till.compose:3000/a')).toBe(true);
      expect(isSafeAddress('http://bank.compose/')).toBe(false);
      expect(isSafeAddress('ftp://till.compose/')).toBe(false);
      withInsecureHosts(['bank.compose'], () => {
        expect(isSafeAddress('http://bank.compose/')).toBe(true);
        expect(isSafeAddress('http://till.compose/')).toBe(false);
      });
      expect(isSafeAddress('http://till.compose/')).toBe(true);
    });
    expect(isSafeAddress('http://till.compose/')).toBe(false);
    expect(isInsecureAddress('http://till.compose/')).toBe(false);
  });

  it('a check returns its result, and its hosts end with it when it throws', () => {
    expect(withInsecureHosts([], () => 'result')).toBe('result');
    expect(() =>
      withInsecureHosts(['till.compose'], () => {
        throw new TypeError('wrong');
      }),
    ).toThrow('wrong');
    expect(isSafeAddress('http://till.compose/')).toBe(false);
  });

  it('an accepted host is accepted beside those before it', () => {
    withInsecureHosts(['till.compose'], () => {
      acceptInsecureHost('bank.compose');
      expect(isSafeAddress('http://bank.compose/')).toBe(true);
      expect(isSafeAddress('http://till.compose/')).toBe(true);
    });
  });

  it('text that is not an address is on no accepted host', () => {
    expect(isInsecureAddress('')).toBe(false);
    expect(isInsecureAddress('nonsense')).toBe(false);
  });
});

describe('a page that came by http', () => {
  afterEach(() => {
    vi.unstubAllGlobals();
  });

  it.each([
    [false, true],
    [true, false],
    [undefined, false],
  ])('a page whose isSecureContext is %j accepts addresses by http: %j', async (isSecureContext, expected) => {
    vi.resetModules();
    vi.stubGlobal('isSecureContext', isSecureContext);
    const module = await import('../../../src/protocol/values/web-address.js');
    expect(module.isSafeAddress('http://shop.example/')).toBe(expected);
    expect(module.isSafeAddress('https://shop.example/')).toBe(true);
    expect(module.isSafeAddress('ftp://shop.example/')).toBe(false);
    expect(module.isSafeAddress('http://user@shop.example/')).toBe(false);
  });
});

describe('user information in an address', () => {
  it.each(['https://user@shop.example/', 'https://:password@shop.example/', 'http://user@localhost/'])(
    'the address %s is not safe, because its user information can disguise the host',
    (address) => {
      expect(isSafeAddress(address)).toBe(false);
    },
  );
});

describe('an address in a message', () => {
  it('an address of 2,048 characters is accepted, and a longer or unsafe one is refused by its rule', () => {
    const address = (length: number) => 'https://shop.example/'.padEnd(length, 'a');
    expect(safeAddressSchema.safeParse(address(2048)).success).toBe(true);
    for (const wrong of [address(2049), 'http://shop.example/'])
      expect(safeAddressSchema.safeParse(wrong).error?.issues.map(({ message }) => message)).toEqual([
        'an https address',
      ]);
  });
});

describe('addresses', () => {
  it.each([
    'https://shop.example/a?b#c',
    'http://localhost:4173/x',
    'http://127.0.0.1:4174',
    'http://[::1]/',
    'http://shop.localhost/',
  ])('address %s is safe to open', (address) => {
    expect(isSafeAddress(address)).toBe(true);
  });

  it.each([
    'http://shop.example/',
    'javascript:alert(1)',
    'data:text/html,x',
    'https://user@bank.example/',
    'https://a:b@bank.example/',
    '//x',
    '',
    'http://127.0.0.1.evil.example/',
    'http://localhost.evil.example/',
    'ftp://localhost/',
  ])('address “%s” is not safe to open', (address) => {
    expect(isSafeAddress(address)).toBe(false);
  });
});
