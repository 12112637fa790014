import { chmodSync, closeSync, openSync, statSync } from 'node:fs';

/** Read and write for the owner only. */
const OWNER_ONLY = 0o600;

/** Errors of a file that is not there, of another user, or on a file system without modes. */
const TOLERATED = ['ENOENT', 'EPERM', 'EROFS', 'ENOTSUP'];

/**
 * Creates a database file that only its owner can read. SQLite gives its `-wal` and `-shm` files the mode of the
 * database. Leaves an existing file as it is.
 * @throws {Error} naming the option when the path is a directory
 */
export function createPrivate(path: string): void {
  try {
    // Synchronous, and exclusive: closing a file that SQLite has open would release its locks
    // (https://sqlite.org/howtocorrupt.html, section 2.2).
    closeSync(openSync(path, 'wx', OWNER_ONLY));
  } catch (error) {
    if (!hasCode(error, ['EEXIST', 'EISDIR'])) throw error;
  }
  refuseDirectory(path);
}

/**
 * Allows only the owner to read the files of a database. Call it once SQLite has read the file: a wrong path may name
 * any file. Changes the mode of regular files only.
 */
export function makePrivate(path: string): void {
  for (const file of [path, `${path}-wal`, `${path}-shm`]) {
    try {
      if (statSync(file).isFile()) chmodSync(file, OWNER_ONLY);
    } catch (error) {
      if (!hasCode(error, TOLERATED)) throw error;
    }
  }
}

/** Text that differs from that of every other file; undefined without a file. */
export function fileIdentity(path: string): string | undefined {
  const found = statSync(path, { throwIfNoEntry: false });
  return found && `${found.dev} ${found.ino}`;
}

/** A directory without its execute bits would lock its owner out. */
function refuseDirectory(path: string): void {
  if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) return;
  throw new Error(`store.path is a directory: "${path}". It must be a file. Example: path: '/var/lib/shop/scudo.db'`);
}

function hasCode(error: unknown, codes: readonly string[]): boolean {
  return error instanceof Error && 'code' in error && codes.includes(String(error.code));
}
