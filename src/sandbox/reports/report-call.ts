import type { Context } from 'hono';
import type * as z from 'zod/mini';
import { checkMessage } from '../../protocol/field-issue.js';
import { algorithmOf } from '../../protocol/securehash.js';
import { parseCompactTimestamp } from '../../protocol/timestamp.js';
import {
  neverAnswered,
  transportFault,
  unreadableAnswer,
  type FaultyCallKind,
  type TransportFault,
} from '../core/faults.js';
import { isTimely } from '../http/request.js';
import type { ReportDependencies } from './dependencies.js';
import { isSignedWith } from '../core/signature.js';
import { badParameter, ReportRefusal } from './report-refusal.js';

/** The parameters that every report has. */
interface ReportQuery {
  readonly timestamp: string;
  readonly merchantId: string;
}

export interface ReportCall<Schema extends z.ZodMiniType<ReportQuery>> {
  readonly kind: FaultyCallKind;
  readonly schema: Schema;
  /** Lists the hashed fields, from the values as they were sent. */
  readonly hashFields: (raw: z.output<Schema>) => readonly (string | undefined)[];
  readonly answer: (query: z.output<Schema>) => object;
  /** Returns the order that the query names, if any. */
  readonly orderOf: (query: z.output<Schema>) => string | undefined;
}

/** Answers a report. Parameters are checked before the hash, so that a 400 names a wrong parameter. */
export function report<Schema extends z.ZodMiniType<ReportQuery>>(
  state: ReportDependencies,
  call: ReportCall<Schema>,
): (context: Context) => Promise<Response> {
  return async (context) => {
    const raw = context.req.query();
    let response: object;
    let httpStatus = 200;
    let fault: TransportFault | undefined;
    let order: string | undefined;
    try {
      const query = checked(call.schema, raw);
      order = call.orderOf(query);
      await requireAuthorization(context, call.hashFields(raw as z.output<Schema>), query, state);
      requireTimestamp(query.timestamp, state);
      fault = transportFault(state.faultOf(call.kind, order));
      if (fault?.type === 'not-received') return await neverAnswered(context.req.raw.signal);
      if (fault?.type === 'http-status') throw new ReportRefusal(fault.status, 'The report is not available.');
      response = call.answer(query);
    } catch (error) {
      if (!(error instanceof ReportRefusal)) throw error;
      httpStatus = error.status;
      response = { code: String(error.status), message: error.message };
    }
    state.log.record(call.kind, { request: raw, response, httpStatus, about: { order } });
    if (fault?.type === 'no-answer') return neverAnswered(context.req.raw.signal);
    if (fault?.type === 'unreadable') return unreadableAnswer();
    return Response.json(response, { status: httpStatus, headers: { 'cache-control': 'no-store' } });
  };
}

function checked<Schema extends z.ZodMiniType>(schema: Schema, raw: object): z.output<Schema> {
  const { data, issues } = checkMessage(schema, raw);
  if (issues) throw badParameter(issues.map(({ field, message }) => `${field} ${message}`).join('; '));
  return data;
}

/** Checks `SHA1 <hex>` or `SHA256 <hex>` (docs/reference/gateway.md#payments-report). Unknown merchants always fail. */
async function requireAuthorization(
  context: Context,
  fields: readonly (string | undefined)[],
  { merchantId }: ReportQuery,
  { settings }: ReportDependencies,
): Promise<void> {
  const [, name, hash = ''] = /^(sha1|sha256) +([0-9a-f]+)$/i.exec(context.req.header('authorization') ?? '') ?? [];
  const right =
    merchantId === settings.merchantId &&
    algorithmOf(hash) === name?.toLowerCase() &&
    (await isSignedWith(hash, fields, settings));
  if (!right) throw new ReportRefusal(401, 'unauthorised, hash mismatch');
}

function requireTimestamp(timestamp: string, { settings }: ReportDependencies): void {
  if (!isTimely(parseCompactTimestamp(timestamp), settings))
    throw badParameter('timestamp must be between yesterday and tomorrow');
}
