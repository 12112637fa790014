// A process that opens a PostgreSQL store, inserts one order and counts. Arguments: URL and id.
import { createPostgresOrderStore } from '../../dist/server.js';

const [connectionString, id] = process.argv.slice(2);
const store = createPostgresOrderStore({ connectionString });
const time = '2026-11-20T12:00:00.000Z';
const lists = { attempts: [], earlyRefundMessages: [], flags: [] };
const inserted = await store.insert({ id, createdAt: time, updatedAt: time, state: 'open', ...lists });
const { value } = await store.addToCounter('opened', { ms: 3_600_000 });
await store.close();
console.log(JSON.stringify({ inserted, value }));
