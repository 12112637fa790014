/**
 * Returns a random key. A page on http:, which only test set-ups have (docs/testing.md#hosts-without-https), has no
 * `randomUUID`.
 */
export const randomKey = (): string =>
  (globalThis as { readonly isSecureContext?: boolean }).isSecureContext === false
    ? btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(18))))
    : crypto.randomUUID();
