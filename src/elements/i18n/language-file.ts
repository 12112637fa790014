import { ENGLISH_MESSAGES } from './english.js';
import type { LoadMessages, Messages } from './messages.js';

/**
 * Returns a function that fetches the messages of a language. It fetches once; after a failure the next call tries again.
 * JSON is data: unlike a module, a file that was tampered with cannot run in the page.
 *
 * @param locate Returns the address of the JSON file. Called late, because it fails where `import.meta.url` is unknown.
 * @param fetch Replaces the browser's `fetch`.
 */
export function languageFile(
  locate: () => URL,
  fetch: typeof globalThis.fetch = (input, init) => globalThis.fetch(input, init),
): LoadMessages {
  let loading: ReturnType<LoadMessages> | undefined;

  async function load(): ReturnType<LoadMessages> {
    const url = locate();
    const response = await fetch(url);
    if (!response.ok) throw new Error(`${url.href} was answered with HTTP ${response.status}.`);
    return { messages: messagesFrom(await response.json()) };
  }

  return () => {
    loading ??= load().catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
    return loading;
  };
}

/**
 * Returns the messages in data of any shape. Keys that are unknown are dropped, and a message that is missing or not a
 * string is the English one.
 *
 * @throws {TypeError} When the data contain no message, such as the error page of a server.
 */
export function messagesFrom(data: unknown): Messages {
  const messages = Object.entries(Object(data) as object).filter(
    ([key, text]) => Object.hasOwn(ENGLISH_MESSAGES, key) && typeof text === 'string',
  );
  if (messages.length === 0) throw new TypeError('The data of a language contain no message.');
  return { ...ENGLISH_MESSAGES, ...Object.fromEntries(messages) };
}
