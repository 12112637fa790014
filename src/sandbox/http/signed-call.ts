import type { Context } from 'hono';
import type * as z from '../../protocol/zod.js';
import { checkMessage, type FieldIssue } from '../../protocol/values/field-issue.js';
import { algorithmOf, type HashAlgorithm } from '../../protocol/values/securehash.js';
import { answerWithFault, type CallOutcome } from '../core/fault-sequence.js';
import type { FaultSource, JsonCallKind } from '../core/fault-source.js';
import type { Settings } from '../core/settings.js';
import { isSignedWith } from '../core/signature.js';
import type { MessageLog, MessageSubject } from '../log/message-log.js';
import { isTimely } from './request.js';

/** The conventions of an interface whose calls carry their hash in the authorization header. */
export interface SignedInterface {
  /** The scheme of the authorization header for a hash of this algorithm, in lower case. */
  readonly schemeOf: (algorithm: HashAlgorithm) => string;
  readonly parseTimestamp: (text: string) => Date | undefined;
  /** True where the tolerance of the timestamp counts calendar days. */
  readonly wholeDays?: true;
  readonly wrongFields: (issues: readonly FieldIssue[], raw: unknown) => Error;
  readonly wrongAuthorization: () => Error;
  readonly wrongTimestamp: () => Error;
  readonly headers: Readonly<Record<string, string>>;
}

/** One call of such an interface. */
export interface SignedCall<Schema extends z.ZodMiniType> {
  readonly kind: JsonCallKind;
  readonly schema: Schema;
  /** Reads the request as it was sent, because its hash covers the unchanged values. */
  readonly read: (context: Context) => Promise<unknown>;
  readonly hashFields: (raw: z.output<Schema>) => readonly (string | undefined)[];
  readonly identityOf: (request: z.output<Schema>) => { readonly merchantId: string; readonly timestamp: string };
  readonly answer: (request: z.output<Schema>) => object;
  /** Returns the answer for an error; undefined for an internal one. */
  readonly refusalOf: (error: unknown, raw: unknown) => CallAnswer | undefined;
  /** Returns the subject of the call for the log and for faults; the answer is null before processing. */
  readonly subjectOf: (raw: unknown, answer: object | null) => MessageSubject;
}

export interface CallAnswer {
  readonly httpStatus: number;
  /** Null for an answer without a body. */
  readonly body: object | null;
}

interface SignedCallDependencies {
  readonly settings: Settings;
  readonly log: MessageLog;
  readonly faultOf: FaultSource;
}

/**
 * Processes a call: all checks in one order, then the answer. Every call is logged.
 * The fields are checked before the hash. A missing field makes the hash wrong as well, and a 400 that
 * names the field helps more than a 401, which suggests a wrong secret.
 */
export function answerSignedCall<Schema extends z.ZodMiniType>(
  { settings, log, faultOf }: SignedCallDependencies,
  conventions: SignedInterface,
  call: SignedCall<Schema>,
): (context: Context) => Promise<Response> {
  return async (context) => {
    const { raw, unreadable } = await received(call, context);

    const process = async (): Promise<CallAnswer> => {
      try {
        if (unreadable) throw unreadable.error;
        const request = checkedRequest(call, conventions, raw);
        const { merchantId, timestamp } = call.identityOf(request);
        const header = context.req.header('authorization');
        const fields = call.hashFields(raw as z.output<Schema>);
        // Unknown merchants always fail hash verification.
        if (merchantId !== settings.merchantId || !(await isAuthorized(header, fields, conventions, settings)))
          throw conventions.wrongAuthorization();
        if (!isTimely(conventions.parseTimestamp(timestamp), settings, conventions.wholeDays))
          throw conventions.wrongTimestamp();
        return { httpStatus: 200, body: call.answer(request) };
      } catch (error) {
        const refusal = call.refusalOf(error, raw);
        if (refusal) return refusal;
        settings.reportError(error);
        return { httpStatus: 500, body: null };
      }
    };
    const record = (outcome: CallOutcome<CallAnswer>) => {
      const about = call.subjectOf(raw, outcome.type === 'not-processed' ? null : outcome.answer.body);
      log.record(call.kind, { request: raw, about, ...loggedAnswer(outcome) });
    };
    const respond = ({ httpStatus, body }: CallAnswer) =>
      body === null
        ? new Response(null, { status: httpStatus })
        : Response.json(body, { status: httpStatus, headers: conventions.headers });

    const fault = unreadable ? undefined : faultOf(call.kind, call.subjectOf(raw, null).order);
    return answerWithFault(fault, context.req.raw.signal, { process, record, respond });
  };
}

interface ReceivedRequest {
  readonly raw: unknown;
  readonly unreadable?: { readonly error: unknown };
}

async function received({ read }: Pick<SignedCall<z.ZodMiniType>, 'read'>, context: Context): Promise<ReceivedRequest> {
  try {
    return { raw: await read(context) };
  } catch (error) {
    return { raw: null, unreadable: { error } };
  }
}

function checkedRequest<Schema extends z.ZodMiniType>(
  { schema }: SignedCall<Schema>,
  { wrongFields }: SignedInterface,
  raw: unknown,
): z.output<Schema> {
  const { data, issues } = checkMessage(schema, raw);
  if (issues) throw wrongFields(issues, raw);
  return data;
}

async function isAuthorized(
  header: string | undefined,
  fields: readonly (string | undefined)[],
  { schemeOf }: SignedInterface,
  settings: Settings,
): Promise<boolean> {
  const [, scheme = '', hash = ''] = /^(\w+) +([0-9a-f]+)$/i.exec(header ?? '') ?? [];
  const algorithm = algorithmOf(hash);
  if (!algorithm || scheme.toLowerCase() !== schemeOf(algorithm)) return false;
  return isSignedWith(hash, fields, settings);
}

function loggedAnswer(outcome: CallOutcome<CallAnswer>): { readonly response: object | null; httpStatus?: number } {
  switch (outcome.type) {
    case 'answered':
      return { response: outcome.answer.body, httpStatus: outcome.answer.httpStatus };
    case 'lost':
      return { response: null };
    case 'not-processed':
      return { response: null, httpStatus: outcome.httpStatus };
  }
}
