import * as z from '../zod.js';
import { limitedText } from './text.js';

const IPV4 = /^(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?:\.(?!$)|$)){4}$/;
const IPV6_CHARACTERS = /^[0-9a-f:.]+$/i;

/** The longest form of an address, `::ffff:` and an IPv4 address written with all its zeros. */
const MAX_LENGTH = 45;

/** Returns true for an IPv4 or an IPv6 address without a zone. */
export function isIpAddress(text: string): boolean {
  if (text.length > MAX_LENGTH) return false;
  // The URL parser knows every abbreviation of IPv6.
  return IPV4.test(text) || (text.includes(':') && IPV6_CHARACTERS.test(text) && isHost(`[${text}]`));
}

function isHost(host: string): boolean {
  try {
    return new URL(`http://${host}`).hostname !== '';
  } catch {
    return false;
  }
}

export const ipAddressSchema = limitedText(MAX_LENGTH, 'an IP address').check(z.refine(isIpAddress, 'an IP address'));
