import type { OutcomeCode } from '../../payment/outcome.js';
import type { AmountFormat } from '../../protocol/values/amount.js';
import type { MessageKey } from './english.js';

/** The key of a label that only some countries have. Its English is in the address data. */
export type AddressLabel = 'line2' | `${'city' | 'quarter' | 'postcode' | 'area'}-${string}`;

/** All messages of the elements in one language. `{…}` is a placeholder for a value. */
export type Messages = Readonly<Record<MessageKey | OutcomeCode, string> & Partial<Record<AddressLabel, string>>>;

/**
 * Loads the messages of a language, and the way in which it writes amounts (default: that of the browser). Rejects when
 * it cannot; the elements then stay in English.
 */
export type LoadMessages = () => Promise<{
  readonly messages: Messages;
  readonly amounts?: AmountFormat | undefined;
}>;

/** Returns a message in the language of an element. Values are text and are not parsed as HTML. */
export type Localize = (
  message: MessageKey | OutcomeCode,
  values?: Readonly<Record<string, string | undefined>>,
) => string;
