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
  const standard = encoded.replaceAll('-', '+').replaceAll('_', '/').replace(/\s+/g, '').replace(/=+$/, '');
  try {
    const bytes = Uint8Array.from(atob(standard), (character) => character.charCodeAt(0));
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new TypeError('Not base64url of UTF-8 text.', { cause });
  }
}
