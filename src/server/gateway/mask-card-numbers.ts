import { maskCardNumber, passesLuhn } from '../../protocol/card-number.js';

/** Digits in the groups in which people write card numbers; not those of an identifier. */
const RUN = /(?<![\w-])\d(?:[ -]?\d){11,18}(?![\w-])/g;

/** Masks card numbers in a text of the gateway, because the text goes into errors and histories. */
export function withoutCardNumbers(text: string): string {
  return text.replace(RUN, (run) => {
    const digits = run.replace(/\D/g, '');
    return passesLuhn(digits) ? maskCardNumber(digits) : run;
  });
}
