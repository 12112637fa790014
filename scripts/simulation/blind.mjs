// Changes the sources of backend and page a little, one place at a time, and compares the traces with those of the
// sound program: `npm run simulate -- blind`. The changes are those of `npm run mutation`, drawn by a seed.
// Results are added to .cache/simulation/blindness.json, so that ranges can be played one after another.
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { Instrumenter } from '@stryker-mutator/instrumenter';
import { readArguments } from '../arguments.mjs';
import { createDice } from '../dice.mjs';
import { strykerPlugins } from '../mutation/message-texts.mjs';
import { prepare } from '../prepare.mjs';
import { BLINDNESS, programOf } from './runs.mjs';

/** Sources whose changes alter payments: not the forms of options, the stores, the back office and the log. */
const SOURCES = /\/src\/(payment|server\/(book|domain|gateway|limits|use-cases))\/[^?]*\.ts$/;
/** Sources of reports, events and checks of options. They alter no payment, and their changes are not played. */
const REPORTS = /\/(balance|report-reconciliation|events\/|flag-report|gateway-options)/;
/** Longest time of a world, in milliseconds: a change may make a loop endless, and the machine may be busy. */
const LIMIT = 300_000;

const { values } = readArguments({
  name: 'simulate blind',
  purpose:
    'Plays payments with small changes of backend and page, and counts those that alter no trace, those that no\n' +
    'invariant finds, and those that are found.',
  options: {
    from: { meaning: 'first change of the drawn list', kind: { least: 0 }, default: 0 },
    changes: { meaning: 'changes to play', kind: { least: 1 }, default: 400 },
    payments: { meaning: 'payments for each change', kind: { least: 1 }, default: 200 },
    draw: { meaning: 'seed by which the changes are drawn', kind: { least: 1 }, default: 1 },
  },
});
const SEED = 'blind';

process.chdir(new URL('../..', import.meta.url).pathname);
prepare('sources');
const { bundleSimulation, NODE_OPTIONS } = await import('./bundle.mjs');
const folder = '.cache/simulation/blind';
mkdirSync(folder, { recursive: true });
const version = programOf(await bundleSimulation(`${folder}/sound`));

/** All changes, by the number in the bundle. */
const mutants = [];
const program = await bundleSimulation(`${folder}/mutants`, undefined, { name: 'mutants', enforce: 'pre', transform });
const sound = JSON.parse(await output(['--sound', String(values.payments)]));
const drawn = shuffled(mutants, values.draw).slice(values.from, values.from + values.changes);

const before = existsSync(BLINDNESS) ? JSON.parse(readFileSync(BLINDNESS, 'utf8')) : undefined;
const isContinued = before?.program === version && before.payments === sound.payments && before.draw === values.draw;
const report = isContinued
  ? before
  : { program: version, draw: values.draw, payments: sound.payments, changes: mutants.length, results: [] };
report.day = new Date().toISOString().slice(0, 10);
const isKnown = ({ file, place, by }) =>
  report.results.some((one) => one.file === file && one.place === place && one.by === by);
const missing = drawn.filter((mutant) => !isKnown(mutant));
const atStart = new Set(sound.atStart);
for (const mutant of missing.filter(({ file }) => REPORTS.test(file))) keep(mutant, { is: 'left' });
const played = missing.filter(({ file }) => !REPORTS.test(file));
const soundFile = `${folder}/sound.json`;
writeFileSync(soundFile, JSON.stringify(sound));
await playAll(played.filter(({ id }) => !atStart.has(id)));
for (const mutant of played.filter(({ id }) => atStart.has(id))) await playAll([mutant]);

const count = (is) => report.results.filter((one) => one.is === is).length;
console.log(
  `${report.results.length} of ${report.changes} changes: ${count('same')} with the same trace, ` +
    `${count('unfound')} not found, ${count('found')} found, ${count('stopped')} that do not start, ` +
    `${count('left')} in sources of reports, which were not played.`,
);

