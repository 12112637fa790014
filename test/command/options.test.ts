import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { CERTIFY_OPTIONS } from '../../src/command/certify/certify-options.js';
import { runCertify } from '../../src/command/certify/certify.js';
import { CONFORMANCE_OPTIONS } from '../../src/command/conformance/conformance-options.js';
import { runConformance } from '../../src/command/conformance/conformance.js';
import { DOCTOR_OPTIONS, runDoctor } from '../../src/command/doctor/doctor.js';
import { OPERATOR_CALLS } from '../../src/command/operator/operator-calls.table.js';
import { orderOptions } from '../../src/command/orders/order-options.js';
import { runOrders } from '../../src/command/orders/orders.js';
import { parseCommand, SANDBOX_OPTIONS } from '../../src/command/sandbox-options.js';
import type { OptionTable } from '../../src/command/option-reader.js';
import { outsideText } from '../../src/command/outside-text.js';
import { CommandUsageError } from '../../src/command/usage-error.js';

interface Command {
  readonly name: string;
  readonly table: OptionTable;
  readonly run: (args: readonly string[]) => unknown;
}

const noPrint = () => undefined;

const COMMANDS: readonly Command[] = [
  { name: 'sandbox', table: SANDBOX_OPTIONS, run: (args) => parseCommand(['sandbox', ...args]) },
  { name: 'doctor', table: DOCTOR_OPTIONS, run: (args) => runDoctor(args, noPrint) },
  { name: 'conformance', table: CONFORMANCE_OPTIONS, run: (args) => runConformance(args, noPrint) },
  { name: 'certify', table: CERTIFY_OPTIONS, run: (args) => runCertify(args, noPrint, { env: {} }) },
  ...OPERATOR_CALLS.filter(({ required }) => required !== undefined).map((call) => ({
    name: `orders ${call.name}`,
    table: orderOptions(call),
    run: (args: readonly string[]) => runOrders([call.name, ...args], noPrint, { env: {} }),
  })),
];

/** Texts of which one has a wrong form for every option with a form. */
const WRONG = ['two\nlines', 'no value!', '-'];

/** Wrong arguments, and the value that a message must not show. */
interface Mistake {
  readonly title: string;
  readonly args: readonly string[];
  readonly option: string;
  readonly example: string;
  readonly hidden?: string;
  readonly run: Command['run'];
}

const MISTAKES = COMMANDS.flatMap(({ name, table, run }) =>
  Object.entries(table).flatMap(([key, row]): readonly Mistake[] => {
    const option = `--${key}`;
    const mistake = (title: string, args: readonly string[], more?: Partial<Mistake>): Mistake => ({
      title: `${name} ${option} ${title}`,
      args,
      option,
      example: `Example: ${row === 'flag' ? option : `${option} ${row.example}`}`,
      run,
      ...more,
    });
    if (row === 'flag') {
      return [mistake('with a value', [`${option}=yes`]), mistake('twice', [option, option])];
    }
    const { read, example, isRepeatable, isSecret } = row;
    const wrong = WRONG.find((text) => read(text) === undefined);
    return [
      mistake('without a value', [option]),
      mistake('before another option', [option, '--help']),
      mistake('with an empty value', [`${option}=`]),
      mistake('with an empty argument', [option, '']),
      mistake('with a blank value', [option, ' ']),
      ...(wrong === undefined
        ? []
        : [mistake('with a wrong value', [`${option}=${wrong}`], isSecret ? { hidden: wrong } : {})]),
      ...(isRepeatable
        ? []
        : [
            mistake('twice', [option, example, option, example]),
            mistake('twice in other forms', [`${option}=${example}`, option, example]),
          ]),
    ];
  }),
);

describe('a wrong option', () => {
  const fetch = vi.fn<typeof globalThis.fetch>();
  const listen = vi.fn();
  beforeEach(async () => {
    vi.stubGlobal('fetch', fetch);
    vi.spyOn((await import('node:net')).Server.prototype, 'listen').mockImplementation(listen as never);
  });
  afterEach(() => {
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
  });

  test.each(MISTAKES)('$title ends the command with an example', async ({ args, option, example, hidden, run }) => {
    const error = await Promise.resolve()
      .then(() => run(args))
      .catch((cause: unknown) => cause);
    expect(error).toBeInstanceOf(CommandUsageError);
    const { message } = error as CommandUsageError;
    expect(message).toContain(`${option} `);
    expect(message).toContain(example);
    if (hidden !== undefined) expect(message).not.toContain(outsideText(hidden, 80));
    expect(fetch).not.toHaveBeenCalled();
    expect(listen).not.toHaveBeenCalled();
  });

  test.each(COMMANDS)('$name names the option that a misspelled one means', async ({ table, run }) => {
    const [name = ''] = Object.keys(table).filter((key) => key.length > 4);
    const given = `--${name.slice(0, -1)}`;
    await expect(Promise.resolve().then(() => run([given]))).rejects.toThrow(
      `There is no option ${given}. Did you mean --${name}? Example: --${name}`,
    );
  });

  const REQUIRED = COMMANDS.flatMap(({ name, table, run }) =>
    Object.entries(table).flatMap(([key, row]) =>
      row !== 'flag' && row.isRequired ? [{ name, option: `--${key} ${row.example}`, table, run }] : [],
    ),
  );
  test.each(REQUIRED)('$name names $option when it is missing', async ({ option, table, run }) => {
    const others = Object.entries(table).flatMap(([key, row]) =>
      row !== 'flag' && row.isRequired && !option.startsWith(`--${key} `) ? [`--${key}`, row.example] : [],
    );
    const [name = ''] = option.split(' ');
    const message = new RegExp(`^${name} is missing. .* Example: ${option}$`);
    await expect(Promise.resolve().then(() => run(others))).rejects.toThrow(message);
    expect(fetch).not.toHaveBeenCalled();
  });

  test.each([
    ['conformance', ['--gateway', 'https://real.example'], '--gateway must be an http address'],
    ['doctor', ['--url', 'http://ada:hush@shop.example'], 'got "…@shop.example"'],
    ['doctor', ['--url', 'https://shop.example', 'other'], 'The command takes options only; got "other".'],
    ['sandbox', ['--file', '/nonexistent/dir/x'], '--file must be the path of a file in a folder that exists'],
    ['sandbox', ['--code', 'abc'], '--code must be digits; got "abc". Example: --code 123456'],
    ['sandbox', ['--merchant-host', 'http://x'], '--merchant-host must be a host name or an IP address'],
  ])('%s %j ends with "%s"', async (name, args, message) => {
    const command = COMMANDS.find((one) => one.name === name);
    await expect(Promise.resolve().then(() => command?.run(args))).rejects.toThrow(message);
  });

  test.each(COMMANDS)('$name accepts each example', ({ table }) => {
    for (const [name, row] of Object.entries(table)) {
      if (row !== 'flag') expect(row.read(row.example), `${name} ${row.example}`).not.toBe(undefined);
    }
  });
});
