/**
 * The program of a worker of `npm run fuzz`. scripts/fuzz/bundle.mjs bundles this file with the sources of the package,
 * whose branches are counted.
 */
import { parentPort } from 'node:worker_threads';
import { readCorpus } from './engine/corpus.js';
import { failureOf, fuzz } from './engine/fuzz.js';
import type { Input } from './engine/target.js';
import { TARGETS } from './targets.js';

/** A message of scripts/fuzz.mjs. */
type Task =
  | { readonly kind: 'list' }
  | { readonly kind: 'replay'; readonly name: string; readonly input: Input }
  | {
      readonly kind: 'fuzz';
      readonly name: string;
      readonly seed: string;
      readonly cases: number;
      /** Number of cases so far, and size of the running input. */
      readonly progress: Int32Array;
      /** The running input, for a case that never ends. */
      readonly running: Uint8Array;
    };

const encoder = new TextEncoder();
const targetOf = (name: string) => {
  const target = TARGETS.find((one) => one.name === name);
  if (!target) throw new Error(`There is no target ${name}.`);
  return target;
};

async function resultOf(task: Task): Promise<unknown> {
  switch (task.kind) {
    case 'list':
      return TARGETS.map(({ name, holds, share = 1 }) => ({ name, holds, share }));
    case 'replay':
      return failureOf(targetOf(task.name), task.input);
    case 'fuzz': {
      const { name, seed, cases, progress, running } = task;
      const onCase = (input: Input) => {
        progress[1] = encoder.encodeInto(JSON.stringify(input), running).written;
        Atomics.add(progress, 0, 1);
      };
      return fuzz({ target: targetOf(name), seed, cases, corpus: readCorpus(name), onCase });
    }
  }
}

parentPort?.on('message', (task: Task) => {
  void resultOf(task).then((result) => parentPort?.postMessage(result));
});
