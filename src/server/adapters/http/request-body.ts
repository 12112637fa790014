import type { Context } from 'hono';
import type * as z from '../../../protocol/zod.js';
import { parseMessage } from '../../../protocol/values/field-issue.js';
import { holdsCardNumber } from '../../util/card-data.js';
import { Problem } from '../../domain/problems/problem.js';
import type { Env } from './client.js';
import { brokenBody } from './limited-body.js';

/** @throws {Problem} unsupported-media-type, invalid-request */
export async function jsonBody<Schema extends z.ZodMiniType>(
  c: Context<Env>,
  what: string,
  schema: Schema,
): Promise<z.output<Schema>> {
  // Parameters only: `application/json-seq` and `application/json+x` are other formats.
  if (!/^application\/json\s*(?:;[^,]*)?$/i.test(c.req.header('content-type') ?? ''))
    throw new Problem('unsupported-media-type');
  let body: unknown;
  try {
    body = await c.req.json();
  } catch {
    throw new Problem('invalid-request', [{ field: '', message: 'is not JSON' }]);
  }
  return parseMessage(what, schema, body);
}

/** Maximum number of pairs of a form and its query. No message has more than 20. */
const MAX_PAIRS = 100;

/**
 * The fields of a form; a body of another kind has none.
 * @throws {Problem} too-large for more pairs than any message has, before they are parsed
 */
export function formBody(c: Context<Env>): Promise<FormData> {
  return formWithin(c, MAX_PAIRS);
}

/**
 * The text fields of a form, then those of the query: accepts form and query.
 * @throws {Problem} too-large
 */
export async function messagePairs(c: Context<Env>): Promise<[string, string][]> {
  const query = queryPairs(c);
  const form = await formWithin(c, MAX_PAIRS - [...query].length);
  const pairs = [...form.entries()].flatMap(([name, value]): [string, string][] =>
    typeof value === 'string' ? [[name, value]] : [],
  );
  return [...pairs, ...query];
}

/** @throws {Problem} too-large */
export function queryPairs(c: Context<Env>): URLSearchParams {
  const { search, searchParams } = new URL(c.req.url);
  if (occurrences(search, /&/g) >= MAX_PAIRS) throw new Problem('too-large');
  return searchParams;
}

async function formWithin(c: Context<Env>, maxPairs: number): Promise<FormData> {
  const type = c.req.header('content-type') ?? '';
  // Parsers take the last of several types, so that the count below would be of another one.
  if (type.includes(',')) throw new Problem('unsupported-media-type');
  const bytes = await c.req.raw
    .clone()
    .arrayBuffer()
    .catch((error: unknown) => Promise.reject(brokenBody(error)));
  const text = new TextDecoder('latin1').decode(bytes);
  const isMultipart = /^multipart\/form-data\b/i.test(type);
  // Each part has this header once.
  const pairs = isMultipart ? occurrences(text, /content-disposition/gi) : occurrences(text, /&/g) + (text ? 1 : 0);
  if (pairs > maxPairs) throw new Problem('too-large');
  return c.req.formData().catch(() => new FormData());
}

function occurrences(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}

export function idempotencyKey(c: Context<Env>): string {
  const key = c.req.header('idempotency-key') ?? '';
  if (!/^[\x21-\x7e]{8,100}$/.test(key)) {
    const issue = { field: 'Idempotency-Key', message: 'must be a header of 8 to 100 characters' };
    throw new Problem('invalid-request', [issue]);
  }
  // Keys are stored.
  if (holdsCardNumber(key)) {
    throw new Problem('invalid-request', [{ field: 'Idempotency-Key', message: 'must not contain a card number' }]);
  }
  return key;
}
