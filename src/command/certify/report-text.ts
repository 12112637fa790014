import type { AuthenticationStatus } from '../../protocol/three-d-secure/three-d-secure-values.js';

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

/** An element, an attribute, a parameter or a field of JSON in a request. */
const NAME = /(?:<|[ ?&](?=\w+=)|"(?=\w+":))(\w+)/g;

/** A refusal of a service that the account does not have. */
export const NOT_ENABLED = /not (enabled|activated|allowed|permitted)|disabled/i;

/**
 * Shows a text of the gateway: a short number as it is, and of every other text its length and the names of the request
 * in it. A text of a gateway may name a person, an address or the account; the names of a request are the command's.
 */
export function gatewayText(text: string, request: string): ReportText {
  if (SHORT_NUMBER.test(text)) return ownText(text);
  const words = new Set(text.toLowerCase().match(/\w+/g));
  const names = Array.from(request.matchAll(NAME), ([, name = '']) => name);
  const known = [
    ...new Set(names.filter((name) => words.has(name.toLowerCase()))),
    ...(NOT_ENABLED.test(text) ? ['not enabled'] : []),
  ];
  return own`[${text.length} characters${ownText(known.length === 0 ? '' : `: ${known.join(', ')}`)}]`;
}
