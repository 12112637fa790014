import type { Context } from 'hono';
import type * as z from 'zod/mini';
import { checkMessage } from '../../protocol/field-issue.js';
import { algorithmOf, verifySecurehash } from '../../protocol/securehash.js';
import { parseCompactTimestamp } from '../../protocol/timestamp.js';
import { isTimely } from '../http/request.js';
import type { MessageKind } from '../log/message-log.js';
import type { SandboxState } from '../state.js';
import { badParameter, ReportRefusal } from './report-refusal.js';

/** What every report is asked with. */
interface ReportQuery {
  readonly timestamp: string;
  readonly merchantId: string;
}

export interface ReportCall<Schema extends z.ZodMiniType<ReportQuery>> {
  readonly kind: MessageKind;
  readonly schema: Schema;
  /** What the hash was made over: the values as they came. */
  readonly hashFields: (raw: z.output<Schema>) => readonly (string | undefined)[];
  readonly answer: (query: z.output<Schema>) => object;
  /** The order that the query asks after, where it asks after one. */
  readonly orderOf: (query: z.output<Schema>) => string | undefined;
}

/** Answers a report: parameters first, as the JSON calls do, so that a 400 names what a wrong hash would hide. */
export function report<Schema extends z.ZodMiniType<ReportQuery>>(
  state: SandboxState,
  call: ReportCall<Schema>,
): (context: Context) => Promise<Response> {
  return async (context) => {
    const raw = context.req.query();
    let response: object;
    let httpStatus = 200;
    let order: string | undefined;
    try {
      const query = checked(call.schema, raw);
      order = call.orderOf(query);
      await requireAuthorization(context, call.hashFields(raw as z.output<Schema>), query, state);
      requireTimestamp(query.timestamp, state);
      response = call.answer(query);
    } catch (error) {
      if (!(error instanceof ReportRefusal)) throw error;
      httpStatus = error.status;
      response = { code: String(error.status), message: error.message };
    }
    state.log.record(call.kind, { request: raw, response, httpStatus, about: { order } });
    return Response.json(response, { status: httpStatus, headers: { 'cache-control': 'no-store' } });
  };
}

function checked<Schema extends z.ZodMiniType>(schema: Schema, raw: object): z.output<Schema> {
  const { data, issues } = checkMessage(schema, raw);
  if (issues) throw badParameter(issues.map(({ field, message }) => `${field} ${message}`).join('; '));
  return data;
}

/** `SHA1 <hex>` or `SHA256 <hex>` (gateway facts 2.6). An unknown merchant has no secret that a hash could be right with. */
async function requireAuthorization(
  context: Context,
  fields: readonly (string | undefined)[],
  { merchantId }: ReportQuery,
  { settings }: SandboxState,
): Promise<void> {
  const [, name, hash = ''] = /^(sha1|sha256) +([0-9a-f]+)$/i.exec(context.req.header('authorization') ?? '') ?? [];
  const right =
    merchantId === settings.merchantId &&
    algorithmOf(hash) === name?.toLowerCase() &&
    (await verifySecurehash(hash, fields, settings.secret));
  if (!right) throw new ReportRefusal(401, 'unauthorised, hash mismatch');
}

function requireTimestamp(timestamp: string, { settings }: SandboxState): void {
  if (!isTimely(parseCompactTimestamp(timestamp), settings))
    throw badParameter('timestamp must be between yesterday and tomorrow');
}
