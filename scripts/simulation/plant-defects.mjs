// Plants known defects one at a time, and runs the simulation until a world breaks the invariant that the defect is
// about: `npm run simulate defects`. The same world must pass without the defect.
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { readArguments, stop } from '../arguments.mjs';
import { prepare } from '../prepare.mjs';
import { DEFECT_RESULTS as RESULTS, DEFECTS } from './defects.mjs';
import { SEED } from './seed.mjs';

const { values } = readArguments({
  name: 'simulate defects',
  purpose:
    'Plants known defects one at a time, and runs the simulation until a world breaks the invariant of the defect.',
  options: {
    only: { meaning: 'plants the defects whose name has this text', kind: 'text' },
    part: {
      meaning: 'plants one of so many parts of the defects, beside commands with the others',
      kind: { shape: 'PART/PARTS, such as 1/2', pattern: /^[1-9]\d*\/[1-9]\d*$/ },
      default: '1/1',
    },
    missing: { meaning: 'leaves out defects that an earlier run has found', kind: 'flag' },
    payments: { meaning: 'payments after which a search without a find ends', kind: { least: 1 }, default: 100_000 },
    seed: { meaning: 'name of a row of worlds', kind: SEED, default: 'defects' },
  },
});
/** Worlds of one process. */
const SLICE = 4_000;
const [part, parts] = values.part.split('/').map(Number);
if (part > parts) stop(`--part must be at most ${parts}/${parts}, got ${values.part}.`);
const named = DEFECTS.filter(({ name }) => name.includes(values.only ?? ''));
if (named.length === 0) stop(`No defect has "${values.only}" in its name.`);

process.chdir(new URL('../..', import.meta.url).pathname);
prepare('sources');
const { bundleSimulation, NODE_OPTIONS } = await import('./bundle.mjs');
mkdirSync('.cache/simulation', { recursive: true });
const folder = `.cache/simulation/planted-${process.pid}`;
const counts = { passed: 0, failed: 0 };

const earlier = existsSync(RESULTS) ? JSON.parse(readFileSync(RESULTS, 'utf8')) : {};
const chosen = named
  .filter((_one, index) => index % parts === part - 1)
  .filter(({ name }) => !values.missing || earlier[name]?.world === undefined);
const sound = await bundleSimulation(`${folder}-none`);
for (const defect of chosen) {
  const program = await bundleSimulation(folder, defect);
  const { found, payments } = await search(program, defect.invariant);
  const results = existsSync(RESULTS) ? JSON.parse(readFileSync(RESULTS, 'utf8')) : {};
  results[defect.name] = found
    ? { invariant: defect.invariant, world: found.seed, payments }
    : { payments: Math.max(payments, results[defect.name]?.payments ?? 0) };
  if (found) {
    const world = Number(found.seed.split('.').at(-1));
    const without = await played(sound, world, world + 1);
    if (without.failures.length > 0) throw new Error(`World ${found.seed} breaks an invariant without a defect.`);
  }
  writeFileSync(RESULTS, `${JSON.stringify(results, undefined, 2)}\n`);
  console.log(found ? `found after ${payments} payments` : `not found in ${payments}`, '-', defect.name);
  if (found) console.log(`  world ${found.seed}: ${found.violations[0].invariant}: ${found.violations[0].text}`);
  counts[found ? 'passed' : 'failed']++;
}
console.log(`${counts.passed} passed, ${counts.failed} failed`);
process.exitCode = counts.failed === 0 ? 0 : 1;

/**
 * Plays slice after slice until a world breaks the invariant. Returns that world, and the payments up to it or, without
 * one, all that were played.
 */
async function search(program, invariant) {
  let payments = 0;
  for (let from = 0; payments < values.payments; from += SLICE) {
    // A world has at least one payment.
    const worlds = Math.min(SLICE, values.payments - payments);
    const slice = await played(program, from, from + worlds, ['--until', invariant]);
    const found = slice.failures.find(({ violations }) => violations[0].invariant === invariant);
    if (found) return { found, payments: payments + found.payments };
    payments += slice.payments;
  }
  return { payments };
}

/** Plays worlds of the seed in a process of their own, whose memory ends with it, and returns the counts. */
async function played(program, from, to, options = []) {
  const report = `${folder}.json`;
  rmSync(report, { force: true });
  const range = ['--seed', values.seed, '--slice', `${from}..${to}`];
  const args = [...NODE_OPTIONS, program, '--quiet', ...range, ...options, '--save', report];
  await new Promise((resolve) => {
    spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit'] }).on('close', resolve);
  });
  if (!existsSync(report)) throw new Error(`${program} has written no counts: it ended before its last world.`);
  return JSON.parse(readFileSync(report, 'utf8'));
}
