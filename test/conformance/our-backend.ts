import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import { freePort } from '../../src/playwright/free-port.js';
import { createMerchantBackend, type MerchantBackendOptions } from '../../src/server.js';
import { ACCOUNT, type BackendUnderTest } from './backend-under-test.js';

/**
 * Starts the package's own backend as a server of its own, with a route that creates orders; `newId` makes their ids.
 */
export async function startOurBackend(
  gateway: string,
  store: NonNullable<MerchantBackendOptions['store']>,
  newId?: () => string,
): Promise<BackendUnderTest> {
  const origin = `http://localhost:${await freePort()}`;
  const backend = createMerchantBackend({
    publicUrl: `${origin}/scudo`,
    gateway: { baseUrl: gateway, ...ACCOUNT },
    methods: [{ code: 'card' }, { code: 'testpay' }],
    fieldsScript: () => Promise.resolve('"fields"'),
    store,
    ownOrderIds: newId !== undefined,
    // Most problems are part of a rule.
    onProblem: () => undefined,
  });
  const server: Server = createServer((request, response) => {
    if (request.url !== '/new-order') return backend.listener(request, response);
    let text = '';
    request.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
    request.on('end', () => {
      const order = JSON.parse(text) as { amount: string; currency: string };
      void backend.orders.create(newId ? { ...order, id: newId() } : order).then(({ id }) => {
        response.setHeader('content-type', 'application/json').end(JSON.stringify({ id }));
      });
    });
  });
  await once(server.listen(Number(new URL(origin).port), 'localhost'), 'listening');
  return {
    url: `${origin}/scudo`,
    newOrder: `${origin}/new-order`,
    async stop() {
      server.close();
      server.closeAllConnections();
      await backend.close();
    },
  };
}
