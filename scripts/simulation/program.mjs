// Prints the hash of the present program, which the simulation plays: `npm run simulate -- program`.
import { readArguments } from '../arguments.mjs';
import { prepare } from '../prepare.mjs';
import { programOf } from './runs.mjs';

readArguments({ name: 'simulate program', purpose: 'Prints the hash of the present program.', options: {} });

process.chdir(new URL('../..', import.meta.url).pathname);
prepare('sources');
const { bundleSimulation } = await import('./bundle.mjs');
console.log(programOf(await bundleSimulation('.cache/simulation/program')));
