import type { OutcomeCode } from '../../payment/outcome.js';
import type { Word } from './english.js';

/** Everything that the elements say, in one language. `{…}` stands for a value. */
export type Messages = Readonly<Record<Word | OutcomeCode, string>>;

/** Loads the messages of a language. Rejects when it cannot; the elements then stay in English. */
export type LoadMessages = () => Promise<{ readonly messages: Messages }>;

/** Says something in an element's language. Values are text and stay text. */
export type Say = (word: keyof Messages, values?: Readonly<Record<string, string | undefined>>) => string;
