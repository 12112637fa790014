import type { AmountFormat } from '../../protocol/values/amount.js';
import { dataFile } from '../late-data/data-file.js';
import { ENGLISH_MESSAGES } from './english.js';
import type { LoadMessages, Messages } from './messages.js';

/** Returns a function that fetches the messages and the amount format of a language from a JSON file. */
export function languageFile(tag: string, locate: () => URL, fetch?: typeof globalThis.fetch): LoadMessages {
  const read = (data: unknown) => ({
    messages: messagesFrom(data),
    amounts: amountsFrom((Object(data) as { readonly amounts?: unknown }).amounts),
  });
  return dataFile(`locales/${tag}.json`, locate, read, fetch);
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

/** Returns the amount format in data of any shape; undefined when a part of it is missing or of another type. */
export function amountsFrom(data: unknown): AmountFormat | undefined {
  const format = Object(data) as Record<keyof AmountFormat, unknown>;
  const { pattern, decimal, group, groupedFrom = 4, upperGroup = 3, digits = '0123456789', symbols } = format;
  const texts: readonly unknown[] = [
    pattern,
    decimal,
    group,
    digits,
    ...Object.values(Object(symbols) as Record<string, unknown>),
  ];
  const isUsable =
    symbols !== undefined &&
    texts.every((text) => typeof text === 'string') &&
    /^[^¤0]*(?:¤[^¤0]*0|0[^¤0]*¤)[^¤0]*$/.test(pattern as string) &&
    (digits as string).length === 10 &&
    [groupedFrom, upperGroup].every((size) => Number.isInteger(size) && (size as number) > 0);
  return isUsable ? (format as unknown as AmountFormat) : undefined;
}
