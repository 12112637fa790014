/**
 * Returns a random key. A page on http: has no `randomUUID`, and only test set-ups have such pages
 * (docs/testing.md#hosts-without-https). Its keys have letters only, because the backend refuses digits that could be a
 * card number.
 */
export const randomKey = (): string => (crypto as Partial<Crypto>).randomUUID?.() ?? randomLetters();

const randomLetters = (): string =>
  String.fromCharCode(...Array.from(crypto.getRandomValues(new Uint8Array(32)), (byte) => 97 + (byte & 15)));
