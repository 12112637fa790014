/**
 * Encodes UTF-8 text as base64url (RFC 4648, section 5), the encoding of every 3-D Secure message between browser, ACS
 * and merchant. `btoa` alone throws on characters outside Latin-1.
 */
export function encodeBase64url(text: string): string {
  let binary = '';
  for (const byte of new TextEncoder().encode(text)) binary += String.fromCharCode(byte);
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/**
 * Decodes both alphabets, with and without padding, because an ACS may send standard base64
 * (docs/reference/gateway.md#browser-legs). White space is ignored, because form posts may wrap lines.
 * @throws {TypeError} for text that is not base64 of UTF-8.
 */
export function decodeBase64url(encoded: string): string {
  const standard = encoded.replaceAll('-', '+').replaceAll('_', '/').replaceAll(/\s/g, '');
  try {
    const bytes = Uint8Array.from(atob(withoutPadding(standard)), (character) => character.charCodeAt(0));
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new TypeError('Not base64url of UTF-8 text.', { cause });
  }
}

/**
 * Decodes a JSON message of at most `most` characters. The length is checked first.
 * @throws {TypeError | SyntaxError} for text that is longer, or not base64url of JSON.
 */
export function decodeBase64urlJson(encoded: string, most: number): unknown {
  if (encoded.length > most) throw new TypeError(`The encoded message has more than ${most} characters.`);
  return JSON.parse(decodeBase64url(encoded));
}

/** A loop, because a pattern for a run at the end of a text tries every run of the text: quadratic. */
function withoutPadding(text: string): string {
  let end = text.length;
  while (text[end - 1] === '=') end--;
  return text.slice(0, end);
}
