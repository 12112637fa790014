import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';

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
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
