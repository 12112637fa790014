import type { Context, MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { Problem } from '../../domain/problems/problem.js';
import type { Env } from './client.js';

/** Bytes; far more than any call of a page and any message has. */
const MAX_BODY = 65_536;

const limit = bodyLimit({
  maxSize: MAX_BODY,
  onError: () => {
    throw new Problem('too-large');
  },
});

/**
 * Refuses a call whose body the server has read before the handler.
 * @throws {Problem} invalid-request
 */
export const unreadBody: MiddlewareHandler<Env> = async (c, next) => {
  if (c.env.isBodyRead && c.req.method !== 'GET' && c.req.method !== 'HEAD') {
    throw new Problem('invalid-request', [{ field: '', message: READ_BEFORE }]);
  }
  await next();
};

const READ_BEFORE =
  'has a body that the server has read before the handler: mount the handler before parsers of bodies, such as ' +
  'express.json(), or without them for its path';

/**
 * Limits the body of each call.
 * @throws {Problem} too-large, and invalid-request for a body that breaks off
 */
export const limitedBody: MiddlewareHandler = async (c, next) => {
  const body = { isRead: false };
  try {
    return await limit(c, () => {
      body.isRead = true;
      return next();
    });
  } catch (error) {
    if (body.isRead || error instanceof Problem) throw error;
    throw brokenBody(error);
  }
};

/**
 * Reads the body of a call.
 * @throws {Problem} invalid-request for a body that breaks off
 */
export function bodyText(c: Context): Promise<string> {
  return c.req.text().catch((error: unknown) => Promise.reject(brokenBody(error)));
}

/** The problem of a body that cannot be read to its end. */
export function brokenBody(cause: unknown): Problem {
  return new Problem('invalid-request', [{ field: '', message: 'broke off' }], { cause });
}
