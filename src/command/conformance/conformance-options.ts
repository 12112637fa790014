import { parseArgs } from 'node:util';
import { addressOption, baseAddressOption } from '../address-option.js';
import { CommandUsageError } from '../usage-error.js';
import type { ConformanceOptions } from './check-backend.js';
import { textOfOptionError } from '../../protocol/values/similar-name.js';

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
  const values = parsed(args);
  if (values.help) return 'help';
  const url = baseAddressOption('url', values.url, CONFORMANCE_USAGE);
  return {
    url,
    newOrder: addressOption('new-order', values['new-order'], CONFORMANCE_USAGE),
    gateway: baseAddressOption('gateway', values.gateway, CONFORMANCE_USAGE),
    page: new URL(addressOption('page', values.page ?? url, CONFORMANCE_USAGE)).origin,
    merchantId: values.merchant,
    accountId: values.account,
    secret: values.secret,
    only: values.only,
  };
}

function parsed(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        url: { type: 'string' },
        'new-order': { type: 'string' },
        gateway: { type: 'string', default: 'http://127.0.0.1:4174' },
        page: { type: 'string' },
        merchant: { type: 'string', default: 'scudo' },
        account: { type: 'string', default: 'internet' },
        secret: { type: 'string', default: 'secret' },
        only: { type: 'string', multiple: true, default: [] },
        help: { type: 'boolean', short: 'h', default: false },
      },
    }).values;
  } catch (cause) {
    throw new CommandUsageError(textOfOptionError(cause, CONFORMANCE_USAGE), CONFORMANCE_USAGE, { cause });
  }
}
