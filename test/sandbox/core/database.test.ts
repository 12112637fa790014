import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { openDatabase } from '../../../src/sandbox/core/database.js';

const folder = mkdtempSync(join(tmpdir(), 'scudo-payments-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('opens the file of payments without process.getBuiltinModule, which Node 20.0 to 20.15 does not have', async () => {
  const found = Object.getOwnPropertyDescriptor(process, 'getBuiltinModule')!;
  Reflect.deleteProperty(process, 'getBuiltinModule');
  try {
    expect(process).not.toHaveProperty('getBuiltinModule');
    const database = await openDatabase(join(folder, 'payments.db'));
    expect(await database.execute('SELECT 1 AS one')).toMatchObject([{ one: 1 }]);
    database.close();
  } finally {
    Object.defineProperty(process, 'getBuiltinModule', found);
  }
});
