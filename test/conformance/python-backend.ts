import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../../src/playwright/free-port.js';
import { frameScript, notificationScript } from '../../src/server/adapters/http/page-scripts.js';
import { ACCOUNT, type BackendUnderTest } from './backend-under-test.js';

/** Starts the backend of demo/examples/python-backend, with its database in a folder. */
export async function startPythonBackend(gateway: string, folder: string): Promise<BackendUnderTest> {
  const origin = `http://localhost:${await freePort()}`;
  const scripts = join(folder, 'scripts');
  mkdirSync(scripts);
  writeFileSync(join(scripts, 'frame.js'), frameScript);
  writeFileSync(join(scripts, 'notification.js'), notificationScript);
  const server = spawn('python3', ['-B', 'demo/examples/python-backend/server.py'], {
    env: {
      ...process.env,
      PORT: new URL(origin).port,
      GATEWAY_URL: gateway,
      MERCHANT_ID: ACCOUNT.merchantId,
      ACCOUNT_ID: ACCOUNT.accountId,
      SECRET: ACCOUNT.secret,
      DATABASE: join(folder, 'python.db'),
      SCRIPTS: scripts,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let log = '';
  for (const stream of [server.stdout, server.stderr]) stream.on('data', (chunk) => (log += String(chunk)));
  const exited = once(server, 'exit');
  await Promise.race([
    once(server.stdout, 'data'),
    exited.then(() => Promise.reject(new Error(`The Python backend did not start:\n${log}`))),
  ]);
  return {
    url: `${origin}/scudo`,
    newOrder: `${origin}/new-order`,
    async stop() {
      server.kill();
      await exited;
    },
  };
}
