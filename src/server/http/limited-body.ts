import type { MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { Problem } from '../orders/problems/problem.js';
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
 * Limits the body of each call.
 * @throws {Problem} too-large, and invalid-request for a body that breaks off
 */
export const limitedBody: MiddlewareHandler<Env> = async (c, next) => {
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

/** The problem of a body that cannot be read to its end. */
export function brokenBody(cause: unknown): Problem {
  return new Problem('invalid-request', [{ field: '', message: 'broke off' }], { cause });
}
