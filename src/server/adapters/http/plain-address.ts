import { isIP } from 'node:net';

/** The longest form: brackets, an IPv6 address, a zone and a port. */
const MAX_LENGTH = 100;

/**
 * The IP address in a text that a server or a proxy gives: without brackets, port and zone, and an IPv4-mapped IPv6
 * address as IPv4. Undefined for other text.
 */
export function plainAddress(text: string | undefined): string | undefined {
  if (text === undefined || text.length > MAX_LENGTH) return undefined;
  const trimmed = text.trim();
  const bracketed = /^\[([^\]]+)\](?::\d{1,5})?$/.exec(trimmed)?.[1];
  const withPort = /^([\d.]+):\d{1,5}$/.exec(trimmed)?.[1];
  const [address = ''] = (bracketed ?? withPort ?? trimmed).split('%');
  switch (isIP(address)) {
    case 4:
      return address;
    case 6:
      return mappedIpv4(address) ?? address;
    default:
      return undefined;
  }
}

/** The IPv4 address in an IPv4-mapped IPv6 address (RFC 4291, 2.5.5.2), such as ::ffff:203.0.113.9. */
function mappedIpv4(address: string): string | undefined {
  // The URL parser gives every spelling its shortest form, with the IPv4 part in hex.
  const { hostname } = new URL(`http://[${address}]`);
  const [, high, low] = /^\[::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})\]$/.exec(hostname) ?? [];
  if (high === undefined || low === undefined) return undefined;
  return [high, low].flatMap((word) => [parseInt(word, 16) >> 8, parseInt(word, 16) & 255]).join('.');
}
