import { maskCardNumber, passesLuhn } from '../../protocol/card-number.js';

/** Digits as people write card numbers; not those of an identifier. */
const RUN = /(?<![\w-])\d(?:[ -]?\d){11,18}(?![\w-])/g;

/** The gateway's own words, in which a card number is shortened: they go into errors and histories. */
export function withoutCardNumbers(text: string): string {
  return text.replace(RUN, (run) => {
    const digits = run.replace(/\D/g, '');
    return passesLuhn(digits) ? maskCardNumber(digits) : run;
  });
}
