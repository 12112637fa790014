import type { OutcomeCode } from '../payment/outcome.js';
import type { Word } from './words.js';

/** Everything that the elements say, in one language. `{…}` stands for a value. */
export type Messages = Readonly<Record<Word | OutcomeCode, string>>;

/** Says something in an element's language. Values are text and stay text. */
export type Say = (word: keyof Messages, values?: Readonly<Record<string, string | undefined>>) => string;
