import { copyFileSync, existsSync, mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

/**
 * Makes a folder in which a shop of the documentation runs, as in a merchant's own project. Returns its path. Each
 * worker has its own, because a server that starts while another worker copies its file would read an empty one.
 * @param server the file that becomes `server.mjs`. Default: that of the quick start.
 */
export function installedShop(name: string, server = 'demo/examples/backends/hono/server.mjs'): string {
  const folder = resolve('.cache', name, `worker-${process.env['TEST_PARALLEL_INDEX'] ?? 'none'}`);
  for (const dependency of ['hono', '@hono/node-server', '@libsql/client']) {
    link(resolve('node_modules', dependency), join(folder, 'node_modules', dependency));
  }
  link(resolve('.'), join(folder, 'node_modules', 'scudo-checkout'));
  // An earlier run may have left a database of another version.
  for (const file of ['scudo.db', 'scudo.db-wal', 'scudo.db-shm']) rmSync(join(folder, file), { force: true });
  copyFileSync(server, join(folder, 'server.mjs'));
  return folder;
}

function link(target: string, path: string): void {
  mkdirSync(dirname(path), { recursive: true });
  if (!existsSync(path)) symlinkSync(target, path, 'dir');
}
