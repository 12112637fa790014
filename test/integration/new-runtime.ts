import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** The program of Node 24, which scripts/setup.mjs installs from test/runtimes. */
const installed = join(import.meta.dirname, '../../.cache/runtimes/node_modules/node-24/bin/node');

/** A runtime with `node:sqlite`: Node 24, or this one. */
export const newRuntime = existsSync(installed) ? installed : process.execPath;
