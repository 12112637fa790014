import { chmodSync, readdirSync, rmSync } from 'node:fs';
import { expect, it, vi } from 'vitest';
import { startPostgres } from '../../scripts/postgres.mjs';
import { fastFolder } from './fast-folder.js';

it('a PostgreSQL server that does not start leaves no folder behind', async () => {
  const folder = fastFolder();
  // As root, the server runs as another user.
  chmodSync(folder, 0o777);
  vi.stubEnv('TMPDIR', folder);
  try {
    await expect(startPostgres(['-c', 'no_such_setting=1'])).rejects.toThrow('PostgreSQL did not start');
    expect(readdirSync(folder)).toEqual([]);
  } finally {
    vi.unstubAllEnvs();
    rmSync(folder, { recursive: true, force: true });
  }
});
