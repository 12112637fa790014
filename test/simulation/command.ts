/**
 * `npm run simulate`. scripts/simulate.mjs bundles this file, because Node does not run the TypeScript of src/.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { loadChecks } from '../../src/payment/backend-client/late-checks.js';
import { loadTasks } from '../../src/payment/checkout/late-tasks.js';
import { FAULT_MEANINGS } from './engine/hops.js';
import { TRANSITIONS } from './report/coverage.js';
import { playMutant, playSound, type SoundWorlds } from './report/blind.js';
import { coverageLines } from './report/lines.js';
import { playTrapped } from './report/real-time.js';
import { runWorlds, type Failure } from './report/run.js';
import { shrink } from './report/shrink.js';
import { INVARIANTS } from './world/sim.js';

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    payments: { type: 'string' },
    slice: { type: 'string' },
    beyond: { type: 'boolean', default: false },
    /** Kinds of faults, or hops, that do not happen. */
    lacks: { type: 'string', multiple: true, default: [] },
    /** Replays one world, such as 1.46, with its trace. */
    world: { type: 'string' },
    /** Ends at the first world that breaks this invariant, or any with `failure`. */
    until: { type: 'string' },
    /** Writes the counts to a file. */
    save: { type: 'string' },
    /** Plays so many payments of a program that has switches for mutants, and saves what they reach. */
    sound: { type: 'string' },
    /** The worlds of the sound program, and mutants to play, separated by commas. */
    'sound-file': { type: 'string', default: '' },
    mutants: { type: 'string' },
    quiet: { type: 'boolean', default: false },
    /** Prints failing worlds and nothing else. */
    'failures-only': { type: 'boolean', default: false },
  },
});

const { beyond: isBeyond, lacks } = values;

const unknown = lacks.find(
  (name) =>
    name !== 'setup' && !(name in FAULT_MEANINGS) && !Object.values(FAULT_MEANINGS).some((faults) => name in faults),
);
if (unknown !== undefined) {
  console.error(`--lacks: there is no fault ${unknown}; docs/proof.md lists the names.`);
  process.exit(1);
}

if (values.sound !== undefined) {
  writeFileSync(values.save ?? '', JSON.stringify(await playSound(values.seed, Number(values.sound))));
} else if (values.mutants !== undefined) {
  const sound = JSON.parse(readFileSync(values['sound-file'], 'utf8')) as SoundWorlds;
  for (const mutant of values.mutants.split(','))
    console.log(JSON.stringify(await playMutant(values.seed, mutant, sound, () => console.log())));
} else if (values.world === undefined) await runAll();
else await replay(values.world);

async function runAll(): Promise<void> {
  const { seed, payments, slice, save, quiet } = values;
  const [from, to] = (slice ?? '').split('..').map(Number);
  const report = await runWorlds({
    seed,
    isBeyond,
    lacks,
    ...(values.until === undefined ? {} : { until: values.until as 'failure' }),
    ...(slice === undefined ? { payments: Number(payments ?? 1000) } : { from: from ?? 0, to: to ?? 0 }),
    ...(quiet ? {} : { onProgress: (count, failures) => console.log(`${count} payments, ${failures} failures`) }),
    onFailure: printFailure,
  });
  if (save !== undefined) {
    mkdirSync(new URL('.', `file://${process.cwd()}/${save}`), { recursive: true });
    const names = { faults: FAULT_MEANINGS, ...TRANSITIONS, invariants: INVARIANTS };
    writeFileSync(save, `${JSON.stringify({ ...report, names })}\n`);
  }
  if (!quiet) console.log(coverageLines(report).join('\n'));
  const failed = report.failures.length;
  process.exitCode = failed === 0 ? 0 : 1;
  if (values['failures-only']) return;
  console.log(`Trace hash ${report.hash.toString(16)}; ${report.cpuSeconds} s of CPU.`);
  const worlds = report.to - report.from;
  console.log(`${report.payments} payments in ${worlds} worlds; ${failed} worlds broke an invariant.`);
  console.log(`${worlds - failed} passed, ${failed} failed`);
}

function printFailure({ seed: world, violations }: Failure): void {
  const option = [isBeyond ? ' --beyond' : '', ...lacks.map((fault) => ` --lacks ${fault}`)].join('');
  console.log(`World ${world} breaks an invariant. Replay: npm run simulate -- --world ${world}${option}`);
  for (const { invariant, text } of violations) console.log(`  ${invariant}: ${text}`);
}

/** Prints the trace of a world; one that fails is shrunk first. */
async function replay(seed: string): Promise<void> {
  await Promise.all([loadChecks(), loadTasks()]);
  const shrunk = await shrink({ seed, isBeyond, lacks });
  const { trace, violations } = shrunk?.result ?? (await playTrapped({ seed, isBeyond, lacks, keepTrace: true }));
  console.log(trace.join('\n'));
  if (!shrunk) return console.log(`\nWorld ${seed} breaks no invariant.`);
  console.log(`\nWorld ${seed} needs ${shrunk.needed.length} of its ${shrunk.before} faults:`);
  for (const { hop, fault, key } of shrunk.needed) console.log(`  ${hop}: ${fault} (${key})`);
  for (const { invariant, text } of violations) console.log(`${invariant}: ${text}`);
  process.exitCode = 1;
}
