/**
 * Returns a random key. A page on http:, which only test set-ups have (docs/testing.md#hosts-without-https), has no
 * `randomUUID`: its keys have letters only, because the backend refuses digits that could be a card number.
 */
export const randomKey = (): string => (crypto as Partial<Crypto>).randomUUID?.() ?? randomLetters();

const randomLetters = (): string =>
  String.fromCharCode(...Array.from(crypto.getRandomValues(new Uint8Array(32)), (byte) => 97 + (byte & 15)));
