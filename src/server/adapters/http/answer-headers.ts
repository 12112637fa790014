import type { MiddlewareHandler } from 'hono';
import type { Env } from './client.js';

/**
 * Adds the headers of every answer, problems included. Answers are about one payment, so that no cache keeps them; the
 * pages and scripts of the backend that a browser may keep name their own time.
 */
export const answerHeaders: MiddlewareHandler<Env> = async (c, next) => {
  await next();
  if (!c.res.headers.has('cache-control')) c.header('cache-control', 'no-store');
  c.header('x-content-type-options', 'nosniff');
};
