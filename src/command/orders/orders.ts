import { fetchedText } from '../client/fetched-text.js';
import { NoAnswerError } from '../client/no-answer-error.js';
import { unsentReason } from '../client/unsent-reason.js';
import { fieldValue, OPERATOR_CALLS, type OperatorCall } from '../operator/operator-calls.table.js';
import { isPlainObject } from '../../server/util/plain-object.js';
import { DECISIONS } from '../../server/use-cases/orders/settle-by-person.js';
import type { BalanceDifference } from '../../server/use-cases/reconciliation/balance.js';
import { jsonOf } from '../json-of.js';
import { optionExample, readOptions } from '../option-reader.js';
import { outsideText } from '../outside-text.js';
import { textOfBody } from '../text-of-body.js';
import { settingText, type Environment } from '../serve/settings.js';
import { CommandUsageError } from '../usage-error.js';
import { optionName, orderOptions, PLACES } from './order-options.js';
import { openStoreApi } from './store-api.js';
import {
  printDifference,
  printRows,
  printTotals,
  readable,
  type BalanceTotals,
  type ListedRows,
} from './order-rows.js';

/** A call that is a command. */
type Command = OperatorCall & { readonly required: readonly string[] };

const COMMANDS = OPERATOR_CALLS.filter((call): call is Command => call.required !== undefined);

/** The end of a usage error. */
const SEE_HELP = 'See scudo-checkout orders --help.';

const hasOrder = (path: string) => path.includes(':id');

export const ORDERS_USAGE = `Usage: scudo-checkout orders <command> [order] [options]

Calls the operator API of scudo-checkout serve (docs/serve.md), or works on a store. The exit code is 2 for an option
that is missing, unknown, given twice or of a wrong form, and for a wrong value of a command that only reads. It is 1 when the call fails or is refused. Amounts
are minor units: --amount 500 is 5.00 EUR. A call with the same --key is the same call.

${COMMANDS.map((one) => `  ${line(one)}\n      ${one.purpose}`).join('\n')}

  --as <text>       the decision of settle: ${Object.keys(DECISIONS).join(', ')}
  --url <address>   the operator API, default http://127.0.0.1:3002
  --store <place>   the store itself, without serve: a postgres: address, or the path of an SQLite file. All settings of
                    serve must be in the environment.
  --help

The token is in the variable SCUDO_OPERATOR_TOKEN, or in the file that SCUDO_OPERATOR_TOKEN_FILE names.
`;

function line({ name, path, fields, required }: Command): string {
  const options = Object.entries(fields).map(([field, kind]) => {
    const option = kind === 'flag' ? `--${optionName(field)}` : `--${optionName(field)} <${kind}>`;
    return required.includes(field) ? option : `[${option}]`;
  });
  return [name, ...(hasOrder(path) ? ['<order>'] : []), ...options].join(' ');
}

/** Parts of the command that tests replace. */
export interface OrdersParts {
  readonly env?: Environment;
  readonly fetch?: typeof globalThis.fetch;
  /** Writes a part of an export. */
  readonly write?: (text: string) => void;
  /** Prints a line about a failure. Default: to the standard error. */
  readonly printError?: (line: string) => void;
}

/**
 * Runs `scudo-checkout orders` and returns its exit code.
 * @throws {CommandUsageError}
 */
export async function runOrders(
  args: readonly string[],
  print: (line: string) => void,
  { env = process.env, fetch = globalThis.fetch, ...parts }: OrdersParts = {},
): Promise<0 | 1 | 2> {
  const [name = '--help', ...rest] = args;
  if (name === '--help' || name === '-h') {
    print(ORDERS_USAGE);
    return 0;
  }
  const command = COMMANDS.find((one) => one.name === name);
  if (!command) throw usage(`There is no command orders ${outsideText(name)}. Example: orders list`);
  const parsed = parse(command, rest);
  if (parsed === 'help') {
    print(ORDERS_USAGE);
    return 0;
  }
  const { store } = parsed;
  const request = requestOf(command, parsed, tokenIn(env));
  if (store === undefined) return runRequest(command, parsed, request, { print, fetch, ...parts });
  const { printError = toStandardError } = parts;
  const api = await openStoreApi(store, env, SEE_HELP, printError).catch((error: unknown) => {
    if (error instanceof CommandUsageError) throw error;
    printError(outsideText((error as Error).message));
  });
  if (!api) return 1;
  return runRequest(command, parsed, request, { print, ...parts, fetch: api.fetch }).finally(() => api.close());
}

/**
 * Longest wait for an answer, in milliseconds. A reconciliation looks up one order after another. Node's fetch waits
 * 300 s.
 */
const TIME_LIMIT = 290_000;

const toStandardError = (text: string) => void process.stderr.write(`${text}\n`);

