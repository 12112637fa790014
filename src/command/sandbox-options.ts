import { randomBytes } from 'node:crypto';
import { statSync } from 'node:fs';
import { isIP } from 'node:net';
import { dirname } from 'node:path';
import { isBlockedPort } from '../protocol/values/blocked-port.js';
import { isLoopbackHost } from '../protocol/values/web-address.js';
import { CARD_MONEY_TYPES, MONEY_CEILINGS, type CardMoneyType, type MoneyCeiling } from '../sandbox/core/settings.js';
import { ADDRESS, HOST, LINE, readOptions, TEST_ACCOUNT, ofForm, type OptionTable } from './option-reader.js';
import { outsideText } from './outside-text.js';
import { CommandUsageError } from './usage-error.js';

export const SANDBOX_USAGE = `Usage: scudo-checkout sandbox [options]

Serves a payment gateway, a card directory and an issuer's ACS to test a checkout with.

  --port <number>          default 4174; 0 for a free port
  --host <name>            default 127.0.0.1
  --base-url <address>     address for browsers, if other than host and port
  --merchant <id>          default scudo
  --account <id>           default internet
  --secret <text>          default secret; a random one if --host is not this machine only
  --auto-complete <s>|off  seconds until a challenge without input completes, default 10
  --code <digits>          the right one-time code, default 123456
  --refund-password <text> default refund
  --rebate-password <text> of card refunds; default: the refund password
  --card-requests <list>   that the account allows, such as settle,void,rebate; others answer 503; default all
  --money-ceiling <n>      100, 105 or 115 percent of an authorization can be captured and refunded, default 100
  --one-rebate             refuses a second refund of a card payment
  --hide-portal-refunds    shows no query the card refunds of the page /portal
  --exponent <code=n>      decimals of a currency on the pages, such as HUF=0; may be repeated
  --report-fields <which>  all, or document: only the documented fields of the payments report, default all
  --report-delay <s>       seconds by which the reports are behind, default 0
  --file <path>            keeps payments, refunds and unsent status messages
  --cards <file.json>      your own cards and behaviours
  --merchant-host <name>   a host of return and status URLs, beside this machine; may be repeated
  --allow-insecure         accepts http: for these hosts; for tests in a network of containers
  --drivable-clock         allows POST /clock {"advance": seconds}, which puts the clock forward
  --help

Other commands: serve, orders, certify, doctor, conformance; scudo-checkout serve --help
`;

/** The options of the command line. */
export interface SandboxCommand {
  readonly port: number;
  readonly host: string;
  readonly baseUrl?: string;
  readonly merchantId: string;
  readonly accountId: string;
  readonly secret: string;
  /** True when the secret is random, because other machines can reach the sandbox. */
  readonly hasRandomSecret: boolean;
  readonly merchantHosts: readonly string[];
  readonly allowInsecure: boolean;
  readonly autoComplete: number | false;
  readonly challengeCode: string;
  readonly refundPassword: string;
  /** The password of card refunds. */
  readonly rebatePassword: string;
  /** Requests after a card authorization that the account allows. */
  readonly cardRequests: readonly CardMoneyType[] | 'all';
  /** Percent of an authorization that can be captured, and that can be refunded. */
  readonly moneyCeiling: MoneyCeiling;
  readonly multipleRebates: boolean;
  readonly hidePortalRefunds: boolean;
  /** Decimals of amounts by currency. */
  readonly exponents: Readonly<Record<string, number>>;
  readonly reportFields: 'document' | 'all';
  readonly reportDelay: number;
  readonly file?: string;
  readonly drivableClock: boolean;
  /** Path of the card file. */
  readonly cardFile?: string;
}

const SECONDS = { expected: 'a number of seconds', example: '1.5', read: secondsIn } as const;

/** The options of the command by name. */
export const SANDBOX_OPTIONS = {
  port: { expected: 'a number from 0 to 65535 that fetch and browsers do not refuse', example: '4174', read: portIn },
  host: { ...HOST, example: '127.0.0.1' },
  'base-url': { ...ADDRESS, example: 'https://pay.example' },
  ...TEST_ACCOUNT,
  'merchant-host': { ...HOST, example: 'shop.example', read: hostOfAddress, isRepeatable: true },
  'allow-insecure': 'flag',
  'auto-complete': {
    expected: 'a number of seconds, or off',
    example: '10',
    read: (text: string) => (text === 'off' ? (false as const) : secondsIn(text)),
  },
  code: { expected: 'digits', example: '123456', read: ofForm(/^\d{1,32}$/) },
  'refund-password': { ...LINE, example: 'refund', isSecret: true },
  'rebate-password': { ...LINE, example: 'rebate', isSecret: true },
  'card-requests': {
    expected: `all, or a list of ${CARD_MONEY_TYPES.join(', ')} with commas`,
    example: 'settle,void',
    read: cardRequestsIn,
  },
  'money-ceiling': {
    expected: `one of ${MONEY_CEILINGS.join(', ')}`,
    example: '115',
    read: (text: string) => MONEY_CEILINGS.find((one) => String(one) === text),
  },
  'one-rebate': 'flag',
  'hide-portal-refunds': 'flag',
  exponent: {
    expected: 'a currency code and 0 to 4 decimals',
    example: 'HUF=0',
    read: exponentIn,
    isRepeatable: true,
  },
  'report-fields': {
    expected: 'all or document',
    example: 'document',
    read: (text: string) => (text === 'document' || text === 'all' ? text : undefined),
  },
  'report-delay': SECONDS,
  file: { expected: 'the path of a file in a folder that exists', example: 'sandbox.db', read: newFileIn },
  cards: { expected: 'the path of a file', example: 'cards.json', read: fileIn },
  'drivable-clock': 'flag',
} as const satisfies OptionTable;

