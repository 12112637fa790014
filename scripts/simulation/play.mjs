// Bundles the simulation (test/simulation/) with the sources of the package, and runs it: `npm run simulate`.
import { spawn } from 'node:child_process';
import { readArguments, stop } from '../arguments.mjs';
import { prepare } from '../prepare.mjs';
import { programOf } from './runs.mjs';
import { SEED } from './seed.mjs';

/** The options of test/simulation/command.ts for people. It has more for scripts, which start the bundle themselves. */
const { values } = readArguments({
  name: 'simulate',
  purpose: 'Plays whole payments in virtual time with faults at every hop, and prints counts (docs/proof.md).',
  options: {
    seed: { meaning: 'name of a row of worlds (default: 1)', kind: SEED },
    payments: { meaning: 'payments to play (default: 1000)', kind: { least: 1 } },
    slice: {
      meaning: 'worlds to play instead of payments, such as 0..200',
      kind: { shape: 'FROM..TO, such as 0..200', pattern: /^\d+\.\.\d+$/ },
      without: ['payments'],
    },
    beyond: { meaning: 'plays faults beyond the bounds that the documents promise', kind: 'flag' },
    lacks: {
      meaning: 'kind of fault that does not happen (docs/proof.md has the names); can be repeated',
      kind: { shape: 'the name of a fault, such as stand-still', pattern: /^[a-z\d-]+$/ },
      isRepeatable: true,
    },
    world: {
      meaning: 'replays one world with its trace, such as 7.46; one that fails is shrunk first',
      kind: { shape: 'SEED.NUMBER, such as 7.46', pattern: /^[^\s.-][^\s.]*\.\d+$/ },
      without: ['seed', 'payments', 'slice', 'save', 'quiet'],
    },
    save: { meaning: 'writes the counts to this file, as JSON', kind: 'text' },
    quiet: { meaning: 'prints failures and the last counts only', kind: 'flag' },
  },
});
const [from, to] = (values.slice ?? '0..1').split('..').map(Number);
if (from >= to) stop(`--slice must end after its beginning, got ${values.slice}.`);

process.chdir(new URL('../..', import.meta.url).pathname);
prepare('sources');
const { bundleSimulation, NODE_OPTIONS } = await import('./bundle.mjs');
const program = await bundleSimulation('.cache/simulation/program');
if (!values.quiet) console.log(`Program ${programOf(program)}.`);
const child = spawn(process.execPath, [...NODE_OPTIONS, program, ...process.argv.slice(2)], {
  stdio: 'inherit',
});
child.on('close', (code) => (process.exitCode = code ?? 1));
