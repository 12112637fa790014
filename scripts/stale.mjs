/** Whether the build is older than what it is made from. Node's own modules only. */
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

const SOURCES = ['src', 'demo', 'scripts', 'package.json', 'package-lock.json', 'vite.config.ts'];
const STAMP = '.cache/built';

export function buildIsStale(root) {
  const built = modified(join(root, STAMP));
  return built === 0 || SOURCES.some((source) => newest(join(root, source)) > built);
}

function newest(path) {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (!stat) return 0;
  if (!stat.isDirectory()) return stat.mtimeMs;
  // The folder's own time tells of files that are gone.
  return Math.max(stat.mtimeMs, ...readdirSync(path).map((name) => newest(join(path, name))));
}

function modified(path) {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}
