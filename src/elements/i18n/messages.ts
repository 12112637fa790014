import type { OutcomeCode } from '../../payment/outcome.js';
import type { MessageKey } from './english.js';

/** All messages of the elements in one language. `{…}` is a placeholder for a value. */
export type Messages = Readonly<Record<MessageKey | OutcomeCode, string>>;

/** Loads the messages of a language. Rejects when it cannot; the elements then stay in English. */
export type LoadMessages = () => Promise<{ readonly messages: Messages }>;

/** Returns a message in the language of an element. Values are text and are not parsed as HTML. */
export type Localize = (message: keyof Messages, values?: Readonly<Record<string, string | undefined>>) => string;
