import { describe, expect, it } from 'vitest';
import { browserDataSchema } from '../../../src/protocol/three-d-secure/browser-data.js';
import { isIpAddress } from '../../../src/protocol/values/ip-address.js';

describe('the shopper’s address', () => {
  it.each([
    '203.0.113.9',
    '0.0.0.0',
    '255.255.255.255',
    '::',
    '::1',
    '2001:db8::9',
    '2001:DB8:0:0:8:800:200C:417A',
    '::ffff:203.0.113.9',
    '0000:0000:0000:0000:0000:ffff:203.0.113.9',
    // The longest form: 45 characters.
    '0000:0000:0000:0000:0000:ffff:255.255.255.255',
  ])('the shopper’s address can be %s', (text) => {
    expect(isIpAddress(text)).toBe(true);
  });

  it.each([
    '',
    'not an ip',
    'localhost',
    '203.0.113',
    '203.0.113.9.',
    '203.0.113.9.1',
    '203.0.113.256',
    '203.0.113.09',
    '0x7f.0.0.1',
    '2130706433',
    '[::1]',
    'fe80::1%eth0',
    '1::2::3',
    '12345::',
    ':',
    '203.0.113.9:80',
    ' 203.0.113.9',
    '::1/64',
    '2001:db8::9@example.com',
    '1'.repeat(46),
    // Texts that an address bar takes for an address with a host.
    '::1\n',
    '\n::1',
    '::\t1',
    '::1]/[',
    '::1]:80#[',
  ])('the shopper’s address cannot be %j', (text) => {
    expect(isIpAddress(text)).toBe(false);
    expect(browserDataSchema.shape.ip.safeParse(text).error?.issues[0]?.message).toBe('an IP address');
  });
});
