/** Results about the form of a request: it was refused before it reached an acquirer. */
const MALFORMED = ['502', '503', '505', '506'];

/** Texts of a 508 that refuse the request itself (docs/reference/gateway.md#known-texts). */
const BAD_DATA =
  /^(original transaction not found|invalid characters in order id|zero, negative or insufficient amount|exemption is not configured)/i;

/** True for a result 1xx or 2xx, with which the issuer or the gateway refuses. The caller checks the hash. */
export function isRefusal(result: string): boolean {
  return /^[12]\d\d$/.test(result);
}

/** True for a result that refuses the request itself, so that no money moved even without a hash. */
export function isRefusedRequest({ result, message }: { readonly result: string; readonly message: string }): boolean {
  return MALFORMED.includes(result) || (result === '508' && BAD_DATA.test(message));
}
