import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import { createServer, type AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { freePort, startShop } from '../../src/playwright.js';

const newUrl = async () => `http://127.0.0.1:${await freePort()}`;

/** A command that runs a script of Node with the address of the shop. */
const node = (script: string) => `node -e ${JSON.stringify(script)}`;
const listen = (answer: string) =>
  node(`require('node:http').createServer((_, response) => { ${answer} }).listen(new URL(process.env.SHOP_URL).port)`);

/** True when nothing listens at an address. */
async function isFree(url: string): Promise<boolean> {
  const server = createServer().listen(Number(new URL(url).port), '127.0.0.1');
  try {
    await once(server, 'listening');
    return true;
  } catch {
    return false;
  } finally {
    server.close();
  }
}

describe('startShop', () => {
  it('resolves when the page answers, and ends all processes of the command', async () => {
    const url = await newUrl();
    // The shell waits for a process of its own, as `npm start` does.
    const command = `${listen("response.end('ready')")}; echo ended`;
    const shop = await startShop({ command, url, env: { SHOP_URL: url }, ready: '/checkout' });
    expect(await (await fetch(shop.url)).text()).toBe('ready');
    await shop.stop();
    expect(await isFree(url)).toBe(true);
  });

  it('stop resolves after the port of a process that has closed its output and ignores SIGTERM is free', async () => {
    const url = await newUrl();
    const deaf = "if (_.url === '/deaf') { process.on('SIGTERM', () => {}); fs.closeSync(1); fs.closeSync(2) }";
    const command = `${listen(`${deaf} response.end('ready')`)}; echo ended`;
    const shop = await startShop({ command, url, env: { SHOP_URL: url } });
    expect(await (await fetch(`${url}/deaf`)).text()).toBe('ready');
    await shop.stop();
    expect(await isFree(url)).toBe(true);
  });

  it('rejects at once when the command ends, with its exit code and last lines', async () => {
    const command = node("console.log('reading .env'); console.error('SECRET is missing'); process.exit(3)");
    const started = startShop({ command, url: await newUrl(), ready: '/checkout' });
    await expect(started).rejects.toThrow(/ended with code 3 before http:\/\/127\.0\.0\.1:\d+\/checkout was ready\./);
    await expect(started).rejects.toThrow('SECRET is missing');
  });

  it('rejects for a folder that does not exist', async () => {
    const started = startShop({ command: 'node server.mjs', url: await newUrl(), cwd: '/does-not-exist' });
    await expect(started).rejects.toThrow(/"node server.mjs" could not be started: .*ENOENT/);
  });

  it('names the address and the last status of a server that is not ready in time, and ends it', async () => {
    // The test answers for the command, whose start may take longer than the limit.
    const server = createHttpServer((_request, response) => void response.writeHead(404).end());
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const started = startShop({ command: 'echo $$; exec sleep 600', url, ready: '/chekout', timeout: 3_000 });
    const { message } = await started.then(
      () => new Error('It was ready.'),
      (error: unknown) => error as Error,
    );
    expect(message).toContain(`${url}/chekout was not ready after 3000 ms. The last answer: HTTP 404.`);
    const pid = Number(message.split('\n').at(-1));
    expect(pid).toBeGreaterThan(1);
    expect(() => process.kill(pid, 0)).toThrow('ESRCH');
    server.close();
  });

  it('stops a server that has ended by itself', async () => {
    const url = await newUrl();
    const command = listen("response.end('ready'); if (_.url === '/end') process.exit(0)");
    const shop = await startShop({ command, url, env: { SHOP_URL: url } });
    await fetch(`${url}/end`).catch(() => undefined);
    await expect.poll(() => isFree(url)).toBe(true);
    await shop.stop();
  });
});
