import type { AuthenticationStatus } from '../../protocol/three-d-secure/three-d-secure-values.js';
import { withoutCardData } from '../../server/util/card-data.js';
import { outsideText } from '../outside-text.js';
import { GATEWAY_WORDS } from './gateway-words.js';

declare const IS_OWN: unique symbol;

/**
 * A text for the report and the terminal. It is made of words of the command and of values of the operator. A text of
 * the gateway is a part of it only as `gatewayText` shows it.
 */
export type ReportText = string & { readonly [IS_OWN]: true };

/** Makes a text of the command. TypeScript refuses other texts in it. */
export function own(parts: TemplateStringsArray, ...values: readonly (ReportText | number)[]): ReportText {
  return String.raw({ raw: parts }, ...values) as ReportText;
}

/** A text that the operator gave, or that the command wrote itself without any text of the gateway. */
export function ownText(text: string): ReportText {
  return text as ReportText;
}

/** A status of an authentication. The schema of the answer has a closed list of them. */
export function statusText<Status extends AuthenticationStatus | undefined>(
  status: Status,
): ReportText | Extract<Status, undefined> {
  return status as ReportText | Extract<Status, undefined>;
}

/** A result or an amount. */
const SHORT_NUMBER = /^\d{1,5}$/;

/**
 * Shows a text of the gateway: a short number, or its words that are on the list of known words. `…` replaces
 * everything else, because the texts of a gateway may name a person, an address or the account.
 */
export function gatewayText(text: string): ReportText {
  if (SHORT_NUMBER.test(text)) return ownText(text);
  const known = outsideText(withoutCardData(text))
    .replaceAll(/[\p{L}\p{M}\p{N}]+/gu, (word) => (isKnownWord(word) ? word : '…'))
    .replaceAll(/[^\x20-\x7e…]/g, '…');
  return ownText(known.replaceAll(/…(?:[^A-Za-z…]*…)+/g, '…'));
}

/** True for a name of the gateway that can be shown as it is, such as `paymentmethoddetails.location`. */
export function isKnownName(name: string): boolean {
  return /^[\w.@-]{1,60}$/.test(name) && gatewayText(name) === name;
}

/** A name may have several words, such as `orderId`. */
function isKnownWord(word: string): boolean {
  return word.split(/(?<=[a-z])(?=[A-Z])/).every((part) => GATEWAY_WORDS.has(part.toLowerCase()));
}
