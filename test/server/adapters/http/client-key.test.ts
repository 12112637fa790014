import { describe, expect, it } from 'vitest';
import { clientKey } from '../../../../src/server/adapters/http/client-key.js';

describe('clientKey', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['::FFFF:cb00:7107', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002::9', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['2001:db8:0:1::', '2001:db8:0:1::/64'],
    ['64:ff9b::cb00:7107', '203.0.113.7'],
    ['64:ff9b::203.0.113.7', '203.0.113.7'],
    ['::ffff:0:203.0.113.7', '203.0.113.7'],
    ['::203.0.113.7', '203.0.113.7'],
    ['2001:db8:1:2:3::1%eth0', '2001:db8:1:2::/64'],
  ])('clientKey returns for %s the key %s', (address, key) => {
    expect(clientKey(address)).toBe(key);
  });

  it.each([
    undefined,
    '',
    'unknown',
    '127.0.0.1',
    '127.9.9.9',
    '::1',
    '::',
    '::ffff:127.0.0.1',
    '::ffff:0:127.0.0.1',
    '64:ff9b::10.0.0.1',
    '10.0.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '169.254.1.1',
    '100.64.0.1',
    'fe80::1%eth0',
    'fd00::1',
  ])('clientKey is undefined for %s, which is no public address', (address) => {
    expect(clientKey(address)).toBeUndefined();
  });

  it('clientKey is one key for the addresses of a /64 network, and another for the next network', () => {
    expect(clientKey('2001:db8:1:2::1')).toBe(clientKey('2001:db8:1:2:ffff:ffff:ffff:ffff'));
    expect(clientKey('2001:db8:1:2::1')).not.toBe(clientKey('2001:db8:1:3::1'));
  });
});
