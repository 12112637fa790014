// Plays whole payments with fixed seeds, within the bounds that the documents promise and beyond them (docs/proof.md).
// The last line counts payments.
import { spawn } from 'node:child_process';
import { readArguments } from '../arguments.mjs';
import { prepare } from '../prepare.mjs';

/** Two runs at a time, because the machine of the CI has two cores. */
const RUNS = [
  [
    ['--seed', 'kept'],
    ['--seed', 'other'],
  ],
  [
    ['--seed', 'third'],
    ['--seed', 'far', '--beyond'],
  ],
];

const { values } = readArguments({
  name: 'simulate fixed',
  purpose: 'Plays payments with fixed seeds, as the checks do.',
  options: { payments: { meaning: 'payments of each seed', kind: { least: 1 }, default: 4500 } },
});

process.chdir(new URL('../..', import.meta.url).pathname);
prepare('sources');
const { bundleSimulation, NODE_OPTIONS } = await import('./bundle.mjs');
const program = await bundleSimulation('.cache/simulation/fixed');
const total = { passed: 0, failed: 0 };
for (const group of RUNS) {
  for (const { passed, failed } of await Promise.all(group.map(run))) {
    total.passed += passed;
    total.failed += failed;
  }
}
console.log(`${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed === 0 ? 0 : 1;

/** @returns {Promise<{ passed: number, failed: number }>} */
function run(seed) {
  const options = [...seed, '--payments', String(values.payments)];
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [...NODE_OPTIONS, program, '--quiet', ...options]);
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += String(chunk)));
    child.on('close', () => {
      const lines = output.trim().split('\n');
      const [, passed, failed] = /^(\d+) passed, (\d+) failed$/.exec(lines.at(-1) ?? '') ?? [];
      console.log(`\n── ${options.join(' ')} ──\n${output.trim()}`);
      resolve(passed === undefined ? { passed: 0, failed: 1 } : { passed: Number(passed), failed: Number(failed) });
    });
  });
}
