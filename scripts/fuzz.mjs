// Changes inputs of every parser and route, guided by the branches that they reach: `npm run fuzz`. The targets are in
// test/fuzz/targets/, with the property that each case checks; test/fuzz/corpus/ has the inputs that reached a branch.
import { readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { readArguments, stop } from './arguments.mjs';
import { counted } from './counted.mjs';
import { prepare } from './prepare.mjs';

const { values } = readArguments({
  name: 'fuzz',
  purpose:
    'Changes inputs of every parser and route, guided by the branches that they reach. Each target plays its share of\n' +
    'the cases, rounded up.',
  options: {
    cases: { meaning: 'cases of all targets together', kind: { least: 1 }, default: 1_000_000 },
    seed: { meaning: 'chooses the inputs', kind: { least: 0 }, default: 1 },
    target: {
      meaning: 'beginning of names of targets; can be repeated (default: all)',
      kind: 'text',
      isRepeatable: true,
    },
    list: { meaning: 'prints each target with the property that its cases check', kind: 'flag' },
    keep: { meaning: 'writes the inputs that reached a branch to test/fuzz/corpus/', kind: 'flag' },
    input: {
      meaning: 'runs one case of the targets: the input as JSON, or @FILE',
      kind: 'text',
      without: ['cases', 'seed', 'keep', 'list'],
    },
    workers: { meaning: 'targets at the same time', kind: { least: 1 }, default: Math.min(2, availableParallelism()) },
  },
});

/** Time without progress, in milliseconds, after which a case counts as one that never ends. */
const HANGING = 120_000;

process.chdir(new URL('..', import.meta.url).pathname);
const input = values.input === undefined ? undefined : readInput(values.input);
prepare('sources');
const { bundleFuzzer } = await import('./fuzz/bundle.mjs');
const program = await bundleFuzzer('.cache/fuzz/program');
const targets = chosenTargets(await ask({ kind: 'list' }));

if (values.list) for (const { name, holds } of targets) console.log(`${name}: ${holds}`);
else if (values.input === undefined) await fuzzAll();
else await replay();

function chosenTargets(all) {
  const beginnings = values.target ?? [''];
  const unknown = beginnings.find((one) => !all.some(({ name }) => name.startsWith(one)));
  if (unknown !== undefined)
    stop(`There is no fuzz target "${unknown}". Targets: ${all.map(({ name }) => name).join(', ')}.`);
  return all.filter(({ name }) => beginnings.some((one) => name.startsWith(one)));
}

async function fuzzAll() {
  const began = performance.now();
  const shares = targets.reduce((sum, { share }) => sum + share, 0);
  const casesOf = ({ share }) => Math.ceil((values.cases * share) / shares);
  printLegend(targets.reduce((sum, target) => sum + casesOf(target), 0));
  const waiting = [...targets];
  const reports = [];
  await Promise.all(
    Array.from({ length: values.workers }, async () => {
      for (let target = waiting.shift(); target; target = waiting.shift()) {
        const report = await fuzzOne(target.name, casesOf(target));
        reports.push(report);
        printReport(report);
      }
    }),
  );
  const sum = (of) => reports.reduce((total, report) => total + of(report), 0);
  const failed = sum((report) => report.failed);
  const seconds = Math.round((performance.now() - began) / 1000);
  console.log(`\n${counted(reports.length, 'target')}, seed ${values.seed}, ${seconds} s.`);
  console.log(`${sum(({ cases }) => cases) - failed} passed, ${failed} failed`);
  process.exitCode = failed === 0 ? 0 : 1;
}

async function fuzzOne(name, cases) {
  const progress = new Int32Array(new SharedArrayBuffer(8));
  const running = new Uint8Array(new SharedArrayBuffer(65_536));
  const task = { kind: 'fuzz', name, seed: String(values.seed), cases, progress, running };
  const began = performance.now();
  const report = await ask(task, progress).catch((error) => {
    const input = new TextDecoder().decode(running.slice(0, progress[1]));
    const finding = { input: JSON.parse(input), message: error.message };
    return { name, cases: progress[0], failed: 1, findings: [finding], branches: { reached: 0, all: 0 }, mostSteps: 0 };
  });
  if (values.keep && report.corpus) {
    const lines = report.corpus.map((one) => `${JSON.stringify(one)}\n`);
    writeFileSync(`test/fuzz/corpus/${name}.jsonl`, lines.join(''));
  }
  return { ...report, seconds: (performance.now() - began) / 1000 };
}

function printLegend(cases) {
  const rounded = cases === values.cases ? '' : ` (${values.cases}, with the share of each target rounded up)`;
  console.log(`${counted(cases, 'case')} of ${counted(targets.length, 'target')}${rounded}.`);
  console.log(
    'Branches: of the modules that the target has reached. Inputs to keep: those that reach further branches than',
  );
  console.log(
    'the inputs that the target begins with. Steps: branches that the longest case took, repeated ones too.\n',
  );
}

function printReport({ name, cases, branches, mostSteps, findings, corpus = [], seconds }) {
  const coverage = `${branches.reached} of ${branches.all} branches, ${counted(corpus.length, 'input')} to keep`;
  console.log(`${name}: ${counted(cases, 'case')}, ${coverage}, at most ${mostSteps} steps, ${seconds.toFixed(1)} s`);
  for (const { input, message } of findings) {
    const text = JSON.stringify(input);
    console.log(`  ${message.split('\n').slice(0, 8).join('\n  ')}`);
    console.log(`  Replay: npm run fuzz -- --target ${name} --input '${text.replaceAll("'", "'\\''")}'`);
  }
}

async function replay() {
  let failed = 0;
  for (const { name } of targets) {
    const failure = await ask({ kind: 'replay', name, input });
    if (failure !== undefined) failed++;
    console.log(`${name}: ${failure ?? 'the property holds.'}`);
  }
  console.log(`${targets.length - failed} passed, ${failed} failed`);
  process.exitCode = failed === 0 ? 0 : 1;
}

function readInput(text) {
  try {
    return JSON.parse(text.startsWith('@') ? readFileSync(text.slice(1), 'utf8') : text);
  } catch (error) {
    return stop(`--input must be JSON, or @FILE with a file of JSON, got ${text.slice(0, 80)}: ${error.message}`);
  }
}

/** Runs a task in a worker of its own. Rejects when it makes no progress, because of an endless loop or pattern. */
function ask(task, progress) {
  return new Promise((resolve, reject) => {
    const worker = new Worker(`./${program}`, { resourceLimits: { maxYoungGenerationSizeMb: 64 } });
    let before = -1;
    const watch = setInterval(() => {
      if (progress && before === progress[0])
        end(() => reject(new Error(`The case did not end within ${HANGING / 1000} s.`)));
      before = progress?.[0];
    }, HANGING);
    const end = (then) => {
      clearInterval(watch);
      void worker.terminate();
      then();
    };
    worker.once('message', (result) => end(() => resolve(result)));
    worker.once('error', (error) => end(() => reject(error)));
    worker.postMessage(task);
  });
}
