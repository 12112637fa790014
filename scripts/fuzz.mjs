// Changes inputs of every parser and route, guided by the branches that they reach: `npm run fuzz`. The targets are in
// test/fuzz/targets/, with the property that each case checks; test/fuzz/corpus/ has the inputs that reached a branch.
import { readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';
import { bundleFuzzer } from './fuzz/bundle.mjs';

const { values } = parseArgs({
  options: {
    /** Cases of all targets together. */
    cases: { type: 'string', default: '1000000' },
    seed: { type: 'string', default: '1' },
    /** Beginnings of the names of targets; default: all. */
    target: { type: 'string', multiple: true, default: [''] },
    /** Writes the inputs that reached new branches to the corpus. */
    keep: { type: 'boolean', default: false },
    /** Runs one case: the input as JSON, with --target. */
    input: { type: 'string' },
    workers: { type: 'string', default: String(Math.min(2, availableParallelism())) },
  },
});

/** Time without progress, in milliseconds, after which a case counts as one that never ends. */
const HANGING = 120_000;

process.chdir(new URL('..', import.meta.url).pathname);
const program = await bundleFuzzer('.cache/fuzz/program');
const all = (await ask({ kind: 'list' })).filter(({ name }) => values.target.some((one) => name.startsWith(one)));

if (values.input === undefined) await fuzzAll();
else await replay();

async function fuzzAll() {
  const began = performance.now();
  const shares = all.reduce((sum, { share }) => sum + share, 0);
  const casesOf = ({ share }) => Math.ceil((Number(values.cases) * share) / shares);
  const waiting = [...all];
  const reports = [];
  await Promise.all(
    Array.from({ length: Number(values.workers) }, async () => {
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
  console.log(`\n${reports.length} targets, seed ${values.seed}, ${seconds} s.`);
  console.log(`${sum(({ cases }) => cases) - failed} passed, ${failed} failed`);
  process.exitCode = failed === 0 ? 0 : 1;
}

async function fuzzOne(name, cases) {
  const progress = new Int32Array(new SharedArrayBuffer(8));
  const running = new Uint8Array(new SharedArrayBuffer(65_536));
  const task = { kind: 'fuzz', name, seed: values.seed, cases, progress, running };
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

function printReport({ name, cases, branches, mostSteps, findings, corpus = [], seconds }) {
  const coverage = `${branches.reached} of ${branches.all} branches`;
  const figures = `corpus of ${corpus.length}, at most ${mostSteps} steps, ${seconds.toFixed(1)} s`;
  console.log(`${name}: ${cases} cases, ${coverage}, ${figures}`);
  for (const { input, message } of findings) {
    const text = JSON.stringify(input);
    console.log(`  ${message.split('\n').slice(0, 8).join('\n  ')}`);
    console.log(`  Replay: npm run fuzz -- --target ${name} --input '${text.replaceAll("'", "'\\''")}'`);
  }
}

async function replay() {
  const input = JSON.parse(values.input.startsWith('@') ? readFileSync(values.input.slice(1), 'utf8') : values.input);
  let failed = 0;
  for (const { name } of all) {
    const failure = await ask({ kind: 'replay', name, input });
    if (failure !== undefined) failed++;
    console.log(`${name}: ${failure ?? 'the property holds.'}`);
  }
  console.log(`${all.length - failed} passed, ${failed} failed`);
  process.exitCode = failed === 0 ? 0 : 1;
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
