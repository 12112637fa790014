const { fetch } = globalThis;

/**
 * The browser's `fetch` when this module was loaded. A script that replaces `fetch` later does not receive the card. It
 * slows a skimmer down and is no boundary (docs/security.md).
 */
export const loadedFetch: typeof globalThis.fetch = (input, init) => fetch(input, init);
