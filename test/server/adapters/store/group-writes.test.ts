import { expect, it } from 'vitest';
import { groupWrites } from '../../../../src/server/adapters/store/group-writes.js';
import type { SqliteResults, SqliteWrite } from '../../../../src/server/adapters/store/sqlite-connection.js';
import { gate } from '../../gate.js';

interface Group {
  readonly sql: string[];
  readonly flush: boolean;
}

/** Groups whose commits return what `answer` does. */
function groups(answer: (writes: readonly SqliteWrite[]) => Promise<SqliteResults> = committed) {
  const seen: Group[] = [];
  const write = groupWrites(
    (writes, flush) => {
      seen.push({ sql: writes.map(({ sql }) => sql), flush });
      return answer(writes);
    },
    () => Promise.resolve(),
  );
  return { seen, write };
}

const committed = (writes: readonly SqliteWrite[]): Promise<SqliteResults> =>
  Promise.resolve(writes.map(({ sql }) => ({ status: 'fulfilled', value: [{ sql }] })));

it('groups the writes of a turn, and those that came during a commit, with the strictest flush of each group', async () => {
  const first = gate();
  let commits = 0;
  const { seen, write } = groups(async (writes) => {
    if (++commits === 1) await first.opened;
    return committed(writes);
  });
  const results = [write({ sql: 'a', flush: false }), write({ sql: 'b', flush: false })];
  await Promise.resolve();
  await Promise.resolve();
  results.push(write({ sql: 'c', flush: false }), write({ sql: 'd', flush: true }));
  first.open();
  expect(await Promise.all(results)).toEqual(['a', 'b', 'c', 'd'].map((sql) => [{ sql }]));
  expect(seen).toEqual([
    { sql: ['a', 'b'], flush: false },
    { sql: ['c', 'd'], flush: true },
  ]);
});

it('commits at most 64 writes at once, in their order', async () => {
  const { seen, write } = groups();
  await Promise.all(Array.from({ length: 150 }, (_one, index) => write({ sql: String(index), flush: true })));
  expect(seen.map(({ sql }) => sql.length)).toEqual([64, 64, 22]);
  expect(seen.flatMap(({ sql }) => sql)).toEqual(Array.from({ length: 150 }, (_one, index) => String(index)));
});

it('rejects a write that fails alone, all writes of a transaction that fails, and no later one', async () => {
  let fails = false;
  const { write } = groups((writes) =>
    fails
      ? Promise.reject(new Error('disk full'))
      : Promise.resolve(
          writes.map(({ sql }) =>
            sql === 'bad' ? { status: 'rejected', reason: new Error('bad') } : { status: 'fulfilled', value: [] },
          ),
        ),
  );
  const settle = (...statements: string[]) =>
    Promise.allSettled(statements.map((sql) => write({ sql, flush: true }))).then((all) =>
      all.map((one) => (one.status === 'fulfilled' ? 'written' : (one.reason as Error).message)),
    );
  expect(await settle('a', 'bad', 'c')).toEqual(['written', 'bad', 'written']);
  fails = true;
  expect(await settle('a', 'b')).toEqual(['disk full', 'disk full']);
  fails = false;
  expect(await settle('a')).toEqual(['written']);
});
