import { describe, expect, it } from 'vitest';
import { createPostgresOrderStore, OptionError, type PostgresOptions } from '../../../../src/server.js';
import { openPool } from '../../../../src/server/adapters/store/postgres-connection.js';

const url = 'postgres://shop:hidden@db.example/shop';
const pool = { connect: () => Promise.reject(new Error('not used')) };

describe('createPostgresOrderStore', () => {
  it.each<[object, string, RegExp]>([
    [{}, 'connectionString', /^connectionString is missing\. Set it, or pool\. Example: /],
    [{ connectionString: undefined }, 'connectionString', /^connectionString is missing/],
    [{ connectionString: '' }, 'connectionString', /^connectionString must be a URL that .*; got an empty text/],
    [
      { connectionString: 'mysql://h/d' },
      'connectionString',
      /begins with postgres: or postgresql:.*; got a text of 11/,
    ],
    [{ connectionString: 'host=h dbname=d' }, 'connectionString', /^connectionString must be a URL/],
    [{ connectionString: url, pool }, 'pool', /^pool and connectionString are two databases/],
    [{ pool, max: 5 }, 'max', /^max has no effect on a pool of your own/],
    [{ connectionString: url, max: 0 }, 'max', /^max must be a whole number, at least 1; got 0/],
    [{ connectionString: url, max: '10' }, 'max', /^max must be a whole number, at least 1; got "10"/],
    [{ pool: { query: () => undefined } }, 'pool', /^pool must be a pg\.Pool; got an object/],
    [{ connectionString: url, tabel: 'orders' }, 'tabel', /^tabel is not an option\. Did you mean table\?/],
    [
      { connectionString: url, table: 'orders; DROP TABLE orders' },
      'table',
      /^table must be a name in lower case of at most 40 characters, .*; got a text of 25 characters\./,
    ],
    [{ connectionString: url, table: 'Scudo_Orders_16c' }, 'table', /; got a text of 16 characters\./],
    [{ connectionString: url, table: 'Scudo_Orders_15' }, 'table', /; got "Scudo_Orders_15"\./],
  ])('createPostgresOrderStore rejects the options %j with an OptionError for %s', (options, option, message) => {
    const error = errorOf(options);
    expect(error).toBeInstanceOf(OptionError);
    expect(error).toMatchObject({ option, message: expect.stringMatching(message) });
    expect(String(error)).not.toContain('hidden');
  });

  it('createPostgresOrderStore names every wrong option in one error', () => {
    const error = errorOf({ connectionString: '', max: 0, table: 'A' }) as OptionError;
    expect(error.mistakes.map(({ option }) => option)).toEqual(['connectionString', 'max', 'table']);
  });

  it('createPostgresOrderStore accepts a URL or a pool, and treats undefined as absent', () => {
    for (const options of [
      { connectionString: url, max: 1, table: 'shop.orders', pool: undefined },
      { pool, connectionString: undefined, max: undefined },
    ]) {
      expect(errorOf(options)).toBeUndefined();
    }
  });

  it('the PostgreSQL store names the package to install when it is missing', async () => {
    const missing = () => Promise.reject(new Error("Cannot find package 'pg'"));
    await expect(openPool({ connectionString: 'postgres://x', max: 1 }, missing)).rejects.toThrow(
      'The PostgreSQL store needs the package pg. Run: npm install pg',
    );
  });
});

function errorOf(options: object): unknown {
  try {
    createPostgresOrderStore(options as PostgresOptions);
    return undefined;
  } catch (error) {
    return error;
  }
}
