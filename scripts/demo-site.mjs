/** Starts the built demo for flows and pictures. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../dist/playwright.js';

/**
 * Starts the built demo as a process of its own, on free ports and with new databases.
 * @param {NodeJS.ProcessEnv} environment further variables of the process
 * @param {string} folder the repository whose demo it is
 * @throws {Error} if it ends before it listens.
 */
export async function startDemo(environment = {}, folder = '.') {
  const [shopPort, sandboxPort] = [await freePort(), await freePort()];
  const data = await mkdtemp(join(tmpdir(), 'scudo-demo-'));
  const demo = spawn(process.execPath, ['.demo/serve.js'], {
    cwd: folder,
    env: {
      ...process.env,
      SHOP_PORT: String(shopPort),
      SANDBOX_PORT: String(sandboxPort),
      SHOP_DATABASE: join(data, 'shop.db'),
      SANDBOX_DATABASE: join(data, 'sandbox.db'),
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(demo, 'exit');
  const isRunning = await Promise.race([once(demo.stdout, 'data').then(() => true), ended.then(() => false)]);
  if (!isRunning) throw new Error('The demo ended before it listened. Run `npm run build` first.');
  demo.stdout.resume();
  return {
    shopUrl: `http://localhost:${shopPort}`,
    sandboxUrl: `http://127.0.0.1:${sandboxPort}`,
    async stop() {
      demo.kill('SIGKILL');
      await ended;
      await rm(data, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