/** Sends the request of a command, and shows the answer. */
async function runRequest(
  command: Command,
  parsed: Parsed,
  { address, init }: { readonly address: string; readonly init: RequestInit },
  { print, fetch, ...parts }: Omit<OrdersParts, 'env'> & Required<Pick<OrdersParts, 'fetch'>> & Pick<Output, 'print'>,
): Promise<0 | 1 | 2> {
  const { write = (text) => void process.stdout.write(text), printError = toStandardError } = parts;
  const output = { print, write, printError };
  if (command.name === 'export' || command.name === 'balance') {
    const show = command.name === 'export' ? { add: write, end: () => 0 as const } : balanceOutput(output);
    return showLines(fetch, address, init, { ...show, command, printError });
  }
  const call = `${command.method} ${command.path}`;
  try {
    const { response, text } = await fetchedText(call, address, init, fetch, TIME_LIMIT);
    if (!response.ok) return failed(command, address, response.status, text, printError);
    const answer = objectOf(text);
    if (!answer) return notTheApi(address, printError);
    return showAnswer(command, answer, output);
  } catch (error) {
    if (!(error instanceof NoAnswerError)) throw error;
    const reason = unsentReason(error.cause);
    const isLate = (error.cause as Partial<Error> | undefined)?.name === 'TimeoutError';
    const sent = `No answer to ${call}${isLate ? ` within ${TIME_LIMIT / 1000} s.` : `: ${error.got}`}`;
    printError(outsideText(reason === undefined ? sent : noAnswer(address, reason)));
    if (command.method === 'POST' && reason === undefined) {
      const look = hasOrder(command.path) ? ' Show the order first.' : '';
      const advice = parsed.input['key'] === undefined ? look : ' Repeat the command with the same options.';
      printError(`The call may have been carried out.${advice}`);
    }
    return 1;
  }
}

function noAnswer(address: string, reason: string): string {
  return `No answer from ${new URL(address).origin}: ${reason}. Is serve running?`;
}

interface Parsed {
  readonly url: string;
  /** The store to work on, instead of the API at `url`. */
  readonly store: string | undefined;
  readonly order: string | undefined;
  readonly input: Readonly<Record<string, string>>;
}

function parse(command: Command, args: readonly string[]): Parsed | 'help' {
  const { fields, required, path } = command;
  const table = orderOptions(command);
  const read = readOptions(args, table, SEE_HELP);
  if (read === 'help') return 'help';
  const { positionals } = read;
  const values = read.values as Readonly<Record<string, string | boolean | undefined>>;
  const needed = hasOrder(path) ? 1 : 0;
  if (positionals.length < needed)
    throw usage(`orders ${line(command)}: the id of the order is missing. Example: orders ${command.name} A1`);
  if (positionals.length > needed) {
    const most = needed === 1 ? `one order; got ${positionals.length}` : 'no order';
    throw usage(`orders ${command.name} takes ${most}.`);
  }
  const input = Object.fromEntries(
    Object.keys(fields).flatMap((field) => {
      const value = values[optionName(field)];
      return value === undefined || value === false ? [] : [[field, String(value)]];
    }),
  );
  const [order] = positionals;
  if (order !== undefined && ['', '.', '..'].includes(order.trim())) {
    throw usage(`orders ${command.name}: the id of the order is empty or a path.`);
  }
  for (const field of [...required, ...(command.requiredHere?.(input) ?? [])]) {
    if (input[field]) continue;
    const name = optionName(field);
    throw usage(`--${name} is missing: orders ${line(command)}. Example: ${optionExample(name, table[name])}`);
  }
  const { url: given, store } = values;
  if (given !== undefined && store !== undefined)
    throw usage('--url and --store are two places of orders. Give one. Example: --url http://127.0.0.1:3002');
  const url = String(given ?? PLACES.url.example);
  return { url, store: store === undefined ? undefined : String(store), order, input };
}

function tokenIn(env: Environment): string {
  let token: string | undefined;
  try {
    token = settingText(env, 'SCUDO_OPERATOR_TOKEN');
  } catch (cause) {
    throw usage((cause as Error).message);
  }
  if (!token)
    throw usage(
      'SCUDO_OPERATOR_TOKEN is missing. It is the token with which scudo-checkout serve was started. Example: SCUDO_OPERATOR_TOKEN_FILE=/run/secrets/scudo',
    );
  return token;
}

function requestOf({ method, path, fields }: Command, { url, order = '', input }: Parsed, token: string) {
  const address = `${url}${path.replace(':id', encodeURIComponent(order))}`;
  const authorization = `Bearer ${token}`;
  if (method === 'GET') {
    const query = new URLSearchParams(input).toString();
    return { address: query === '' ? address : `${address}?${query}`, init: { headers: { authorization } } };
  }
  const values = Object.entries(input).map(([name, text]) => {
    const kind = fields[name];
    return [name, kind === 'date' ? text : fieldValue(kind, text)];
  });
  return {
    address,
    init: {
      method,
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify(Object.fromEntries(values)),
    },
  };
}

