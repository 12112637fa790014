import type { Context } from 'hono';
import type * as z from 'zod/mini';
import { checkMessage } from '../../../protocol/field-issue.js';
import { verifySecurehash } from '../../../protocol/securehash.js';
import { parseIsoTimestamp } from '../../../protocol/timestamp.js';
import type { MessageKind } from '../../log/message-log.js';
import { isTimely } from '../../http/request.js';
import { subjectOf } from './message-subject.js';
import type { SandboxState } from '../../state.js';
import { errorBody, type FailedMessage } from './error-body.js';
import { missingElement, Refusal, wrongData, wrongFormat } from './json-refusal.js';

/** What every request of the JSON interface says of itself. */
interface CallFields {
  readonly request_timestamp: string;
  readonly merchant_id: string;
  readonly account_id?: string | undefined;
}

/** One call of the JSON interface. */
export interface JsonCall<Schema extends z.ZodMiniType<CallFields>> {
  readonly kind: MessageKind;
  readonly schema: Schema;
  /** The request as it came, before anything is normalized: what its hash was made over. */
  readonly read: (context: Context) => Promise<unknown>;
  readonly hashFields: (raw: z.output<Schema>) => readonly (string | undefined)[];
  readonly versionHeader: 'required' | 'optional';
  readonly failedMessage: FailedMessage;
  readonly answer: (body: z.output<Schema>) => object;
}

/**
 * Carries out a call: all checks in one order, then the answer; whatever comes of it is logged.
 * The fields are checked before the hash: an absent one makes the hash wrong, too, and a 400 that
 * names it helps where a 401 would send people to look for their secret.
 */
export function carryOut<Schema extends z.ZodMiniType<CallFields>>(
  state: SandboxState,
  call: JsonCall<Schema>,
): (context: Context) => Promise<Response> {
  return async (context) => {
    let raw: unknown = null;
    let response: unknown = null;
    let httpStatus = 200;
    try {
      if (context.req.method === 'POST') requireJson(context);
      if (call.versionHeader === 'required') requireVersionHeader(context, state.settings.versionHeader);
      raw = await call.read(context);
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
    return response === null
      ? new Response(null, { status: httpStatus })
      : Response.json(response, { status: httpStatus });
  };
}

/** A media type's parameters do not matter: Java's clients send a charset (gateway facts 1.1). */
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

function requireVersionHeader(context: Context, name: string): void {
  if (!context.req.header(name)) throw missingElement(name);
}

function checked<Schema extends z.ZodMiniType>(schema: Schema, raw: unknown): z.output<Schema> {
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw))
    throw new Refusal(400, { code: '101', element: 'body' });
  const { data, issues } = checkMessage(schema, raw);
  if (!issues) return data;
  // A body has one code: what is missing is named first.
  const missing = issues.filter((issue) => issue.missing);
  const named = (missing.length > 0 ? missing : issues).map(({ field }) => field);
  const element = [...new Set(named)].join(',');
  throw missing.length > 0 ? missingElement(element) : wrongFormat(element);
}

async function requireAuthorization<Raw extends CallFields>(
  context: Context,
  { settings }: SandboxState,
  raw: Raw,
  hashFields: (raw: Raw) => readonly (string | undefined)[],
): Promise<void> {
  const [, hash] = /^securehash ([0-9a-f]+)$/i.exec(context.req.header('authorization') ?? '') ?? [];
  // A merchant whom nobody knows has no secret that a hash could be right with.
  if (hash === undefined || raw.merchant_id !== settings.merchantId) throw new Refusal(401);
  if (!(await verifySecurehash(hash, hashFields(raw), settings.secret))) throw new Refusal(401);
}

function requireTimestamp(timestamp: string, { settings }: SandboxState): void {
  if (!isTimely(parseIsoTimestamp(timestamp), settings)) throw wrongFormat('request_timestamp');
}

/** The account is no part of the hash, so the authorization is right, and it is the field that is wrong: 400. */
function requireAccount(account: string | undefined, { settings }: SandboxState): void {
  if (account !== undefined && account !== settings.accountId) throw wrongData('account_id');
}
