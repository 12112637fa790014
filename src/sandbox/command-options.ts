import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import { isBlockedPort } from '../protocol/values/blocked-port.js';
import { isLoopbackHost } from '../protocol/values/web-address.js';
import { CARD_MONEY_TYPES, MONEY_CEILINGS, type CardMoneyType, type MoneyCeiling } from './core/settings.js';
import { textOfOptionError } from '../protocol/values/similar-name.js';

export const USAGE = `Usage: scudo-checkout sandbox [options]

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

/** A mistake on the command line. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/**
 * Parses the command line.
 * @throws {UsageError}
 */
export function parseCommand(
  args: readonly string[],
  randomSecret = () => randomBytes(16).toString('hex'),
): SandboxCommand | 'help' {
  const { values, positionals } = parsed(args);
  if (values.help) return 'help';
  const [command, ...rest] = positionals;
  if (command === undefined) throw new UsageError('A command is missing.');
  if (command !== 'sandbox' || rest.length > 0) throw new UsageError(`There is no command ${positionals.join(' ')}.`);
  return {
    port: port(values.port),
    host: values.host,
    ...(values['base-url'] === undefined ? {} : { baseUrl: address(values['base-url']) }),
    merchantId: values.merchant,
    accountId: values.account,
    ...secretOf(values.secret, values.host, randomSecret),
    merchantHosts: values['merchant-host'],
    allowInsecure: values['allow-insecure'],
    autoComplete: autoComplete(values['auto-complete']),
    challengeCode: values.code,
    refundPassword: values['refund-password'],
    rebatePassword: values['rebate-password'] ?? values['refund-password'],
    cardRequests: cardRequests(values['card-requests']),
    moneyCeiling: moneyCeiling(values['money-ceiling']),
    multipleRebates: !values['one-rebate'],
    hidePortalRefunds: values['hide-portal-refunds'],
    exponents: exponents(values.exponent),
    reportFields: reportFields(values['report-fields']),
    reportDelay: seconds('--report-delay', values['report-delay']),
    ...(values.file === undefined ? {} : { file: path('--file', values.file) }),
    ...(values.cards === undefined ? {} : { cardFile: path('--cards', values.cards) }),
    drivableClock: values['drivable-clock'],
  };
}

/** Other machines can reach the sandbox on every other host, and the default secret is in the documentation. */
function secretOf(secret: string | undefined, host: string, randomSecret: () => string) {
  if (secret !== undefined) return { secret, hasRandomSecret: false };
  const isLocal = isLoopbackHost(host) || host === '::1';
  return isLocal ? { secret: 'secret', hasRandomSecret: false } : { secret: randomSecret(), hasRandomSecret: true };
}

function parsed(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        port: { type: 'string', default: '4174' },
        host: { type: 'string', default: '127.0.0.1' },
        'base-url': { type: 'string' },
        merchant: { type: 'string', default: 'scudo' },
        account: { type: 'string', default: 'internet' },
        secret: { type: 'string' },
        'merchant-host': { type: 'string', multiple: true, default: [] },
        'allow-insecure': { type: 'boolean', default: false },
        'auto-complete': { type: 'string', default: '10' },
        code: { type: 'string', default: '123456' },
        'refund-password': { type: 'string', default: 'refund' },
        'rebate-password': { type: 'string' },
        'card-requests': { type: 'string', default: 'all' },
        'money-ceiling': { type: 'string', default: '100' },
        'one-rebate': { type: 'boolean', default: false },
        'hide-portal-refunds': { type: 'boolean', default: false },
        exponent: { type: 'string', multiple: true, default: [] },
        'report-fields': { type: 'string', default: 'all' },
        'report-delay': { type: 'string', default: '0' },
        file: { type: 'string' },
        cards: { type: 'string' },
        'drivable-clock': { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h', default: false },
      },
    });
  } catch (cause) {
    throw new UsageError(textOfOptionError(cause, USAGE), { cause });
  }
}

function port(text: string): number {
  const number = Number(text);
  if (!/^\d+$/.test(text) || number > 65_535) throw new UsageError('--port must be a number from 0 to 65535.');
  if (number !== 0 && isBlockedPort(number))
    throw new UsageError(
      `--port must not be ${number}: fetch and browsers refuse this port. Use another, such as 4174.`,
    );
  return number;
}

function address(text: string): string {
  if (!/^https?:\/\//.test(text) || !URL.canParse(text)) throw new UsageError('--base-url must be an http address.');
  return text;
}

function path(option: string, text: string): string {
  if (text === '') throw new UsageError(`${option} must be the path of a file.`);
  return text;
}

function autoComplete(text: string): number | false {
  return text === 'off' ? false : seconds('--auto-complete', text, 'a number of seconds, or off') * 1000;
}

function cardRequests(text: string): readonly CardMoneyType[] | 'all' {
  if (text === 'all') return text;
  const names = text.split(',');
  const types = CARD_MONEY_TYPES.filter((type) => names.includes(type));
  if (types.length === names.length) return types;
  throw new UsageError(`--card-requests must be all, or a list of ${CARD_MONEY_TYPES.join(', ')} with commas.`);
}

function moneyCeiling(text: string): MoneyCeiling {
  const ceiling = MONEY_CEILINGS.find((one) => String(one) === text);
  if (ceiling === undefined) throw new UsageError(`--money-ceiling must be one of ${MONEY_CEILINGS.join(', ')}.`);
  return ceiling;
}

function exponents(texts: readonly string[]): Record<string, number> {
  return Object.fromEntries(
    texts.map((text) => {
      const [, code, decimals] = /^([A-Z]{3})=([0-4])$/.exec(text) ?? [];
      if (!code) throw new UsageError('--exponent must be a currency code and 0 to 4 decimals, such as HUF=0.');
      return [code, Number(decimals)];
    }),
  );
}

function reportFields(text: string): 'document' | 'all' {
  if (text !== 'document' && text !== 'all') throw new UsageError('--report-fields must be document or all.');
  return text;
}

function seconds(option: string, text: string, expected = 'a number of seconds'): number {
  if (!/^\d+(\.\d+)?$/.test(text)) throw new UsageError(`${option} must be ${expected}.`);
  return Number(text);
}