type Output = Required<Pick<OrdersParts, 'write' | 'printError'>> & { readonly print: (line: string) => void };

/** Shows the text of an answer while it arrives. */
interface LinesOutput {
  readonly add: (text: string) => void;
  /** Called at the end of the answer. Returns the exit code. */
  readonly end: () => 0 | 1;
}

/** Shows an answer of lines. One that breaks off fails. */
async function showLines(
  fetch: typeof globalThis.fetch,
  address: string,
  init: RequestInit,
  { add, end, command, printError }: LinesOutput & Pick<Output, 'printError'> & { readonly command: Command },
): Promise<0 | 1 | 2> {
  try {
    const response = await fetch(address, { ...init, redirect: 'manual' });
    if (!response.ok) return failed(command, address, response.status, await textOfBody(response), printError);
    if (!/csv|ndjson/.test(response.headers.get('content-type') ?? '')) return notTheApi(address, printError);
    const decoder = new TextDecoder();
    for await (const chunk of (response.body ?? []) as AsyncIterable<Uint8Array>) {
      add(decoder.decode(chunk, { stream: true }));
    }
    return end();
  } catch (error) {
    const reason = unsentReason(error);
    const text = reason === undefined ? `The answer broke off: ${(error as Error).message}` : noAnswer(address, reason);
    printError(outsideText(text));
    return 1;
  }
}

/** Prints one line for each difference, and the totals. Fails for a difference, and for what was not read. */
function balanceOutput({ print, printError }: Output): LinesOutput {
  let rest = '';
  let code: 0 | 1 | undefined;
  return {
    add(text) {
      const lines = `${rest}${text}`.split('\n');
      rest = lines.pop() ?? '';
      for (const value of lines.map(objectOf)) {
        if (value && 'attempt' in value) printDifference(value as BalanceDifference, print);
        else if (value) code = printTotals(value as BalanceTotals, print);
      }
    },
    end() {
      if (code === undefined) printError('The answer ended before its totals.');
      return code ?? 1;
    },
  };
}

/** Prints an answer. Fails for a capture, void or refund that the gateway has refused or not answered. */
function showAnswer({ name }: Command, answer: object, { print, printError }: Output): 0 | 1 {
  if (name === 'list') printRows(answer as ListedRows, print);
  else print(readable(answer));
  const { state, result, message } = answer as Readonly<Record<string, unknown>>;
  if (state === 'refused') {
    const refusal = [result, message].filter(Boolean).join(' ') || 'it was not sent, or a person has decided so';
    printError(outsideText(`The ${name} was not carried out: ${refusal}`));
    return 1;
  }
  if (state === 'unresolved' || state === 'sent') {
    const advice = "If it stays so, look at the gateway's back office, and decide with orders settle.";
    printError(
      `The gateway has not answered the ${name}, which may have been carried out. Repeat the command with the same --key. ${advice}`,
    );
    return 1;
  }
  return 'waiting' in answer && answer.waiting !== 0 ? 1 : 0;
}

function objectOf(text: string): object | undefined {
  const value = jsonOf(text);
  return isPlainObject(value) ? (value as object) : undefined;
}

function notTheApi(address: string, printError: (line: string) => void): 1 {
  printError(`${outsideText(address)} is not an operator API of scudo-checkout serve. Check --url.`);
  return 1;
}

/**
 * Prints a refusal with its fields, which are options of the command. Returns 2 for a wrong value of a command that
 * only reads: a balance ends with 1 for a difference.
 */
function failed(command: Command, address: string, status: number, text: string, print: (line: string) => void): 1 | 2 {
  const problem = jsonOf(text);
  const { title, detail, fields } = (problem ?? {}) as Readonly<Record<string, unknown>>;
  print(`${status} ${outsideText(title ?? text)}`.trimEnd());
  // A proxy before the API may answer 5xx.
  if (title === undefined && status < 500) return notTheApi(address, print);
  const wrong = Array.isArray(fields) ? (fields as readonly Readonly<Record<string, unknown>>[]) : [];
  if (typeof detail === 'string' && wrong.length === 0) print(outsideText(detail));
  for (const { field, message } of wrong) {
    const [option = ''] = String(field).split('.');
    const shown = Object.hasOwn(command.fields, option) ? `--${optionName(option)}` : field;
    print(`  ${outsideText(shown)} ${outsideText(message)}`);
  }
  return status === 400 && command.method === 'GET' && wrong.length > 0 ? 2 : 1;
}

function usage(message: string): CommandUsageError {
  return new CommandUsageError(message, SEE_HELP);
}
