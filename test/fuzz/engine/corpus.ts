import { existsSync, readFileSync } from 'node:fs';
import type { Input } from './target.js';

/** Folder with a file for each target, one input a line. */
export const CORPUS = 'test/fuzz/corpus';

/** Returns the inputs of a target that reached a branch in earlier runs. */
export function readCorpus(name: string): readonly Input[] {
  const file = `${CORPUS}/${name}.jsonl`;
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, 'utf8').split('\n');
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as Input);
}
