import { dataFile } from '../late-data/data-file.js';
import { ENGLISH_MESSAGES } from './english.js';
import type { LoadMessages, Messages } from './messages.js';

/** Returns a function that fetches the messages of a language from a JSON file. */
export function languageFile(locate: () => URL, fetch?: typeof globalThis.fetch): LoadMessages {
  return dataFile(locate, (data) => ({ messages: messagesFrom(data) }), fetch);
}

/** Labels of addresses, whose English is in the address data. */
const ADDRESS_LABEL = /^(line2$|(city|quarter|postcode|area)-)/;

/**
 * Returns the messages in data of any shape. Keys that are unknown are dropped, and a message that is missing or not a
 * string is the English one.
 *
 * @throws {TypeError} When the data contain no message, such as the error page of a server.
 */
export function messagesFrom(data: unknown): Messages {
  const messages = Object.entries(Object(data) as object).filter(
    ([key, text]) => (Object.hasOwn(ENGLISH_MESSAGES, key) || ADDRESS_LABEL.test(key)) && typeof text === 'string',
  );
  if (messages.length === 0) throw new TypeError('The data of a language contain no message.');
  return { ...ENGLISH_MESSAGES, ...Object.fromEntries(messages) };
}
