import { DOCUMENTS } from './documents.js';
import type { SetUpMistakeCode } from './set-up-mistakes.js';

/**
 * Reports a wrong set-up, or a file that did not load, on the console. Nothing that a shopper does is written.
 * @param code a heading of docs/troubleshooting.md, to which the line has a link
 */
export function warnDeveloper(text: string, code: SetUpMistakeCode): void {
  // eslint-disable-next-line no-console -- The only place of the elements that writes to the console.
  console.error(`scudo-checkout: ${text} See ${DOCUMENTS}troubleshooting#${code}`);
}
