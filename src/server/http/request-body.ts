import type { Context } from 'hono';
import type * as z from 'zod/mini';
import { parseMessage } from '../../protocol/field-issue.js';
import { Problem } from '../orders/problem.js';
import type { Env } from './client.js';

/** @throws {Problem} unsupported-media-type, invalid-request */
export async function jsonBody<Schema extends z.ZodMiniType>(
  c: Context<Env>,
  what: string,
  schema: Schema,
): Promise<z.output<Schema>> {
  if (!/^application\/json\b/i.test(c.req.header('content-type') ?? '')) throw new Problem('unsupported-media-type');
  let body: unknown;
  try {
    body = await c.req.json();
  } catch {
    throw new Problem('invalid-request', [{ field: '', message: 'is not JSON' }]);
  }
  return parseMessage(what, schema, body);
}

/** The fields of a form; a body of another kind has none. */
export async function formBody(c: Context<Env>): Promise<FormData> {
  return c.req.formData().catch(() => new FormData());
}

/** The text fields of a form, then those of the query: accepts form and query. */
export async function messagePairs(c: Context<Env>): Promise<[string, string][]> {
  const pairs = [...(await formBody(c)).entries()].flatMap(([name, value]): [string, string][] =>
    typeof value === 'string' ? [[name, value]] : [],
  );
  return [...pairs, ...new URL(c.req.url).searchParams];
}

export function idempotencyKey(c: Context<Env>): string {
  const key = c.req.header('idempotency-key') ?? '';
  if (!/^[\x21-\x7e]{8,100}$/.test(key)) {
    const issue = { field: 'Idempotency-Key', message: 'must be a header of 8 to 100 characters' };
    throw new Problem('invalid-request', [issue]);
  }
  return key;
}
