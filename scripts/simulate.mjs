// Bundles the simulation (test/simulation/) with the sources of the package, and runs it: `npm run simulate`.
import { spawn } from 'node:child_process';
import { bundleSimulation, NODE_OPTIONS } from './simulation/bundle.mjs';

process.chdir(new URL('..', import.meta.url).pathname);
const program = await bundleSimulation('.cache/simulation/program');
const child = spawn(process.execPath, [...NODE_OPTIONS, program, ...process.argv.slice(2)], {
  stdio: 'inherit',
});
child.on('close', (code) => (process.exitCode = code ?? 1));
