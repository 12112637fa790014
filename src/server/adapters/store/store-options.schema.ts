import * as z from '../../../protocol/zod.js';
import { mistakesOf } from '../../util/check-options.js';
import type { OptionMistake } from '../../util/option-error.js';
import { optional, optionsObject, required, type OptionRule, type OptionShape } from '../../util/option-rule.js';
import { func, milliseconds, secretText, text } from '../../util/option-values.js';
import type { OrderStore } from '../../book/order-store.js';
import type { SqliteOptions } from './sqlite-options.js';

const SCHEMES = ['libsql:', 'https:', 'http:', 'wss:', 'ws:', 'file:'];

const databaseUrl: OptionRule = {
  expected: `a URL that begins with ${SCHEMES.join(', ')}`,
  example: "'libsql://orders.shop.example'",
  isRight: (value) =>
    typeof value === 'string' && (value === ':memory:' || SCHEMES.some((scheme) => value.startsWith(scheme))),
};

/** The schema of `SqliteOptions`. */
export const sqliteOptionsSchema = optionsObject(
  {
    path: optional(text("'/var/lib/shop/scudo.db'")),
    url: optional(databaseUrl),
    authToken: optional(secretText('process.env.LIBSQL_TOKEN')),
    now: optional(func('() => new Date()')),
    busyTimeout: optional(milliseconds('5_000')),
    pause: optional(func('(ms) => new Promise((resolve) => setTimeout(resolve, ms))')),
    random: optional(func('Math.random')),
  } satisfies OptionShape<SqliteOptions>,
  "store: { path: '/var/lib/shop/scudo.db' }",
);

/** Checks the options of `createSqliteOrderStore`. */
export function sqliteMistakes(options: unknown): OptionMistake[] {
  return [...mistakesOf(sqliteOptionsSchema, options), ...sqliteContradictions(options)];
}

/** Mistakes that concern more than one option. `prefix` precedes the names of options in messages. */
export function sqliteContradictions(options: unknown, prefix = ''): OptionMistake[] {
  if (typeof options !== 'object' || options === null) return [];
  const { path, url } = options as Readonly<Record<string, unknown>>;
  if (path === undefined || url === undefined) return [];
  const message = `${prefix}path and ${prefix}url are two places for the orders. Set one of them.`;
  return [{ option: `${prefix}path`, message }];
}

const method = (signature: string): OptionRule => ({
  expected: 'a method of the order store',
  example: signature,
  isRight: (value) => typeof value === 'function',
});

/** The methods of an order store. It may have other members of its own. */
export const orderStoreSchema = z.looseObject({
  insert: required(method('async (record) => …')),
  read: required(method('async (id) => …')),
  replace: required(method('async (record, revision) => …')),
  list: required(method('async (options) => …')),
  countOrders: required(method('async (filter) => …')),
  due: required(method('async ({ at, limit }) => …')),
  addToCounter: required(method('async (key, { ms }) => …')),
  prune: required(method('async (options) => …')),
  now: required(method('async () => new Date()')),
  close: optional(method('async () => …')),
} satisfies OptionShape<OrderStore>);

/** True for an order store; false for the options of the SQLite store. */
export function isOrderStore(store: unknown): store is OrderStore {
  return typeof store === 'object' && store !== null && 'read' in store;
}
