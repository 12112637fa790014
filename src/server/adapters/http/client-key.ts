import { BlockList, isIPv4 } from 'node:net';
import type { ClientNetwork } from '../../limits/declined-cards.js';
import { plainAddress } from './plain-address.js';

/**
 * Addresses of this machine and of private networks. A shopper's requests come from one only through a proxy that the
 * merchant has not configured (`trustProxy`), and all shoppers would share its counter.
 */
const NOT_PUBLIC = new BlockList();
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
] as const) {
  NOT_PUBLIC.addSubnet(network, bits, 'ipv4');
}
NOT_PUBLIC.addSubnet('::', 127, 'ipv6');
NOT_PUBLIC.addSubnet('fc00::', 7, 'ipv6');
NOT_PUBLIC.addSubnet('fe80::', 10, 'ipv6');

/**
 * The networks to which a client's address belongs: its IPv4 address, or the /64, /56 and /48 networks of its IPv6
 * address. An IPv6 address that holds an IPv4 address counts as that. Empty for an address that is not public.
 */
export function clientNetworks(address: string | undefined): readonly ClientNetwork[] {
  const plain = plainAddress(address);
  if (plain === undefined) return [];
  if (isIPv4(plain)) return NOT_PUBLIC.check(plain, 'ipv4') ? [] : [{ key: plain, limit: 'declinedCardsPerClient' }];
  const groups = groupsOf(plain);
  const ipv4 = embeddedIpv4(groups);
  if (ipv4 !== undefined) return clientNetworks(ipv4);
  if (NOT_PUBLIC.check(groups.join(':'), 'ipv6')) return [];
  const [one, two, three, four = '0'] = groups;
  const of56 = (parseInt(four, 16) & 0xff00).toString(16);
  return [
    { key: `${groups.slice(0, 4).join(':')}::/64`, limit: 'declinedCardsPerClient' },
    { key: `${one}:${two}:${three}:${of56}::/56`, limit: 'declinedCardsPer56' },
    { key: `${one}:${two}:${three}::/48`, limit: 'declinedCardsPer48' },
  ];
}

/** Key of a client's counters: its smallest network. Undefined for an address that is not public. */
export function clientKey(address: string | undefined): string | undefined {
  return clientNetworks(address)[0]?.key;
}

/**
 * First six groups of addresses that end with an IPv4 address: IPv4-compatible (RFC 4291, 2.5.5.1), IPv4-translated
 * (RFC 2765, 2.1) and NAT64 (RFC 6052, 2.1).
 */
const BEFORE_IPV4 = ['0:0:0:0:0:0', '0:0:0:0:ffff:0', '64:ff9b:0:0:0:0'];

function embeddedIpv4(groups: readonly string[]): string | undefined {
  const words = groups.slice(6).map((group) => parseInt(group, 16));
  if (!BEFORE_IPV4.includes(groups.slice(0, 6).join(':'))) return undefined;
  return words.flatMap((word) => [word >> 8, word & 255]).join('.');
}

/** The eight groups of an IPv6 address, without leading zeros. */
function groupsOf(address: string): readonly string[] {
  // The URL parser writes the last 32 bits as groups, in lower case.
  const { hostname } = new URL(`http://[${address}]`);
  const [head = '', tail] = hostname.slice(1, -1).split('::');
  const before = head === '' ? [] : head.split(':');
  const after = tail === undefined || tail === '' ? [] : tail.split(':');
  return [...before, ...Array.from({ length: 8 - before.length - after.length }, () => '0'), ...after];
}
