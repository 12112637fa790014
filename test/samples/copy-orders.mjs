// copy-orders.mjs
import { statSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { createPostgresOrderStore, createSqliteOrderStore } from 'scudo-checkout/server';

const [direction, stopped] = process.argv.slice(2);
if (!['to-postgres', 'to-sqlite'].includes(direction) || stopped !== '--shop-is-stopped') {
  throw new Error(
    'Stop all processes of the shop, then run: node copy-orders.mjs to-postgres|to-sqlite --shop-is-stopped',
  );
}
const { SQLITE_FILE, DATABASE_URL } = process.env;
if (!SQLITE_FILE || !DATABASE_URL) throw new Error('Set SQLITE_FILE and DATABASE_URL.');
if (!statSync(SQLITE_FILE, { throwIfNoEntry: false })?.isFile()) {
  throw new Error(`SQLITE_FILE must name an existing file; got "${SQLITE_FILE}".`);
}

const sqlite = createSqliteOrderStore({ path: SQLITE_FILE });
const postgres = createPostgresOrderStore({ connectionString: DATABASE_URL });
const [from, to] = direction === 'to-postgres' ? [sqlite, postgres] : [postgres, sqlite];

async function copy(order) {
  const found = await to.read(order.id);
  if (!found) {
    if (await to.insert(order)) return 'copied';
  } else {
    if (isDeepStrictEqual(found.record, order)) return 'there';
    if (found.record.updatedAt >= order.updatedAt) {
      throw new Error(
        `The target has a newer record of order ${order.id}. The shop ran on the target since the last copy.`,
      );
    }
    if (await to.replace(order, found.revision)) return 'replaced';
  }
  throw new Error(`Order ${order.id} changed during the copy. A process of the shop runs on the target.`);
}

const count = { read: 0, copied: 0, replaced: 0, there: 0 };
try {
  let after;
  for (;;) {
    const orders = await from.list({ limit: 100, ...(after && { after }) });
    if (orders.length === 0) break;
    for (const order of orders) {
      count[await copy(order)]++;
      count.read++;
    }
    const { createdAt, id } = orders.at(-1);
    after = { time: createdAt, id };
  }
} finally {
  console.log(`${count.read} read, ${count.copied} copied, ${count.replaced} replaced, ${count.there} already there`);
  await Promise.all([from.close(), to.close()]);
}
