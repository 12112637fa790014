import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * Ports below those that operating systems give to outgoing connections. A connection of a browser could take one of
 * those before its server listens.
 */
const PORTS = [15_000, 32_000] as const;

/**
 * Finds a free port of 127.0.0.1, so that parallel workers and a demo that runs already do not meet.
 * @returns the number of the port
 *
 * @example
 * import { freePort } from 'scudo-checkout/playwright';
 * import { spawn } from 'node:child_process';
 *
 * const port = await freePort();
 * spawn('node', ['server.js'], { env: { ...process.env, PORT: String(port) } });
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(...PORTS);
    if (await isFree(port)) return port;
  }
}

/** @throws the error of a machine on which no server can listen */
async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') return false;
    throw error;
  }
  server.close();
  await once(server, 'close');
  return true;
}
