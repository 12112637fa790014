import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, describe, expect, it } from 'vitest';
import { newRuntime } from './new-runtime.js';
import { lockedByAnotherProcess } from '../server/adapters/store/locked-database.js';
import { fastFolder } from './fast-folder.js';

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));

const folder = fastFolder();
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function use(runtime: string, ...args: string[]) {
  const running = promisify(execFile)(runtime, ['--no-warnings', path('use-sqlite.mjs'), ...args]);
  const result = running.then(({ stdout }) => JSON.parse(stdout) as Record<string, unknown>);
  return Object.assign(result, { child: running.child });
}

describe('the SQLite store with node:sqlite', () => {
  it('the SQLite store with node:sqlite passes every conformance check', async () => {
    const { usesRuntime, checks, failed } = await use(newRuntime, 'checks');
    expect({ usesRuntime, failed }).toEqual({ usesRuntime: true, failed: [] });
    expect(checks).toBeGreaterThan(20);
  });

  it.each([
    ['this runtime', process.execPath, newRuntime],
    ['the new runtime', newRuntime, process.execPath],
  ])('node:sqlite and @libsql/client continue the files of each other, first %s', async (_which, first, second) => {
    const file = join(folder, `${first === newRuntime ? 'new' : 'old'}.db`);
    expect(await use(first, 'insert', file)).toMatchObject({ inserted: true, value: 1 });
    expect(await use(second, 'change', file)).toMatchObject({
      replaced: true,
      revision: 1,
      value: 2,
      listed: [{ id: 'A', state: 'paid', description: 'é\u0000' }],
    });
    expect(await use(first, 'change', file)).toMatchObject({ replaced: true, revision: 2, value: 3 });
    expect((statSync(file).mode & 0o777).toString(8)).toBe('600');
  });

  it('the SQLite store with node:sqlite waits for a lock of another process', async () => {
    const file = join(folder, 'locked.db');
    await use(newRuntime, 'insert', file);
    const holder = await lockedByAnotherProcess(file);
    const changed = use(newRuntime, 'change', file);
    await once(changed.child.stderr!, 'data');
    await holder.release();
    expect(await changed).toMatchObject({ replaced: true, value: 2 });
  });
});
