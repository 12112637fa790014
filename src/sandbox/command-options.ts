import { parseArgs } from 'node:util';

export const USAGE = `Usage: scudo-checkout sandbox [options]

Serves a payment gateway, a card directory and a bank to try a checkout with.

  --port <number>          default 4174; 0 takes a free one
  --host <name>            default 127.0.0.1
  --base-url <address>     where browsers reach it, if not at host and port
  --merchant <id>          default scudo
  --account <id>           default internet
  --secret <text>          default secret
  --auto-complete <s>|off  seconds until an untouched challenge confirms itself, default 10
  --code <digits>          the right one-time code, default 123456
  --refund-password <text> default refund
  --file <path>            keeps redirect payments, refunds and unsent status messages
  --cards <file.json>      cards with behaviours of your own
  --drivable-clock         lets POST /clock {"advance": seconds} put the clock forward
  --help
`;

/** A sandbox as asked for on the command line. */
export interface SandboxCommand {
  readonly port: number;
  readonly host: string;
  readonly baseUrl?: string;
  readonly merchantId: string;
  readonly accountId: string;
  readonly secret: string;
  readonly autoComplete: number | false;
  readonly challengeCode: string;
  readonly refundPassword: string;
  readonly file?: string;
  readonly drivableClock: boolean;
  /** The card file's path. */
  readonly cardFile?: string;
}

/** Something on the command line that cannot be followed. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** @throws {UsageError} */
export function parseCommand(args: readonly string[]): SandboxCommand | 'help' {
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
    secret: values.secret,
    autoComplete: autoComplete(values['auto-complete']),
    challengeCode: values.code,
    refundPassword: values['refund-password'],
    ...(values.file === undefined ? {} : { file: path('--file', values.file) }),
    ...(values.cards === undefined ? {} : { cardFile: path('--cards', values.cards) }),
    drivableClock: values['drivable-clock'],
  };
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
        secret: { type: 'string', default: 'secret' },
        'auto-complete': { type: 'string', default: '10' },
        code: { type: 'string', default: '123456' },
        'refund-password': { type: 'string', default: 'refund' },
        file: { type: 'string' },
        cards: { type: 'string' },
        'drivable-clock': { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h', default: false },
      },
    });
  } catch (cause) {
    throw new UsageError((cause as Error).message, { cause });
  }
}

function port(text: string): number {
  const number = Number(text);
  if (!/^\d+$/.test(text) || number > 65_535) throw new UsageError('--port must be a number from 0 to 65535.');
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
  if (text === 'off') return false;
  if (!/^\d+(\.\d+)?$/.test(text)) throw new UsageError('--auto-complete must be a number of seconds, or off.');
  return Number(text) * 1000;
}
