import { spawn } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { ArgumentError, parseArguments, usageOf } from '../scripts/arguments.mjs';

const COMMAND = {
  name: 'play',
  purpose: 'Plays.',
  names: { one: 'song', several: 'songs', choices: ['waltz', 'polka'] },
  options: {
    times: { meaning: 'repetitions', kind: { least: 1 }, default: 3, short: 't' },
    store: { meaning: 'where it is kept', kind: { oneOf: ['disk', 'tape'] } },
    range: { meaning: 'bars', kind: { shape: 'FROM..TO, such as 1..4', pattern: /^\d+\.\.\d+$/ }, without: ['times'] },
    tag: { meaning: 'text of its name', kind: 'text', isRepeatable: true },
    loud: { meaning: 'without a damper', kind: 'flag' },
  },
} as const;

const OPTIONS = 'Options: --times, --store, --range, --tag, --loud, --help';

describe('the arguments of a script', () => {
  it('arguments have values by the kinds of their options, and defaults', () => {
    expect(parseArguments(COMMAND, [])).toEqual({
      values: { times: 3, loud: false, help: false },
      names: [],
      isHelp: false,
    });
    expect(
      parseArguments(COMMAND, ['polka', '-t', '12', '--store=tape', '--tag', 'a', '--tag', '-1', '--loud']),
    ).toMatchObject({ values: { times: 12, store: 'tape', tag: ['a', '-1'], loud: true }, names: ['polka'] });
    expect(parseArguments(COMMAND, ['--range', '2..3']).values).toMatchObject({ range: '2..3', times: 3 });
    expect(parseArguments(COMMAND, ['-h']).isHelp).toBe(true);
  });

  it.each([
    [['--times', 'abc'], '--times must be a whole number of 1 or more, got abc.'],
    [['--times', '0'], '--times must be a whole number of 1 or more, got 0.'],
    [['--times', '-5'], '--times must be a whole number of 1 or more, got -5.'],
    [['--times', '1e3'], '--times must be a whole number of 1 or more, got 1e3.'],
    [['--times', '99999999999999999999'], '--times must be a whole number of 1 or more, got 99999999999999999999.'],
    [['-t', '1.5'], '-t must be a whole number of 1 or more, got 1.5.'],
    [['--times'], '--times needs a value: a whole number of 1 or more.'],
    [['--times='], '--times needs a value: a whole number of 1 or more.'],
    [['--store', '--loud'], '--store needs a value: disk or tape.'],
    [['--store', 'mysql'], '--store is disk or tape, got mysql.'],
    [['--range', '1-4'], '--range must be FROM..TO, such as 1..4, got 1-4.'],
    [['--range', '1..4', '--times', '2'], '--range and --times cannot be combined.'],
    [['--tag'], '--tag needs a value.'],
    [['--loud=no'], '--loud takes no value, got no.'],
    [['--bogus', '1'], `There is no option --bogus. ${OPTIONS}.`],
    [['--toString'], `There is no option --toString. ${OPTIONS}.`],
    [['-x'], `There is no option -x. ${OPTIONS}.`],
    [['tango'], 'There is no song "tango". Songs: waltz, polka.'],
  ])('a wrong argument is refused in one line with the choices: %j', (parameters, message) => {
    expect(() => parseArguments(COMMAND, parameters)).toThrow(new ArgumentError(message));
  });

  it('an argument without a dash is refused where a script takes only options', () => {
    const { names: _none, ...command } = COMMAND;
    expect(() => parseArguments(command, ['polka'])).toThrow(
      new ArgumentError(`npm run play takes only options, got polka. ${OPTIONS}.`),
    );
  });

  it('the usage text lists all options', () => {
    expect(usageOf(COMMAND)).toBe(
      [
        'npm run play -- [SONGS] [OPTIONS]',
        '',
        'Plays.',
        '',
        '  -t, --times N      repetitions (default: 3)',
        '  --store disk|tape  where it is kept',
        '  --range FROM..TO   bars',
        '  --tag TEXT         text of its name',
        '  --loud             without a damper',
        '  -h, --help         prints this text',
        '',
        'Songs: waltz, polka',
      ].join('\n'),
    );
  });
});

describe('the scripts of the proofs', () => {
  it.each([
    ['simulate --payments 0', '--payments must be a whole number of 1 or more, got 0.'],
    ['simulate --world 7.x', '--world must be SEED.NUMBER, such as 7.46, got 7.x.'],
    ['simulate --slice 5..5', '--slice must end after its beginning, got 5..5.'],
    ['fuzz --seed x', '--seed must be a whole number of 0 or more, got x.'],
    ['fuzz --input {', '--input must be JSON, or @FILE with a file of JSON, got {: '],
    ['soak --payments abc --orders 1', '--payments must be a whole number of 0 or more, got abc.'],
    ['soak --store mysql', '--store is sqlite or postgres, got mysql.'],
    ['soak --payments 0 --orders 0', '--payments and --orders are both 0: there is nothing to play.'],
    ['mutation nosuch', 'There is no part "nosuch". Parts: values, '],
    ['mutation values --files nosuch', 'No part has a file like nosuch.'],
    ['bench typing --rounds abc', 'There is no option --rounds. Options: --short, --document, --help.'],
    ['bench --document typing', '--document is about all benches, got typing.'],
    ['simulate slices --until 25:00', '--until must be HH:MM, such as 18:30, got 25:00.'],
    ['simulate defects --only nosuch', 'No defect has "nosuch" in its name.'],
    ['simulate proof --seed 1', 'There is no option --seed. Options: --help.'],
    ['simulate fixed --payments 0', '--payments must be a whole number of 1 or more, got 0.'],
    ['test nosuch', 'There is no part "nosuch". Parts: formatting, '],
    ['test --level more', '--level is test or ci or all, got more.'],
    ['examples nosuch', 'There is no example "nosuch". Examples: '],
    ['faults nosuch', 'npm run faults takes only options, got nosuch. Options: --grep, '],
  ])('a wrong argument ends a script with one line and the code 1: %s', async (line, message) => {
    const { code, stdout, stderr } = await run(line);
    expect({ code, stdout, lines: stderr.trimEnd().split('\n') }).toEqual({
      code: 1,
      stdout: '',
      lines: [expect.stringContaining(message)],
    });
  });

  it.each([
    'simulate',
    'simulate slices',
    'simulate defects',
    'simulate proof',
    'fuzz',
    'soak',
    'mutation',
    'bench',
    'faults',
  ])('the option --help prints the usage of %s', async (name) => {
    const { code, stdout, stderr } = await run(`${name} --help`);
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toContain(`npm run ${name} -- `);
    expect(stdout).toContain('--help');
  });
});

/** Runs a script of package.json with arguments, without npm. */
function run(line: string): Promise<{ code: number | null; stdout: string; stderr: string }> {
  const [name, ...parameters] = line.split(' ');
  const child = spawn(process.execPath, [`scripts/${name}.mjs`, ...parameters]);
  const output = { stdout: '', stderr: '' };
  child.stdout.on('data', (data) => (output.stdout += String(data)));
  child.stderr.on('data', (data) => (output.stderr += String(data)));
  return new Promise((resolve) => child.on('close', (code) => resolve({ code, ...output })));
}
