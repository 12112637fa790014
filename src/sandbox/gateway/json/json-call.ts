import type { Context } from 'hono';
import type * as z from 'zod/mini';
import { checkMessage } from '../../../protocol/field-issue.js';
import { parseIsoTimestamp } from '../../../protocol/timestamp.js';
import {
  neverAnswered,
  transportFault,
  unreadableAnswer,
  type FaultyCallKind,
  type TransportFault,
} from '../../core/faults.js';
import { isTimely } from '../../http/request.js';
import { isSignedWith } from '../../core/signature.js';
import { subjectOf } from './message-subject.js';
import type { JsonDependencies } from './dependencies.js';
import { errorBody, type FailedMessage } from './error-body.js';
import { missingElement, Refusal, wrongData, wrongFormat } from './json-refusal.js';

/** The fields that every request of the JSON interface has. */
interface CallFields {
  readonly request_timestamp: string;
  readonly merchant_id: string;
  readonly account_id?: string | undefined;
}

/** One call of the JSON interface. */
export interface SimulatedJsonCall<Schema extends z.ZodMiniType<CallFields>> {
  readonly kind: FaultyCallKind;
  readonly schema: Schema;
  /** Reads the request as it was sent, because its hash covers the unchanged values. */
  readonly read: (context: Context) => Promise<unknown>;
  readonly hashFields: (raw: z.output<Schema>) => readonly (string | undefined)[];
  readonly versionHeader: 'required' | 'optional';
  readonly failedMessage: FailedMessage;
  readonly answer: (body: z.output<Schema>) => object;
}

/**
 * Processes a call: all checks in one order, then the answer. Every call is logged.
 * The fields are checked before the hash. A missing field makes the hash wrong as well, and a 400 that
 * names the field helps more than a 401, which suggests a wrong secret.
 */
export function carryOut<Schema extends z.ZodMiniType<CallFields>>(
  state: JsonDependencies,
  call: SimulatedJsonCall<Schema>,
): (context: Context) => Promise<Response> {
  return async (context) => {
    let raw: unknown = null;
    let response: unknown = null;
    let httpStatus = 200;
    let fault: TransportFault | undefined;
    try {
      if (context.req.method === 'POST') requireJson(context);
      if (call.versionHeader === 'required') requireVersionHeader(context, state.settings.versionHeader);
      raw = await call.read(context);
      fault = transportFault(state.faultOf(call.kind, orderOf(state, raw)));
      if (fault?.type === 'not-received') return await neverAnswered(context.req.raw.signal);
      if (fault?.type === 'http-status') throw new Refusal(fault.status);
      const body = checked(call.schema, raw);
      await requireAuthorization(context, state, raw as z.output<Schema>, call.hashFields);
      requireTimestamp(body.request_timestamp, state);
      requireAccount(body.account_id, state);
      response = call.answer(body);
    } catch (error) {
      if (error instanceof Refusal) {
        httpStatus = error.status;
        if (error.fault) response = errorBody(error.fault, call.failedMessage, raw, state.settings.randomUuid);
      } else {
        httpStatus = 500;
        state.settings.reportError(error);
      }
    }
    state.log.record(call.kind, {
      request: raw,
      response,
      httpStatus,
      about: subjectOf(state.transactions, raw, response),
    });
    if (fault?.type === 'no-answer') return neverAnswered(context.req.raw.signal);
    if (fault?.type === 'unreadable') return unreadableAnswer();
    return response === null
      ? new Response(null, { status: httpStatus })
      : Response.json(response, { status: httpStatus });
  };
}

/**
 * Parameters of the media type do not matter: Java clients send a charset
 * (docs/reference/gateway.md#hosts-and-headers).
 */
function requireJson(context: Context): void {
  if (!/^\s*application\/json\s*(;|$)/i.test(context.req.header('content-type') ?? '')) throw new Refusal(415);
}

/** Reads a JSON body. */
export async function readJson(context: Context): Promise<unknown> {
  try {
    return JSON.parse(await context.req.text());
  } catch {
    throw new Refusal(400);
  }
}

/** Any value passes: the documents name the header and show no list of its values. */
function requireVersionHeader(context: Context, name: string): void {
  if (!context.req.header(name)) throw missingElement(name);
}

function checked<Schema extends z.ZodMiniType>(schema: Schema, raw: unknown): z.output<Schema> {
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw))
    throw new Refusal(400, { code: '101', element: 'body' });
  const { data, issues } = checkMessage(schema, raw);
  if (!issues) return data;
  // A body has one code, and missing fields go before wrong ones.
  const missing = issues.filter((issue) => issue.missing);
  const named = (missing.length > 0 ? missing : issues).map(({ field }) => field);
  const element = [...new Set(named)].join(',');
  throw missing.length > 0 ? missingElement(element) : wrongFormat(element);
}

/** Returns the order that a call names, for the option `faults`. */
function orderOf({ transactions }: JsonDependencies, raw: unknown): string | undefined {
  return subjectOf(transactions, raw, undefined).order;
}

async function requireAuthorization<Raw extends CallFields>(
  context: Context,
  { settings }: JsonDependencies,
  raw: Raw,
  hashFields: (raw: Raw) => readonly (string | undefined)[],
): Promise<void> {
  const [, hash] = /^securehash ([0-9a-f]+)$/i.exec(context.req.header('authorization') ?? '') ?? [];
  // Unknown merchants always fail hash verification.
  if (hash === undefined || raw.merchant_id !== settings.merchantId) throw new Refusal(401);
  if (!(await isSignedWith(hash, hashFields(raw), settings))) throw new Refusal(401);
}

function requireTimestamp(timestamp: string, { settings }: JsonDependencies): void {
  if (!isTimely(parseIsoTimestamp(timestamp), settings)) throw wrongFormat('request_timestamp');
}

/** The hash does not cover the account, so a wrong one is a wrong field (400) and not a wrong authorization. */
function requireAccount(account: string | undefined, { settings }: JsonDependencies): void {
  if (account !== undefined && account !== settings.accountId) throw wrongData('account_id');
}
