import { connectLibsql } from './libsql-connection.js';
import { connectNodeSqlite, nodeSqlite } from './node-sqlite-connection.js';
import type { ConnectSqlite } from './sqlite-connection.js';

/** Connects with `node:sqlite` where the runtime has it, otherwise and to a libSQL server with `@libsql/client`. */
export const connectSqlite: ConnectSqlite = async (address) => {
  if (address.kind === 'server') return connectLibsql(address);
  const runtime = nodeSqlite();
  return runtime ? connectNodeSqlite(runtime, address) : connectLibsql(address);
};
