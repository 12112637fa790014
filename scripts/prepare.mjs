import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const SETUP = fileURLToPath(new URL('setup.mjs', import.meta.url));

/**
 * Prepares what a script needs, and ends the process when that fails. A script calls it after it has read its
 * arguments, because a usage text needs no packages and no build.
 * @param {string} purpose of setup.mjs
 */
export function prepare(purpose) {
  if (!isPrepared(purpose)) process.exit(1);
}

/**
 * Prepares what a purpose of setup.mjs needs. Returns false when that fails; setup.mjs has printed the reason.
 * @param {string} purpose
 */
export function isPrepared(purpose) {
  return spawnSync(process.execPath, [SETUP, purpose], { stdio: 'inherit' }).status === 0;
}
