import { createRequire } from 'node:module';
import { dirname, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { connectLibsql, missingPackage } from './libsql-connection.js';
import { connectNodeSqlite, nodeSqlite } from './node-sqlite-connection.js';
import type { ConnectSqlite, SqliteAddress } from './sqlite-connection.js';

/** Connects with `node:sqlite` where the runtime has it, otherwise and to a libSQL server with `@libsql/client`. */
export const connectSqlite: ConnectSqlite = async (address) => {
  if (address.kind === 'server') return connectLibsql(address);
  const runtime = nodeSqlite();
  return runtime ? connectNodeSqlite(runtime, address) : connectLibsql(address);
};

/**
 * Checks that a connection is possible, so that the first order does not find out. A bundle may contain the package, so
 * only the files of this package check it.
 * @throws {Error} naming the package that is needed and not installed
 */
export function requireSqlite(
  address: SqliteAddress,
  resolve: (name: string) => string = (name) => createRequire(import.meta.url).resolve(name),
): void {
  if (address.kind !== 'server' && nodeSqlite()) return;
  if (!isFileOfPackage(resolve)) return;
  try {
    resolve('@libsql/client');
  } catch (cause) {
    // Nitro copies the file for `import` only. The error has the path of the package.json that was found.
    if (!Object.hasOwn(cause as Error, 'path')) throw new Error(missingPackage(address), { cause });
  }
}

function isFileOfPackage(resolve: (name: string) => string): boolean {
  try {
    const root = dirname(resolve('scudo-checkout/package.json'));
    return fileURLToPath(import.meta.url).startsWith(`${root}${sep}`);
  } catch {
    return false;
  }
}
