/**
 * Returns a random key. A page on http:, which only test set-ups have (docs/testing.md#hosts-without-https), has no
 * `randomUUID`.
 */
export const randomKey = (): string =>
  (globalThis as { readonly isSecureContext?: boolean }).isSecureContext === false
    ? String(crypto.getRandomValues(new Uint32Array(4)))
    : crypto.randomUUID();