/** Puts the switches of all changes into a source. */
async function transform(code, id) {
  if (!SOURCES.test(id)) return undefined;
  const logger = { debug() {}, info() {}, isDebugEnabled: () => false };
  const ignorers = strykerPlugins.map(({ value }) => value);
  const options = { plugins: null, excludedMutations: [], ignorers };
  const result = await new Instrumenter(logger).instrument([{ name: id, content: code, mutate: true }], options);
  // Each call numbers its changes from 0.
  const offset = mutants.length;
  const numbered = (text) => String(offset + Number(text));
  const file = id.slice(id.lastIndexOf('/src/') + 1);
  for (const { id: own, location, mutatorName, replacement, status } of result.mutants) {
    const [first, last] = [location.start.line + 1, location.end.line + 1];
    const place = `${first}:${location.start.column}-${last}:${location.end.column}`;
    mutants.push({
      id: numbered(own),
      file,
      place,
      kind: mutatorName,
      by: replacement,
      isIgnored: status === 'Ignored',
    });
  }
  return result.files[0].content
    .replaceAll(/stryMutAct_(\w+)\("(\d+)"\)/g, (_call, name, own) => `stryMutAct_${name}("${numbered(own)}")`)
    .replaceAll(/stryCov_(\w+)\(("\d+"(?:, "\d+")*)\)/g, (_call, name, list) => {
      const ids = list.split(', ').map((one) => `"${numbered(one.slice(1, -1))}"`);
      return `stryCov_${name}(${ids.join(', ')})`;
    });
}

/** Returns the changes in an order that a seed draws, without texts for people. */
function shuffled(all, seed) {
  const dice = createDice(seed);
  const rest = all.filter(({ isIgnored }) => !isIgnored);
  for (let index = rest.length - 1; index > 0; index--) {
    const other = dice.below(index + 1);
    [rest[index], rest[other]] = [rest[other], rest[index]];
  }
  return rest;
}

/**
 * Plays changes in processes of their own. A person would see a change that ends the process. One that makes it hang
 * is not found: the machine may be busy.
 */
async function playAll(some) {
  let left = some;
  while (left.length > 0) {
    const [done, end] = await playSome(left);
    left = left.slice(done);
    if (left.length === 0) return;
    const [stopped, ...rest] = left;
    if (atStart.has(stopped.id)) keep(stopped, { is: 'stopped' });
    else keep(stopped, end === 'silent' ? { is: 'unfound' } : { is: 'found', invariant: 'the process ends' });
    left = rest;
  }
}

function playSome(some) {
  const [{ id }] = some;
  const env = { ...process.env, ...(atStart.has(id) ? { __STRYKER_ACTIVE_MUTANT__: id } : {}) };
  const ids = some.map((one) => one.id).join();
  const args = [...NODE_OPTIONS, program, '--seed', SEED, '--mutants', ids, '--sound-file', soundFile];
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'inherit'] });
  let done = 0;
  let end = 'ended';
  let timer = setTimeout(stopWaiting, LIMIT);
  function stopWaiting() {
    end = 'silent';
    child.kill('SIGKILL');
  }
  createInterface({ input: child.stdout }).on('line', (line) => {
    clearTimeout(timer);
    timer = setTimeout(stopWaiting, LIMIT);
    // An empty line is a world without a violation.
    if (line !== '') keep(some[done++], JSON.parse(line));
  });
  return new Promise((resolve) => {
    child.on('close', () => {
      clearTimeout(timer);
      resolve([done, end]);
    });
  });
}

function keep({ id, isIgnored: _ignored, ...mutant }, sight) {
  const worlds = atStart.has(id) ? sound.hashes.length : (sound.worldsOf[id]?.length ?? 0);
  report.results.push({ ...mutant, by: mutant.by.slice(0, 80), worlds, ...sight });
  writeFileSync(BLINDNESS, `${JSON.stringify(report, undefined, 1)}\n`);
  console.log(`${sight.is.padEnd(8)} ${mutant.file}:${mutant.place} ${mutant.kind} ${sight.invariant ?? ''}`);
}

/** The output of the program of the changes. */
function output(options) {
  const save = `${folder}/output.json`;
  rmSync(save, { force: true });
  const args = [...NODE_OPTIONS, program, '--seed', SEED, ...options, '--save', save];
  return new Promise((resolve, reject) => {
    spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit'] }).on('close', (code) =>
      code === 0 ? resolve(readFileSync(save, 'utf8')) : reject(new Error(`The sound program ended with ${code}.`)),
    );
  });
}
