import { isIP } from 'node:net';
import { parseArgs } from 'node:util';
import { isLike } from '../protocol/values/similar-name.js';
import { outsideText } from './outside-text.js';
import { CommandUsageError } from './usage-error.js';

/** An option with a value. */
export interface ValueOption<Value = unknown> {
  /** Completes "must be". */
  readonly expected: string;
  readonly example: string;
  /** Returns undefined for a text that is no such value. */
  readonly read: (text: string) => Value | undefined;
  readonly isRepeatable?: true;
  readonly isRequired?: true;
  /** True for a text that no message shows. */
  readonly isSecret?: true;
}

/** The options of a command by name. An option without a value is a flag. */
export type OptionTable = Readonly<Record<string, ValueOption | 'flag'>>;

type ValueOf<One> =
  One extends ValueOption<infer Value>
    ? One extends { isRepeatable: true }
      ? readonly Value[]
      : One extends { isRequired: true }
        ? Value
        : Value | undefined
    : boolean;

type OptionValues<Table extends OptionTable> = { readonly [Name in keyof Table]: ValueOf<Table[Name]> };

/**
 * Reads the options of a command.
 * @throws {CommandUsageError} that names a wrong option, its value and an example
 */
export function readOptions<const Table extends OptionTable>(
  args: readonly string[],
  table: Table,
  usage: string,
): { readonly values: OptionValues<Table>; readonly positionals: readonly string[] } | 'help' {
  const { tokens, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    strict: false,
    tokens: true,
    options: {
      ...Object.fromEntries(
        Object.entries(table).map(([name, one]) => [name, { type: one === 'flag' ? 'boolean' : 'string' } as const]),
      ),
      help: { type: 'boolean', short: 'h' },
    },
  });
  const refuse = (message: string, name: string): never => {
    throw new CommandUsageError(`${message} Example: ${optionExample(name, table[name])}`, usage);
  };
  const given = tokens.filter((token) => token.kind === 'option');
  for (const { name, rawName } of given) {
    if (name !== 'help' && !Object.hasOwn(table, name)) throw new CommandUsageError(unknown(rawName, table), usage);
  }
  const texts = new Map<string, string[]>();
  for (const { name, value, inlineValue } of given) {
    const row = name === 'help' ? 'flag' : (table[name] ?? 'flag');
    const earlier = texts.get(name) ?? [];
    const isRepeatable = row !== 'flag' && row.isRepeatable;
    if (row === 'flag') {
      if (value !== undefined) refuse(`--${name} takes no value; got "${shown(value)}".`, name);
    } else if (!value?.trim() || (!inlineValue && value.startsWith('--'))) {
      refuse(`--${name} has no value. It must be ${row.expected}.`, name);
    } else if (!inlineValue && /^-./.test(value)) {
      refuse(`--${name} takes a value that begins with "-" after "=" only: --${name}=VALUE.`, name);
    }
    if (earlier.length > 0 && !isRepeatable) refuse(`--${name} must be there once.`, name);
    texts.set(name, [...earlier, value ?? '']);
  }
  if (texts.has('help')) return 'help';
  const entries = Object.entries(table).map(([name, row]) => {
    const own = texts.get(name) ?? [];
    if (row === 'flag') return [name, own.length > 0];
    const read = own.map((text) => {
      const got = row.isSecret ? `a text of ${text.length} characters` : `"${shown(text)}"`;
      return row.read(text) ?? refuse(`--${name} must be ${row.expected}; got ${got}.`, name);
    });
    return [name, row.isRepeatable ? read : read[0]];
  });
  for (const [name, row] of Object.entries(table)) {
    if (row === 'flag' || !row.isRequired || texts.has(name)) continue;
    refuse(`--${name} is missing. It must be ${row.expected}.`, name);
  }
  return { values: Object.fromEntries(entries) as OptionValues<Table>, positionals };
}

/** Reads the options of a command that takes nothing else. */
export function readOnlyOptions<const Table extends OptionTable>(args: readonly string[], table: Table, usage: string) {
  const read = readOptions(args, table, usage);
  if (read === 'help') return read;
  const [other] = read.positionals;
  if (other === undefined) return read.values;
  throw new CommandUsageError(`The command takes options only; got "${shown(other)}".`, usage);
}

/** An option with its example. */
export function optionExample(name: string, row: OptionTable[string] | undefined): string {
  return typeof row === 'object' ? `--${name} ${row.example}` : `--${name}`;
}

function unknown(given: string, table: OptionTable): string {
  const meant = [...Object.keys(table), 'help'].find((name) => isLike(given, `--${name}`));
  const hint = meant === undefined ? '' : ` Did you mean --${meant}? Example: ${optionExample(meant, table[meant])}`;
  return `There is no option ${outsideText(given, 80)}.${hint}`;
}

/** A value for a message, without the user and the password of an address. */
function shown(text: string): string {
  const at = text.lastIndexOf('@');
  return outsideText(at < 0 ? text : `…${text.slice(at)}`, 80);
}

/** Reads a text of a form. */
export const ofForm = (form: RegExp) => (text: string) => (form.test(text) ? text : undefined);

/** The form of a text in one line. */
export const LINE = { expected: 'a text in one line', read: ofForm(/^\P{Cc}+$/u) } as const;

/** The form of a host. Node.js would look up any other text only when it opens the port. */
export const HOST = {
  expected: 'a host name or an IP address, without a port',
  read: (text: string) => (isIP(text) > 0 ? text : HOST_NAME.exec(text)?.[0]),
} as const;
const HOST_NAME = /^(?![\d.]+$)[a-z\d]([a-z\d.-]*[a-z\d])?$/i;

/** The account at the test gateway. */
export const TEST_ACCOUNT = {
  merchant: { expected: '1 to 50 letters, digits and dots', example: 'scudo', read: ofForm(/^[A-Za-z\d.]{1,50}$/) },
  account: { expected: '1 to 50 letters, digits and dots', example: 'internet', read: ofForm(/^[A-Za-z\d.]{1,50}$/) },
  secret: { ...LINE, example: 'secret', isSecret: true },
} as const satisfies OptionTable;

/** The form of an address. No request is sent to an address with a user or a password. */
export const ADDRESS = {
  expected: 'an http or https address without a user',
  read: (text: string) =>
    /^https?:\/\/[^/?#]/.test(text) && URL.canParse(text) && !(new URL(text).username + new URL(text).password)
      ? text
      : undefined,
} as const;

/** The form of an address to which paths are appended: without a slash at its end. */
export const BASE_ADDRESS = {
  ...ADDRESS,
  read: (text: string) => (ADDRESS.read(text) === undefined ? undefined : withoutSlash(text)),
} as const;

function withoutSlash(address: string): string {
  return address.endsWith('/') ? withoutSlash(address.slice(0, -1)) : address;
}
