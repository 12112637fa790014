// Uses the SQLite store of the build in this runtime, and prints the result as JSON. Arguments: what to do, and a file.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSqliteOrderStore } from '../../dist/server.js';
import { storeChecks } from '../../dist/store-conformance.js';

const [task, path] = process.argv.slice(2);
const tasks = { checks, insert, change };
console.log(
  JSON.stringify({ usesRuntime: Boolean(process.getBuiltinModule('node:sqlite')), ...(await tasks[task]()) }),
);

/** Runs the conformance checks on files of their own. */
async function checks() {
  const folder = mkdtempSync(join(tmpdir(), 'scudo-checks-'));
  const failed = [];
  for (const [index, { name, run }] of storeChecks.entries()) {
    const file = join(folder, `${index}.db`);
    await run(() => ({ open: () => createSqliteOrderStore({ path: file }) })).catch((error) =>
      failed.push(`${name}: ${error.message}`),
    );
  }
  rmSync(folder, { recursive: true, force: true });
  return { checks: storeChecks.length, failed };
}

async function insert() {
  const store = createSqliteOrderStore({ path });
  const createdAt = '2026-11-20T12:00:00.000Z';
  const inserted = await store.insert({
    id: 'A',
    createdAt,
    updatedAt: createdAt,
    state: 'open',
    description: 'é\u0000',
    attempts: [],
    earlyRefundMessages: [],
    flags: [],
  });
  const { value } = await store.addToCounter('a', { ms: 3_600_000 });
  await store.close();
  return { inserted, value };
}

/** Reports on the standard error output that it waits for a lock. */
async function change() {
  const pause = (ms) => new Promise((resolve) => process.stderr.write('waits', () => setTimeout(resolve, ms)));
  const store = createSqliteOrderStore({ path, pause });
  const { record, revision } = await store.read('A');
  const replaced = await store.replace({ ...record, state: 'paid' }, revision);
  const { value } = await store.addToCounter('a', { ms: 3_600_000 });
  const listed = await store.list({ limit: 10, states: ['paid'] });
  await store.close();
  return { replaced, revision, value, listed };
}
