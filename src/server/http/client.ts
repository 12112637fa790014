import type { Context } from 'hono';
import { Problem } from '../orders/problems/problem.js';
import type { Client } from '../orders/backend-context.js';
import type { Connection } from './connection.js';
import { plainAddress } from './plain-address.js';

/** `closing` aborts when the backend begins to close. `isBodyRead` is true if the server has read the body already. */
export type Env = { Bindings: Connection & { readonly closing: AbortSignal; readonly isBodyRead: boolean } };

/** The address of the client; undefined when neither the server nor a trusted proxy names one. */
export function addressOf(c: Context<Env>, trustProxy: boolean): string | undefined {
  // Earlier X-Forwarded-For entries are client-controlled.
  const forwarded = trustProxy ? plainAddress(c.req.header('x-forwarded-for')?.split(',').at(-1)) : undefined;
  return forwarded ?? plainAddress(c.env.ip);
}

/**
 * The parts of a request that an authentication reports about the shopper's browser.
 * @throws {Problem} invalid-request with the field `ip` when the address is missing
 */
export function clientOf(c: Context<Env>, trustProxy: boolean): Client {
  const ip = addressOf(c, trustProxy);
  if (ip === undefined) throw new Problem('invalid-request', [{ field: 'ip', message: NO_ADDRESS }]);
  return {
    ip,
    accept: c.req.header('accept') || '*/*',
    language: c.req.header('accept-language'),
    userAgent: c.req.header('user-agent'),
  };
}

const NO_ADDRESS =
  'is missing: the server must pass the shopper’s address, fetch(request, { ip }), or set the option trustProxy ' +
  'behind a proxy that adds X-Forwarded-For';
