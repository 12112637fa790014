import type { Context } from 'hono';
import { isIP } from 'node:net';
import type { Client } from '../orders/backend-context.js';

/** Connection data from the server that calls the handler. */
export interface Connection {
  /** The shopper's address. */
  readonly ip?: string;
}

export type Env = { Bindings: Connection };

/** The parts of a request that an authentication reports about the shopper's browser. */
export function clientOf(c: Context<Env>, trustProxy: boolean): Client {
  // Earlier X-Forwarded-For entries are client-controlled.
  const forwarded = trustProxy ? (c.req.header('x-forwarded-for')?.split(',').at(-1)?.trim() ?? '') : '';
  return {
    ip: (isIP(forwarded) ? forwarded : c.env.ip) || '127.0.0.1',
    accept: c.req.header('accept') || '*/*',
    language: c.req.header('accept-language'),
    userAgent: c.req.header('user-agent'),
  };
}
