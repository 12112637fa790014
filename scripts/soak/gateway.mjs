// The sandbox behind HTTP. It loses answers now and then, after it has processed the call.
import { serve } from '@hono/node-server';
import { once } from 'node:events';
import { createSandbox } from '../../dist/sandbox.js';

/** One of so many calls that take money loses its answer. */
const LOST = 50;

/**
 * @param {object} options
 * @param {ReturnType<typeof import('../dice.mjs').createDice>} options.dice
 * @param {(path: string, init: RequestInit) => Promise<Response>} options.callShop delivers status messages
 */
export async function startGateway({ dice, callShop }) {
  let handle = () => new Response(null, { status: 503 });
  const server = serve({ fetch: (request) => handle(request), port: 0, hostname: '127.0.0.1' });
  await once(server, 'listening');
  const url = `http://127.0.0.1:${server.address().port}`;
  let [isHealthy, lost] = [false, 0];
  const sandbox = createSandbox({
    baseUrl: url,
    merchantHosts: ['shop.example'],
    // The clocks of the processes stay behind the sandbox's, which the soak puts forward.
    timestampTolerance: Number.MAX_SAFE_INTEGER,
    faults({ kind }) {
      if (isHealthy || !['auth', 'payment-set'].includes(kind) || dice.below(LOST) > 0) return undefined;
      lost++;
      return { type: 'no-answer' };
    },
    fetch: (address, init) => callShop(new URL(address).pathname.slice(1), init),
    reportError: (error) => console.error(error),
  });
  handle = sandbox.fetch;
  return {
    url,
    sandbox,
    lost: () => lost,
    /** Chooses if answers are lost. */
    disturb: (isDisturbed) => void (isHealthy = !isDisturbed),
    async close() {
      server.closeAllConnections();
      server.close();
      await sandbox.close();
    },
  };
}

/**
 * Returns when a sandbox has taken money, by gateway order id. A redirect payment has the time of the shopper's answer.
 * @param {import('../../dist/sandbox.js').Sandbox} sandbox
 * @returns {Promise<Map<string, number>>}
 */
export async function chargesOf(sandbox) {
  const { authorizations, payments } = await sandbox.snapshot();
  const cards = authorizations
    .filter(({ result }) => result === '00')
    .map(({ orderId, at }) => [orderId, at.getTime()]);
  const redirects = payments
    .filter(({ answer }) => answer?.response === 'Succeeded')
    .map(({ orderId, answer }) => [orderId, Date.parse(answer.at)]);
  return new Map([...cards, ...redirects]);
}
