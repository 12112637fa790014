import { describe, expect, it } from 'vitest';
import { allRecords, type ReportPage } from '../../../src/server/gateway/pages.js';

type Page = Omit<ReportPage<string>, 'pageNumber'>;

/** Lists a report whose gateway answers with these pages, and repeats the last one. */
async function list(...pages: readonly Page[]) {
  const requested: number[] = [];
  const missing: number[] = [];
  const read = (pageNumber: number): Promise<ReportPage<string>> => {
    requested.push(pageNumber);
    if (requested.length > 10) return Promise.reject(new Error('The list does not end.'));
    return Promise.resolve({ pageNumber, ...pages[Math.min(pageNumber, pages.length) - 1]! });
  };
  const records: string[] = [];
  for await (const record of allRecords(
    read,
    (one) => one,
    (count) => missing.push(count),
  ))
    records.push(record);
  return { records, pages: requested.length, missing };
}

describe('a report with records that cannot be read', () => {
  it('ends when the gateway ignores the page and states neither its number nor a total', async () => {
    expect(await list({ records: ['a'], skipped: 1 })).toEqual({ records: ['a'], pages: 2, missing: [1] });
    expect(await list({ records: [], skipped: 2 })).toEqual({ records: [], pages: 2, missing: [2] });
  });

  it('continues after a page of them, and reports how many are missing', async () => {
    const empty = { records: [], skipped: 0 };
    expect(await list({ records: ['a', 'b'], skipped: 0 }, { records: [], skipped: 2 }, empty)).toEqual({
      records: ['a', 'b'],
      pages: 3,
      missing: [2],
    });
    expect(await list({ records: [], skipped: 2 }, { records: ['a'], skipped: 1 }, empty)).toEqual({
      records: ['a'],
      pages: 3,
      missing: [3],
    });
    expect(await list({ records: ['a'], skipped: 1 }, { records: ['a'], skipped: 2 }, empty)).toMatchObject({
      pages: 3,
      missing: [3],
    });
  });

  it('continues to its total', async () => {
    const unreadable = { records: [], skipped: 2, total: 5 };
    expect(await list(unreadable, unreadable, { records: ['a'], skipped: 0, total: 5 })).toEqual({
      records: ['a'],
      pages: 3,
      missing: [4],
    });
  });
});

it('records with the same id and another content are delivered, and an equal record is left out', async () => {
  interface Entry {
    readonly id: string;
    readonly result: string;
  }
  const failed = { id: 'a', result: '101' };
  const paid = { id: 'a', result: '00' };
  const other = { id: 'b', result: '00' };
  const pages: readonly (readonly Entry[])[] = [[failed], [failed, paid], [other]];
  for (const total of [undefined, 2, 3]) {
    const records: Entry[] = [];
    const read = (pageNumber: number) =>
      Promise.resolve({
        pageNumber,
        records: pages[pageNumber - 1] ?? [],
        skipped: 0,
        ...(total === undefined ? {} : { total }),
      });
    const list = allRecords(
      read,
      ({ id }) => id,
      () => undefined,
    );
    for await (const record of list) records.push(record);
    expect(records).toEqual([failed, paid, other]);
  }
});
