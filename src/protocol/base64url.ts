/**
 * Base64url (RFC 4648 section 5) over UTF-8, as every 3-D Secure message between browser, ACS and
 * merchant travels. `btoa` throws on non-Latin-1 and `atob` on the url alphabet, hence this room.
 */
export function encodeBase64url(text: string): string {
  let binary = '';
  for (const byte of new TextEncoder().encode(text)) binary += String.fromCharCode(byte);
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/**
 * Decodes either alphabet, padded or not: an ACS may send standard base64
 * (gateway facts 1.8). White space is dropped, as form posts are known to wrap lines.
 * @throws {TypeError} for anything that is not base64 of UTF-8.
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
