import { getRequestListener } from '@hono/node-server';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Plugin, ViteDevServer } from 'vite';
import type * as scudo from '../../src/server.js';

/**
 * Mounts a real merchant's backend on the tests' own site, for its frame, fields and notification pages. `/own-page`
 * returns the HTML of its query.
 */
export function mountedBackend(): Plugin {
  const backends = new Map<string, Promise<scudo.MerchantHandler>>();
  const backendAt = (server: ViteDevServer, host: string) => {
    const found = backends.get(host);
    if (found) return found;
    const made = startBackend(server, host);
    backends.set(host, made);
    return made;
  };
  return {
    name: 'mounted-backend',
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        if (request.url?.startsWith('/own-page')) {
          response.setHeader('content-type', 'text/html');
          return response.end(new URL(request.url, 'http://localhost').searchParams.get('html'));
        }
        if (!request.url?.startsWith('/scudo/')) return next();
        const backend = backendAt(server, request.headers.host ?? 'localhost');
        const ip = request.socket.remoteAddress;
        void getRequestListener(async (web) => (await backend).fetch(web, { ip }))(request, response);
      });
    },
  };
}

/** Vite loads the sources, as it does for the package: they import files by patterns. */
async function startBackend(server: ViteDevServer, host: string): Promise<scudo.MerchantHandler> {
  const { createMerchantBackend } = (await server.ssrLoadModule('/src/server.ts')) as typeof scudo;
  return createMerchantBackend({
    publicUrl: `http://${host}/scudo`,
    // A page at localhost may reach the backend of 127.0.0.1, as through the proxy of a dev server.
    pages: [`http://${host}`, `http://${host.replace('127.0.0.1', 'localhost')}`],
    gateway: { baseUrl: 'http://127.0.0.1:59999', merchantId: 'scudo', secret: 'secret' },
    store: { path: join(tmpdir(), `scudo-browser-tests-${process.pid}.db`) },
  });
}
