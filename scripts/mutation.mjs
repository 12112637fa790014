// Changes the code a little, one place at a time, and runs the tests that must notice it. `npm run mutation` does so
// for all parts of scripts/mutation/parts.mjs, `npm run mutation -- values card` for some. Results are kept in
// .cache/mutation/, so that the next run repeats only what has changed.
import { spawn } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname } from 'node:path';
import { readArguments, stop } from './arguments.mjs';
import { PARTS } from './mutation/parts.mjs';
import { prepare } from './prepare.mjs';

const { values, names } = readArguments({
  name: 'mutation',
  purpose:
    'Changes the code a little, one place at a time, and runs the tests that must notice it. Results are kept in\n' +
    '.cache/mutation/, so that the next run repeats only what has changed.',
  names: { one: 'part', several: 'parts', choices: PARTS.map(({ name }) => name) },
  options: {
    files: {
      meaning: 'text that paths of files have; can be repeated (default: all)',
      kind: 'text',
      isRepeatable: true,
    },
    tests: { meaning: 'glob of tests instead of those of the part, for a quick answer about one file', kind: 'text' },
    // Code that runs when its file is loaded needs every test of the part.
    quick: { meaning: 'leaves out tables, schemas and constants', kind: 'flag' },
    survivors: { meaning: 'prints each change that no test noticed', kind: 'flag' },
    whole: { meaning: 'repeats everything: after --quick, and after a change of tests alone', kind: 'flag' },
    workers: {
      meaning: 'test processes at the same time',
      kind: { least: 1 },
      default: Math.min(2, availableParallelism()),
    },
  },
});
const texts = values.files ?? ['.ts'];
process.chdir(new URL('..', import.meta.url).pathname);

const CACHE = '.cache/mutation';
const NOTICED = ['Killed', 'Timeout'];
const UNNOTICED = ['Survived', 'NoCoverage'];
const folders = { passed: 0, failed: 0 };

const chosen = PARTS.filter(({ name }) => names.length === 0 || names.includes(name))
  .map((part) => ({ part, sources: sourcesOf(part) }))
  .filter(({ sources }) => sources.length > 0);
if (chosen.length === 0) stop(`No part has a file like ${texts.join(', ')}.`);
prepare('sources');
for (const { part, sources } of chosen) printPart(part, await resultOf(part, sources), sources);
if (folders.passed + folders.failed === 0) stop('These files have nothing that can be changed.');
console.log(`\n${folders.passed} passed, ${folders.failed} failed`);
process.exitCode = folders.failed === 0 ? 0 : 1;

function sourcesOf({ sources }) {
  return readdirSync('src', { recursive: true })
    .map((path) => `src/${path}`)
    .filter((path) => path.endsWith('.ts') && sources.some((beginning) => path.startsWith(beginning)))
    .filter((path) => texts.some((text) => path.includes(text)))
    .sort();
}

/** Runs Stryker for a part, and reads its report. */
async function resultOf({ name, tests }, sources) {
  const report = `${CACHE}/${name}.report.json`;
  const config = `${CACHE}/${name}.config.json`;
  const sandbox = `${CACHE}/sandbox-${name}`;
  mkdirSync(CACHE, { recursive: true });
  rmSync(report, { force: true });
  // A run that was ended has left its copy of the sources.
  rmSync(sandbox, { recursive: true, force: true });
  const options = {
    testRunner: 'vitest',
    plugins: ['@stryker-mutator/vitest-runner', './scripts/mutation/message-texts.mjs'],
    ignorers: ['message-texts'],
    vitest: { configFile: 'vitest.mutation.config.ts', related: false },
    mutate: sources,
    disableTypeChecks: false,
    coverageAnalysis: 'perTest',
    ignoreStatic: values.quick,
    concurrency: values.workers,
    timeoutMS: 30_000,
    incremental: true,
    incrementalFile: `${CACHE}/${name}.incremental.json`,
    force: values.whole,
    tempDirName: sandbox,
    cleanTempDir: 'always',
    ignorePatterns: ['dist', 'e2e', 'demo/examples', 'docs/pictures', '.cache', '.demo'],
    reporters: ['json', process.stdout.isTTY ? 'progress' : 'progress-append-only'],
    // A file and the log of a CI show colors as control characters, and need no line for each step.
    allowConsoleColors: process.stdout.isTTY === true,
    logLevel: process.stdout.isTTY ? 'info' : 'warn',
    jsonReporter: { fileName: report },
    // The warning about static code proposes what --quick does.
    warnings: { slow: false },
  };
  writeFileSync(config, JSON.stringify(options));
  const code = await new Promise((resolve, reject) => {
    const child = spawn('node_modules/.bin/stryker', ['run', config], {
      stdio: 'inherit',
      env: { ...process.env, SCUDO_MUTATION_TESTS: values.tests ?? tests },
    });
    child.on('error', reject);
    child.on('close', resolve);
  });
  if (code !== 0) stop(`Stryker ended with ${code} for the part ${name}: see above.`);
  return JSON.parse(readFileSync(report, 'utf8'));
}

/** Prints each folder of a part with its files. The goal is one for the folder. */
function printPart({ name, goal }, { files }, sources) {
  console.log(`\n${name}: tests must notice at least ${goal} % of the changes in each folder`);
  const results = sources
    .filter((path) => path in files)
    .map((path) => ({ path, ...countsOf(files[path].mutants), source: files[path].source }));
  for (const folder of new Set(results.map(({ path }) => dirname(path)))) {
    const own = results.filter(({ path, all }) => dirname(path) === folder && all > 0);
    const all = own.reduce((sum, result) => sum + result.all, 0);
    if (all === 0) continue;
    const noticed = own.reduce((sum, result) => sum + result.noticed, 0);
    const isMet = 100 * noticed >= goal * all;
    folders[isMet ? 'passed' : 'failed'] += 1;
    console.log(`${isMet ? '✓' : '✗'} ${shareOf({ noticed, all })}  ${folder}/`);
    for (const { path, missed, source, ...counts } of own) {
      console.log(`    ${shareOf(counts)}  ${path.slice(folder.length + 1)}`);
      if (!values.survivors) continue;
      for (const mutant of missed) console.log(`      ${describe(mutant, source)}`);
    }
  }
}

function countsOf(mutants) {
  const noticed = mutants.filter(({ status }) => NOTICED.includes(status)).length;
  const missed = mutants.filter(({ status }) => UNNOTICED.includes(status));
  return { noticed, missed, all: noticed + missed.length };
}

function shareOf({ noticed, all }) {
  return `${((100 * noticed) / all).toFixed(1).padStart(5)} %  ${noticed} of ${all}`;
}

/** The place of a change, its text, and the text that replaces it. */
function describe({ location: { start, end }, replacement = '', mutatorName, status }, source) {
  const lines = source.split('\n').slice(start.line - 1, end.line);
  lines[lines.length - 1] = lines.at(-1).slice(0, end.column - 1);
  lines[0] = lines[0].slice(start.column - 1);
  const shorten = (text) => text.replaceAll(/\s+/g, ' ').slice(0, 90);
  return `${start.line}:${start.column} ${mutatorName} ${status}: ${shorten(lines.join(' '))} → ${shorten(replacement)}`;
}
