import { ADDRESS, BASE_ADDRESS, readOnlyOptions, TEST_ACCOUNT, type OptionTable } from '../option-reader.js';
import type { ConformanceOptions } from './check-backend.js';
import { RULES } from './rules.js';

export const CONFORMANCE_USAGE = `Usage: scudo-checkout conformance --url <address> --new-order <address> [options]

Checks the adapter contract against a backend in any language, with the sandbox as its gateway
(docs/backend-in-any-language.md). The exit code is 0 if the backend keeps every rule, 1 if not, 2 for wrong options or a set-up in
which no rule can be checked.

  --url <address>          the backend, as in the attribute backend of the element
  --new-order <address>    takes POST {"amount": "1999", "currency": "EUR"}, creates an order with the methods card and
                           testpay and answers {"id": "…"}
  --gateway <address>      where the backend calls its gateway; the command starts the sandbox there,
                           default http://127.0.0.1:4174
  --page <origin>          a page that may call the backend, default the origin of --url
  --merchant <id>          default scudo
  --account <id>           default internet
  --secret <text>          default secret
  --only <text>            only rules whose name begins with this text; may be repeated
  --help
`;

/** The options of the command by name. */
export const CONFORMANCE_OPTIONS = {
  url: { ...BASE_ADDRESS, example: 'http://localhost:8000/scudo', isRequired: true },
  'new-order': { ...ADDRESS, example: 'http://localhost:8000/orders', isRequired: true },
  gateway: {
    expected: 'an http address, at which the command starts the sandbox',
    example: 'http://127.0.0.1:4174',
    read: (text: string) => (text.startsWith('http:') ? BASE_ADDRESS.read(text) : undefined),
  },
  page: { ...ADDRESS, example: 'https://shop.example' },
  ...TEST_ACCOUNT,
  only: {
    expected: "the beginning of a rule's name",
    example: 'card.',
    read: (text: string) => (RULES.some(({ id }) => id.startsWith(text)) ? text : undefined),
    isRepeatable: true,
  },
} as const satisfies OptionTable;

/** Options of the command. */
export interface ConformanceCommand extends ConformanceOptions {
  /** Beginnings of the names of rules; empty for all rules. */
  readonly only: readonly string[];
}

/**
 * Parses the options of `scudo-checkout conformance`.
 * @throws {CommandUsageError}
 */
export function parseConformance(args: readonly string[]): ConformanceCommand | 'help' {
  const values = readOnlyOptions(args, CONFORMANCE_OPTIONS, CONFORMANCE_USAGE);
  if (values === 'help') return 'help';
  return {
    url: values.url,
    newOrder: values['new-order'],
    gateway: values.gateway ?? 'http://127.0.0.1:4174',
    page: new URL(values.page ?? values.url).origin,
    merchantId: values.merchant ?? 'scudo',
    accountId: values.account ?? 'internet',
    secret: values.secret ?? 'secret',
    only: values.only,
  };
}
