import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../dist/playwright.js';

/**
 * Starts a site for benches in a browser as a process of its own (`site-process.mjs`).
 *
 * The site delays round trips, for all frames alike. `Network.emulateNetworkConditions` applies to one target of the
 * DevTools protocol, and the issuer's frames are targets of their own. Connections are kept alive, so that a delay is
 * one round trip.
 *
 * @param {string} [peer] folder of the built peer
 */
export async function startSite(peer) {
  const data = await mkdtemp(join(tmpdir(), 'scudo-bench-'));
  const [shopPort, sandboxPort] = [await freePort(), await freePort()];
  const parameters = [shopPort, sandboxPort, data, ...(peer === undefined ? [] : [peer])].map(String);
  const site = fork('bench/support/site-process.mjs', parameters);
  const waiting = new Map();
  let calls = 0;
  const ready = new Promise((resolve) => waiting.set(0, resolve));
  site.on('message', ({ id, answer }) => {
    waiting.get(id)?.(answer);
    waiting.delete(id);
  });
  const ended = once(site, 'exit');
  const call = (message) =>
    new Promise((resolve) => {
      const id = ++calls;
      waiting.set(id, resolve);
      site.send({ id, ...message });
    });
  if (!(await Promise.race([ready.then(() => true), ended.then(() => false)])))
    throw new Error('The site of the benches ended before it listened. Run `npm run build` first.');
  return {
    url: `http://localhost:${shopPort}`,
    /** Creates an order, and returns its id. @type {() => Promise<string>} */
    createOrder: () => call({ order: true }),
    /** @type {(network: { roundTrip: number, methodTime?: number }) => Promise<void>} */
    setNetwork: ({ roundTrip, methodTime = 0 }) =>
      // JSON has no Infinity.
      call({ network: { roundTrip, methodTime: methodTime === Infinity ? null : methodTime } }),
    async stop() {
      site.disconnect();
      await ended;
      await rm(data, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
