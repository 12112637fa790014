import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { newRuntime } from './new-runtime.js';

const program = fileURLToPath(new URL('without-packages.mjs', import.meta.url));

async function run(runtime: string) {
  const { stdout } = await promisify(execFile)(runtime, ['--no-warnings', program]);
  return JSON.parse(stdout) as Record<string, string>;
}

const playwright = 'scudo-checkout/playwright needs the package playwright. Run: npm install --save-dev playwright';
const libsql = 'the package @libsql/client. Run: npm install @libsql/client';

describe('the package without its optional packages', () => {
  it('the package without its optional packages can be imported on this runtime, and names what a store needs', async () => {
    const hasSqlite = process.getBuiltinModule('node:sqlite' as 'node:fs') !== undefined;
    expect(await run(process.execPath)).toEqual({
      postgres: 'The PostgreSQL store needs the package pg. Run: npm install pg',
      sqlite: hasSqlite ? 'undefined' : `The SQLite store needs Node 22.13 or newer, or ${libsql}`,
      libsql: `The option store.url needs ${libsql}`,
      playwright,
    });
  });

  it('the package without its optional packages can be imported on Node 24, where SQLite needs no package', async () => {
    expect(await run(newRuntime)).toEqual({
      postgres: 'The PostgreSQL store needs the package pg. Run: npm install pg',
      sqlite: 'undefined',
      libsql: `The option store.url needs ${libsql}`,
      playwright,
    });
  });
});
