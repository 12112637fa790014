/** Results about the form of a request: it was refused before it reached an acquirer. */
const MALFORMED = ['502', '503', '505', '506'];

/** The text of a 508 about a payment that the gateway does not know. */
const NOT_FOUND = 'original transaction not found';

/** Texts of a 508 that refuse the request itself (docs/reference/gateway.md#known-texts). */
const BAD_DATA = [
  NOT_FOUND,
  'invalid characters in order id',
  'zero, negative or insufficient amount',
  'exemption is not configured',
];

/** True for a message that begins with a known text. A writer may indent it, or wrap it into lines. */
function begins(message: string, text: string): boolean {
  return message.trim().replaceAll(/\s+/g, ' ').toLowerCase().startsWith(text);
}

/** True for the answer about a payment that the gateway does not know. A 508 has other texts about the query itself. */
export function isNotFound({ result, message }: { readonly result: string; readonly message: string }): boolean {
  return result === '508' && begins(message, NOT_FOUND);
}

/** True for a result 1xx or 2xx, with which the issuer or the gateway refuses. The caller checks the hash. */
export function isRefusal(result: string): boolean {
  return /^[12]\d\d$/.test(result);
}

/** True for a result that refuses the request itself, so that no money moved even without a hash. */
export function isRefusedRequest({ result, message }: { readonly result: string; readonly message: string }): boolean {
  return MALFORMED.includes(result) || (result === '508' && BAD_DATA.some((text) => begins(message, text)));
}
