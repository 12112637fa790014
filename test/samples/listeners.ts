import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { MerchantHandler } from 'scudo-checkout/server';

/** A server of `node:http` with the handler. */
export function nodeServer(
  scudo: MerchantHandler,
  pages: (request: IncomingMessage, response: ServerResponse) => void,
) {
  // #region node
  const server: Server = createServer((request, response) => {
    if (request.url?.startsWith('/scudo/')) scudo.listener(request, response);
    else pages(request, response);
  });
  // #endregion
  return server;
}

/** The part of Fastify that the sample uses. */
export interface FastifyScope {
  register(plugin: (scope: FastifyScope) => Promise<void>): unknown;
  removeAllContentTypeParsers(): void;
  addContentTypeParser(type: '*', parser: (request: unknown, body: unknown, done: (error: null) => void) => void): void;
  all(
    path: string,
    handler: (
      request: { readonly raw: IncomingMessage },
      reply: { readonly raw: ServerResponse; hijack(): void },
    ) => void,
  ): unknown;
}

/** Adds the handler to a Fastify application. */
export function addToFastify(app: FastifyScope, scudo: MerchantHandler): void {
  // #region fastify
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, _body, done) => done(null));
    scope.all('/scudo/*', (request, reply) => {
      reply.hijack();
      scudo.listener(request.raw, reply.raw);
    });
  });
  // #endregion
}
