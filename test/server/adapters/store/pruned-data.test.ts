import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { PAYER, shop } from '../../scripted-gateway.js';
import { afterBatch } from '../../use-cases/operations/card-shop.js';
import { connectSqlite, requireSqlite } from '../../../../src/server/adapters/store/connect-sqlite.js';
import { nodeSqlite } from '../../../../src/server/adapters/store/node-sqlite-connection.js';

const DAY = 86_400_000;
const folders: string[] = [];

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'scudo-pruned-'));
  folders.push(folder);
  return folder;
}

/** The number of times that a text is in the files of a folder. */
const occurrences = (folder: string, text: string) =>
  readdirSync(folder).reduce((sum, name) => sum + readFileSync(join(folder, name), 'latin1').split(text).length - 1, 0);

const payerOf = (index: number) => ({ ...PAYER, email: `shopper-${index}-ada@private.example` });

it('pruned orders leave the database file and its log, and a closed store leaves none of replaced data', async () => {
  const folder = newFolder();
  const place = shop({ store: { path: join(folder, 'orders.db') } });
  for (let index = 0; index < 120; index++) await place.order({ payer: payerOf(index), reference: `private-${index}` });
  expect(occurrences(folder, '@private.example')).toBeGreaterThan(0);
  place.clock.advance(500 * DAY);
  expect(await place.backend.orders.prune({ olderThan: 400 * DAY })).toEqual({ pruned: 120 });
  expect([occurrences(folder, '@private.example'), occurrences(folder, 'private-')]).toEqual([0, 0]);
  const id = await place.order({ payer: payerOf(7) });
  await place.backend.orders.reopen(id, { by: 'Ada', reason: 'Test' });
  await place.backend.close();
  expect(
    readdirSync(folder)
      .filter((name) => name.endsWith('-wal'))
      .map((name) => readFileSync(join(folder, name)).length),
  ).toEqual(readdirSync(folder).some((name) => name.endsWith('-wal')) ? [0] : []);
});

it('the payer of a paid order leaves the log with a later reconciliation', async () => {
  const folder = newFolder();
  const place = shop({ store: { path: join(folder, 'orders.db') } });
  const id = await place.order({ payer: payerOf(1) });
  const card = { number: '4222000006285344', expiryMonth: '12', expiryYear: '28', fullName: 'Ada Lovelace' };
  expect(await place.backend.orders.payStored(id, { card })).toMatchObject({ status: 'paid' });
  place.clock.advance(600_000);
  await place.backend.orders.reconcile();
  expect((await place.backend.orders.read(id))?.payer).toEqual({});
  expect(occurrences(folder, '@private.example')).toBe(0);
  await place.backend.close();
});

it('an erased order leaves no personal data and no free text in the database file and its log', async () => {
  const folder = newFolder();
  const store = { path: join(folder, 'orders.db') };
  // No change is delivered, so that all of them wait when the order is erased.
  const onOrderChanged = () => Promise.reject(new Error('private-error'));
  const place = shop({ store, onOrderChanged }, { refundPassword: 'refund' });
  const { orders } = place.backend;
  const texts = { description: 'private-text', descriptor: 'private-text', comments: ['private-text'] };
  const person = { by: 'private-person', reason: 'private-reason' };
  const ids: string[] = [];
  for (let index = 0; index < 40; index++) {
    const id = await place.order({ payer: payerOf(index), reference: `SO-${index}`, ...texts });
    const card = { number: '4222000006285344', expiryMonth: '12', expiryYear: '28', fullName: 'Ada Lovelace' };
    if (index % 2) expect(await orders.payStored(id, { card })).toMatchObject({ status: 'paid' });
    else await orders.reopen(id, person);
    ids.push(id);
  }
  afterBatch(place);
  for (const id of ids.filter((_id, index) => index % 2)) {
    const refund = { amount: '500', key: 'return-1', comment: 'private-comment', by: person.by };
    expect(await orders.refund(id, refund)).toMatchObject({ state: 'done' });
    await orders.settle(id, { as: 'refunded-elsewhere', amount: '200', key: 'cash-1', ...person });
  }
  await place.settled();
  expect((await orders.read(ids[7]!))!.changes.length).toBeGreaterThan(1);
  for (const text of ['@private.example', 'private-text', 'private-person', 'private-reason']) {
    expect([text, occurrences(folder, text)]).not.toEqual([text, 0]);
  }
  for (const id of ids) await orders.erase(id, { by: 'Grace', reason: 'Request 17' });
  expect(occurrences(folder, 'private')).toBe(0);
  const { orders: found } = await orders.list({ reference: 'SO-7' });
  expect(found).toMatchObject([{ id: ids[7], state: 'partly-refunded', payer: {}, changes: [] }]);
  await place.backend.close();
});

it('each connection erases what it deletes', async () => {
  const connection = await connectSqlite({ kind: 'file', path: join(newFolder(), 'orders.db') });
  const [row] = await connection.rows('PRAGMA secure_delete');
  expect(row?.['secure_delete']).toBe(1);
  await connection.close();
});

it('a missing driver of SQLite is found when the store is created, in the files of the package only', () => {
  const missing = (name: string) => {
    if (name === '@libsql/client') throw new Error(`Cannot find module '${name}'`);
    return join(process.cwd(), 'package.json');
  };
  const server = { kind: 'server', url: 'libsql://orders.shop.example' } as const;
  expect(() => requireSqlite(server, missing)).toThrow(
    /store\.url needs the package @libsql\/client. Run: npm install/,
  );
  const file = { kind: 'file', path: 'scudo.db' } as const;
  if (nodeSqlite()) expect(() => requireSqlite(file, missing)).not.toThrow();
  else expect(() => requireSqlite(file, missing)).toThrow(/Node 22\.13 or newer, or the package @libsql\/client/);
  const bundled = (name: string) =>
    name === '@libsql/client' ? missing(name) : '/srv/shop/node_modules/p/package.json';
  expect(() => requireSqlite(server, bundled)).not.toThrow();
  // An application that was built with Nitro has the package.json and the file for `import`, and none for `require`.
  const copied = newFolder();
  const folder = join(copied, 'node_modules/@libsql/client');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{ "exports": { "import": "./here.js", "require": "./missing.js" } }');
  const ofCopy = createRequire(join(copied, 'shop.js'));
  const nitro = (name: string) => (name === '@libsql/client' ? ofCopy.resolve(name) : missing(name));
  expect(() => requireSqlite(server, nitro)).not.toThrow();
});
