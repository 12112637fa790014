import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const SETUP = fileURLToPath(new URL('setup.mjs', import.meta.url));

/**
 * Prepares what a script needs, and ends the process when that fails. A script with options calls it after it has read
 * its arguments: npm passes no arguments to a `pre` script, which would install and build before a usage text.
 * @param {string} purpose of setup.mjs
 */
export function prepare(purpose) {
  const { status } = spawnSync(process.execPath, [SETUP, purpose], { stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}
