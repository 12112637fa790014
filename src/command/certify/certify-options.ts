import { closeSync, lstatSync, openSync, readFileSync, unlinkSync } from 'node:fs';
import { isLoopbackHost } from '../../protocol/values/web-address.js';
import type { MerchantBackendOptions } from '../../server/options/backend-options.js';
import type { GatewayOptions } from '../../server/gateway/gateway-options.js';
import { configuredOptions, serveSettings } from '../serve/configured-backend.js';
import { ofForm, readOnlyOptions, type OptionTable } from '../option-reader.js';
import { outsideText } from '../outside-text.js';
import type { Environment } from '../serve/settings.js';
import { CommandUsageError } from '../usage-error.js';
import { CURRENCIES } from './currencies.js';

export const CERTIFY_USAGE = `Usage: scudo-checkout certify [options]

Tries everything that the interface documents leave open with a test account: hashes, paths, names, allowed request
types, decimals, test cards. Prints the options to paste and a table, and writes a report without secret, card or
person. Only the gateway's documented test cards are used. Each payment is of 100 of the smallest unit (1.00 EUR, 100
KRW), or of at most 701 JPY. Together they hold at most ten times as much at a time. The command voids or refunds what it
moved, also after Ctrl+C and when its terminal or its pipe is closed. A second Ctrl+C ends it without that. The exit code
is 0 when every step ran, the payments of the last rows passed, nothing differs, nothing is left, and no call, challenge or return
message stayed without a result. It is 1 otherwise, and 2 for wrong options or settings. The last line counts the rows
that are not checked, also those that no step reached: an exit code of 0 does not confirm them.

  --test-host <host>    a host of the gateway's test system, its ACS or its payment pages; may be repeated. No other
                        host is called, and this machine only when the gateway is on it
  --report <file>       default certify-report.json
  --currency <code>     default EUR
  --code <text>         the one-time code of challenges, default 123456
  --path <path>         a further path to try, such as /test/payments; may be repeated
  --name <name>         a further name to try, such as obTransId, or a list of an answer; may be repeated
  --help

The account is in the variables of serve: SCUDO_GATEWAY_URL, SCUDO_XML_URL, SCUDO_MERCHANT_ID, SCUDO_ACCOUNT_ID,
SCUDO_SECRET, SCUDO_REFUND_PASSWORD, SCUDO_REBATE_PASSWORD, SCUDO_HASH_ALGORITHM, SCUDO_EXPONENTS, and the gateway of SCUDO_OPTIONS.
SCUDO_PUBLIC_URL is the address that requests name for messages; nothing needs to run there.
`;

/** The checked options of the command. */
export interface CertifyCommand {
  readonly gateway: GatewayOptions;
  /** Decimals of currencies that deviate from ISO 4217, as the backend has them. */
  readonly exponents: MerchantBackendOptions['exponents'];
  /** Address of the shop, for the notification, return and status URLs of requests. */
  readonly shop: string;
  /** Returns true for a host that may be called. */
  readonly isTestHost: (hostname: string) => boolean;
  readonly report: string;
  readonly currency: string;
  readonly code: string;
  /** Further paths and names to try. */
  readonly tried: { readonly paths: readonly string[]; readonly names: readonly string[] };
}

/** The options of the command by name. */
export const CERTIFY_OPTIONS = {
  'test-host': {
    expected: 'a host',
    example: 'test.gateway.example',
    read: ofForm(/^[a-z\d]([a-z\d.-]*[a-z\d])?$/i),
    isRepeatable: true,
  },
  report: { expected: 'the path of a file', example: 'certify-report.json', read: (text: string) => text },
  currency: {
    expected: 'a code of ISO 4217 in upper case',
    example: 'EUR',
    read: (text: string) => CURRENCIES.find((code) => code === text),
  },
  code: { expected: 'letters and digits', example: '123456', read: ofForm(/^\w{1,32}$/) },
  path: { expected: 'a path', example: '/test/payments', read: ofForm(/^(\/[\w.~-]+)+$/), isRepeatable: true },
  name: { expected: 'a name', example: 'obTransId', read: ofForm(/^[\w.-]{1,50}$/), isRepeatable: true },
} as const satisfies OptionTable;

/** Settings of `serve` that the command does not need. */
const UNUSED = {
  SCUDO_PUBLIC_URL: 'http://localhost:3000/scudo',
  SCUDO_OPERATOR_TOKEN: 'a-token-that-this-command-never-uses',
};

/**
 * Parses the options of `scudo-checkout certify`, and the account in the environment.
 * @throws {CommandUsageError} for every wrong option or setting
 */
export function parseCertify(args: readonly string[], env: Environment): CertifyCommand | 'help' {
  const values = readOnlyOptions(args, CERTIFY_OPTIONS, CERTIFY_USAGE);
  if (values === 'help') return 'help';
  const { report = 'certify-report.json', currency = 'EUR', code = '123456', 'test-host': hosts } = values;
  const settings = serveSettings({ ...UNUSED, ...env }, 'certify');
  const { publicUrl = UNUSED.SCUDO_PUBLIC_URL, ...options } = configuredOptions(settings);
  const gateway = options.gateway as GatewayOptions;
  const named = new Set(hosts.map((host) => host.toLowerCase()));
  // Pages of another machine must not lead to services of this one.
  const isHere = URL.canParse(gateway.baseUrl ?? '') && isLoopbackHost(new URL(gateway.baseUrl ?? '').hostname);
  const isTestHost = (hostname: string) => named.has(hostname) || (isHere && isLoopbackHost(hostname));
  for (const address of [gateway.baseUrl ?? '', gateway.xmlBaseUrl ?? gateway.baseUrl ?? '']) {
    const { hostname } = new URL(address);
    if (!isTestHost(hostname)) {
      const message = `${hostname} is not named by --test-host. Nothing was sent. Name it only if it is a test system. Example: --test-host ${hostname}`;
      throw new CommandUsageError(message, CERTIFY_USAGE);
    }
  }
  requireWritable(report);
  return {
    gateway,
    exponents: options.exponents,
    shop: publicUrl.replace(/\/$/, ''),
    isTestHost,
    report,
    currency,
    code,
    tried: { paths: values.path, names: values.name },
  };
}

/** The first line of a report whose command has not ended. */
export const JOURNAL =
  'scudo-checkout certify has not ended. Void or refund each payment below that has no line "nothing is left of it".';

/** Opens the report as the end of the run does, so that no payment is made without one. Leaves no new file behind. */
function requireWritable(report: string): void {
  let isOfRun = false;
  try {
    const found = lstatSync(report, { throwIfNoEntry: false });
    if (found?.isSymbolicLink()) throw new Error('it is a symbolic link');
    isOfRun = found?.isFile() === true && readFileSync(report, 'utf8').startsWith(JOURNAL);
    closeSync(openSync(report, found ? 'a' : 'wx'));
    if (!found) unlinkSync(report);
  } catch (cause) {
    const message = `--report names a file that cannot be written: ${(cause as Error).message}. Nothing was sent. Example: --report certify-2.json`;
    throw new CommandUsageError(outsideText(message), CERTIFY_USAGE, { cause });
  }
  if (isOfRun) {
    const message = `--report ${report} is the file of a run that did not end. Void or refund the payments in it, then remove it. Nothing was sent. Example: --report certify-2.json`;
    throw new CommandUsageError(outsideText(message), CERTIFY_USAGE);
  }
}
