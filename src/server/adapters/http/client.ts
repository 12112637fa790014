import type { Context } from 'hono';
import { Problem } from '../../domain/problems/problem.js';
import type { Client } from '../../ports/ports.js';
import type { Connection } from './connection.js';
import { plainAddress } from './plain-address.js';

/** `closing` aborts when the backend begins to close. `isBodyRead` is true if the server has read the body already. */
export type Env = { Bindings: Connection & { readonly closing: AbortSignal; readonly isBodyRead: boolean } };

/** The way to the client's address. */
export interface AddressOptions {
  readonly trustProxy: boolean;
  /** The address of a client for which the server names none: loopback, if the host of `publicUrl` is loopback. */
  readonly defaultAddress?: string | undefined;
}

/**
 * The address of the client; undefined when neither the server nor a trusted proxy names one. The address of a proxy is
 * not the client's, so an entry of its header that cannot be read does not lead to it.
 */
export function addressOf(c: Context<Env>, { trustProxy, defaultAddress }: AddressOptions): string | undefined {
  const header = trustProxy ? c.req.header('x-forwarded-for') : undefined;
  // Earlier X-Forwarded-For entries are client-controlled.
  const last = header
    ?.split(',')
    .map((entry) => entry.trim().replace(/^"(.*)"$/, '$1'))
    .findLast((entry) => entry !== '');
  return last === undefined ? (plainAddress(c.env.ip) ?? defaultAddress) : plainAddress(last);
}

/**
 * The parts of a request that an authentication reports about the shopper's browser.
 * @throws {Problem} invalid-request with the field `ip` when the address is missing
 */
export function clientOf(c: Context<Env>, options: AddressOptions): Client {
  const ip = addressOf(c, options);
  if (ip === undefined) {
    const hasHeader = options.trustProxy && c.req.header('x-forwarded-for') !== undefined;
    throw new Problem('invalid-request', [{ field: 'ip', message: hasHeader ? UNREADABLE_ADDRESS : NO_ADDRESS }]);
  }
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

const UNREADABLE_ADDRESS = 'is missing: the last entry of X-Forwarded-For, which your proxy adds, is no IP address';