/**
 * Parses the command line.
 * @throws {CommandUsageError}
 */
export function parseCommand(
  args: readonly string[],
  randomSecret = () => randomBytes(16).toString('hex'),
): SandboxCommand | 'help' {
  const read = readOptions(args, SANDBOX_OPTIONS, SANDBOX_USAGE);
  if (read === 'help') return 'help';
  const { values, positionals } = read;
  const [command, ...rest] = positionals;
  if (command !== 'sandbox' || rest.length > 0) {
    const other = outsideText(positionals.join(' '), 80);
    const message = command === undefined ? 'A command is missing.' : `There is no command ${other}.`;
    throw new CommandUsageError(`${message} Example: scudo-checkout sandbox --port 4174`, SANDBOX_USAGE);
  }
  const {
    host = '127.0.0.1',
    'auto-complete': autoComplete = 10,
    'refund-password': refundPassword = 'refund',
  } = values;
  return {
    port: values.port ?? 4174,
    host,
    ...(values['base-url'] === undefined ? {} : { baseUrl: values['base-url'] }),
    merchantId: values.merchant ?? 'scudo',
    accountId: values.account ?? 'internet',
    ...secretOf(values.secret, host, randomSecret),
    merchantHosts: values['merchant-host'],
    allowInsecure: values['allow-insecure'],
    autoComplete: autoComplete === false ? false : autoComplete * 1000,
    challengeCode: values.code ?? '123456',
    refundPassword,
    rebatePassword: values['rebate-password'] ?? refundPassword,
    cardRequests: values['card-requests'] ?? 'all',
    moneyCeiling: values['money-ceiling'] ?? 100,
    multipleRebates: !values['one-rebate'],
    hidePortalRefunds: values['hide-portal-refunds'],
    exponents: Object.fromEntries(values.exponent),
    reportFields: values['report-fields'] ?? 'all',
    reportDelay: values['report-delay'] ?? 0,
    ...(values.file === undefined ? {} : { file: values.file }),
    ...(values.cards === undefined ? {} : { cardFile: values.cards }),
    drivableClock: values['drivable-clock'],
  };
}

/** Other machines can reach the sandbox on every other host, and the default secret is in the documentation. */
function secretOf(secret: string | undefined, host: string, randomSecret: () => string) {
  if (secret !== undefined) return { secret, hasRandomSecret: false };
  const isLocal = isLoopbackHost(host) || host === '::1';
  return isLocal ? { secret: 'secret', hasRandomSecret: false } : { secret: randomSecret(), hasRandomSecret: true };
}

function portIn(text: string): number | undefined {
  const number = Number(text);
  return /^\d+$/.test(text) && number <= 65_535 && (number === 0 || !isBlockedPort(number)) ? number : undefined;
}

function cardRequestsIn(text: string): readonly CardMoneyType[] | 'all' | undefined {
  if (text === 'all') return text;
  const names = text.split(',');
  const types = CARD_MONEY_TYPES.filter((type) => names.includes(type));
  return types.length === names.length ? types : undefined;
}

function exponentIn(text: string): readonly [string, number] | undefined {
  const [, code, decimals] = /^([A-Z]{3})=([0-4])$/.exec(text) ?? [];
  return code ? [code, Number(decimals)] : undefined;
}

/** The longest time of a timer. */
const MOST_SECONDS = 2_147_483;

function secondsIn(text: string): number | undefined {
  return /^\d{1,9}(\.\d+)?$/.test(text) && Number(text) <= MOST_SECONDS ? Number(text) : undefined;
}

/** The host as addresses have it, also one with an underscore, such as that of a container. */
function hostOfAddress(text: string): string | undefined {
  const host = isIP(text) === 6 ? `[${text}]` : text;
  const address = `http://${host}`;
  return /^([\w.-]+|\[[\da-f:.]+\])$/i.test(host) && URL.canParse(address) ? new URL(address).hostname : undefined;
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}

function fileIn(text: string): string | undefined {
  return isFolder(text) ? undefined : text;
}

function newFileIn(text: string): string | undefined {
  return isFolder(dirname(text)) ? fileIn(text) : undefined;
}
