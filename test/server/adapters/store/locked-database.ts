import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** Takes the write lock of a database in another process, and holds it until `release`. */
export async function lockedByAnotherProcess(path: string): Promise<{ release(): Promise<void> }> {
  const script = `
    const Database = require('node:module').createRequire(process.argv[1])('libsql');
    const database = new Database(process.argv[2]);
    database.exec('BEGIN IMMEDIATE');
    process.stdout.write('locked');
    process.stdin.once('data', () => {
      database.exec('COMMIT');
      database.close();
      process.exit();
    });`;
  const child = spawn(process.execPath, ['-e', script, import.meta.filename, path], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  await Promise.race([once(child.stdout, 'data'), exited.then(() => Promise.reject(new Error('The process ended.')))]);
  return {
    async release() {
      child.stdin.write('release');
      await exited;
    },
  };
}
