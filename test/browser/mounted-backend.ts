import { getRequestListener } from '@hono/node-server';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { createMerchantBackend, type MerchantHandler } from '../../src/server.js';

/** Mounts a real merchant's backend on the tests' own site, for its frame and notification pages. */
export function mountedBackend(): Plugin {
  const backends = new Map<string, MerchantHandler>();
  const backendAt = (host: string) => {
    const found = backends.get(host);
    if (found) return found;
    const made = createMerchantBackend({
      publicUrl: `http://${host}/scudo`,
      // A page at localhost may reach the backend of 127.0.0.1, as through the proxy of a dev server.
      pages: [`http://${host}`, `http://${host.replace('127.0.0.1', 'localhost')}`],
      gateway: { baseUrl: 'http://127.0.0.1:59999', merchantId: 'scudo', secret: 'secret' },
      store: { path: join(tmpdir(), `scudo-browser-tests-${process.pid}.db`) },
    });
    backends.set(host, made);
    return made;
  };
  return {
    name: 'mounted-backend',
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        if (!request.url?.startsWith('/scudo/')) return next();
        const backend = backendAt(request.headers.host ?? 'localhost');
        void getRequestListener((web) => backend.fetch(web, { ip: request.socket.remoteAddress }))(request, response);
      });
    },
  };
}
