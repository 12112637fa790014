import { mistakesOf } from '../../util/check-options.js';
import type { OptionMistake } from '../../util/option-error.js';
import { optional, optionsObject, type OptionRule, type OptionShape } from '../../util/option-rule.js';
import { count } from '../../util/option-values.js';
import type { PostgresOptions } from './postgres-options.js';
import { isTableName } from './postgres-schema.js';

const pool: OptionRule = {
  expected: 'a pg.Pool',
  example: 'new pg.Pool({ connectionString: process.env.DATABASE_URL })',
  isRight: (value) =>
    typeof value === 'object' && value !== null && 'connect' in value && typeof value.connect === 'function',
};

const table: OptionRule = {
  expected: 'a name in lower case of at most 40 characters, with or without a schema',
  example: "'shop.scudo_orders'",
  isRight: (value) => typeof value === 'string' && isTableName(value),
};

/** Another text is the name of a database on this machine for `pg`. */
const connectionString: OptionRule = {
  expected: 'a URL that begins with postgres: or postgresql:, or the path of a socket',
  example: 'process.env.DATABASE_URL',
  isRight: (value) => typeof value === 'string' && /^(postgres(ql)?:\/\/|socket:|\/)/.test(value),
  isSecret: true,
};

/** The schema of `PostgresOptions`. */
const postgresOptionsSchema = optionsObject({
  connectionString: optional(connectionString),
  max: optional(count('10', { min: 1 })),
  pool: optional(pool),
  table: optional(table),
} satisfies OptionShape<PostgresOptions>);

/** Checks the options of `createPostgresOrderStore`. */
export function postgresMistakes(options: unknown): OptionMistake[] {
  return [...mistakesOf(postgresOptionsSchema, options), ...contradictions(options)];
}

/** Mistakes that concern more than one option. */
function contradictions(options: unknown): OptionMistake[] {
  if (typeof options !== 'object' || options === null) return [];
  const { connectionString, max, pool } = options as Readonly<Record<string, unknown>>;
  if (pool === undefined) {
    if (connectionString !== undefined) return [];
    const example = 'Example: connectionString: process.env.DATABASE_URL';
    return [{ option: 'connectionString', message: `connectionString is missing. Set it, or pool. ${example}` }];
  }
  return [
    ...(connectionString === undefined
      ? []
      : [{ option: 'pool', message: 'pool and connectionString are two databases. Set one of them.' }]),
    ...(max === undefined
      ? []
      : [{ option: 'max', message: 'max has no effect on a pool of your own. Set max of the pool itself.' }]),
  ];
}
