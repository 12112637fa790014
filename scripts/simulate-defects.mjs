// Plants known defects one at a time, and runs the simulation until a world breaks the invariant that the defect is about:
// `npm run simulate:defects`. The same world must pass without the defect.
// Options: --only TEXT plants the defects whose name has the text; --part 1/2 plants the first half of them, beside
// another command with the second; --missing leaves out those that an earlier run found; --payments N ends a search
// without a find.
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { bundleSimulation, NODE_OPTIONS } from './simulation/bundle.mjs';
import { DEFECT_RESULTS as RESULTS, DEFECTS } from './simulation/defects.mjs';

process.chdir(new URL('..', import.meta.url).pathname);
const { values } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    part: { type: 'string', default: '1/1' },
    missing: { type: 'boolean', default: false },
    payments: { type: 'string', default: '100000' },
    seed: { type: 'string', default: 'defects' },
  },
});

mkdirSync('.cache/simulation', { recursive: true });
const folder = `.cache/simulation/planted-${process.pid}`;
const counts = { passed: 0, failed: 0 };

const [part = 1, parts = 1] = values.part.split('/').map(Number);
const earlier = existsSync(RESULTS) ? JSON.parse(readFileSync(RESULTS, 'utf8')) : {};
const chosen = DEFECTS.filter(({ name }) => name.includes(values.only))
  .filter((_one, index) => index % parts === part - 1)
  .filter(({ name }) => !values.missing || earlier[name]?.world === undefined);
const sound = await bundleSimulation(`${folder}-none`);
for (const defect of chosen) {
  const program = await bundleSimulation(folder, defect);
  const { failures, payments } = await played(program, ['--until', defect.invariant, '--payments', values.payments]);
  const found = failures.find(({ violations }) => violations[0].invariant === defect.invariant);
  const results = existsSync(RESULTS) ? JSON.parse(readFileSync(RESULTS, 'utf8')) : {};
  results[defect.name] = found
    ? { invariant: defect.invariant, world: found.seed, payments: found.payments }
    : { payments: Math.max(payments, results[defect.name]?.payments ?? 0) };
  if (found) {
    const world = Number(found.seed.split('.').at(-1));
    const without = await played(sound, ['--slice', `${world}..${world + 1}`]);
    if (without.failures.length > 0) throw new Error(`World ${found.seed} breaks an invariant without a defect.`);
  }
  writeFileSync(RESULTS, `${JSON.stringify(results, undefined, 2)}\n`);
  console.log(found ? `found after ${found.payments} payments` : `not found in ${payments}`, '-', defect.name);
  if (found) console.log(`  world ${found.seed}: ${found.violations[0].invariant}: ${found.violations[0].text}`);
  counts[found ? 'passed' : 'failed']++;
}
console.log(`${counts.passed} passed, ${counts.failed} failed`);
process.exitCode = counts.failed === 0 ? 0 : 1;

/** Plays worlds of the seed, and returns the counts. */
async function played(program, options) {
  const report = `${folder}.json`;
  rmSync(report, { force: true });
  const args = [...NODE_OPTIONS, program, '--quiet', '--seed', values.seed, ...options, '--save', report];
  await new Promise((resolve) => {
    spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit'] }).on('close', resolve);
  });
  if (!existsSync(report)) throw new Error(`${program} has written no counts: it ended before its last world.`);
  return JSON.parse(readFileSync(report, 'utf8'));
}
