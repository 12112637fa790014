import { isJson } from '../../http/request.js';
import type { Context } from 'hono';
import type * as z from '../../../protocol/zod.js';
import type { FieldIssue } from '../../../protocol/values/field-issue.js';
import { parseIsoTimestamp } from '../../../protocol/values/timestamp.js';
import { answerSignedCall, type SignedCall, type SignedInterface } from '../../http/signed-call.js';
import type { JsonDependencies } from './dependencies.js';
import { errorBody, type FailedMessage } from './error-body.js';
import { missingElement, Refusal, wrongData, wrongFormat } from './json-refusal.js';
import { subjectOf } from './message-subject.js';

/** The fields that every request of the JSON interface has. */
interface CallFields {
  readonly request_timestamp: string;
  readonly merchant_id: string;
  readonly account_id?: string | undefined;
}

/** One call of the JSON interface. */
export interface SimulatedJsonCall<Schema extends z.ZodMiniType<CallFields>>
  extends Pick<SignedCall<Schema>, 'kind' | 'schema' | 'read' | 'hashFields' | 'answer'> {
  readonly failedMessage: FailedMessage;
}

/** The authorization header is `securehash <hex>` for each algorithm (docs/reference/gateway.md#hosts-and-headers). */
const JSON_INTERFACE: SignedInterface = {
  schemeOf: () => 'securehash',
  parseTimestamp: parseIsoTimestamp,
  wrongFields,
  wrongAuthorization: () => new Refusal(401),
  wrongTimestamp: () => wrongFormat('request_timestamp'),
  headers: {},
};

/** Processes a call of the JSON interface. */
export function carryOut<Schema extends z.ZodMiniType<CallFields>>(
  dependencies: JsonDependencies,
  { failedMessage, ...call }: SimulatedJsonCall<Schema>,
): (context: Context) => Promise<Response> {
  const { settings, transactions } = dependencies;
  return answerSignedCall(dependencies, JSON_INTERFACE, {
    ...call,
    async read(context) {
      if (context.req.method === 'POST') requireJson(context);
      requireVersionHeader(context, settings.versionHeader);
      return call.read(context);
    },
    identityOf: ({ merchant_id, request_timestamp }) => ({ merchantId: merchant_id, timestamp: request_timestamp }),
    answer(body) {
      requireAccount(body.account_id, settings.accountId);
      return call.answer(body);
    },
    refusalOf(error, raw) {
      if (!(error instanceof Refusal)) return undefined;
      const { status, fault } = error;
      return { httpStatus: status, body: fault ? errorBody(fault, failedMessage, raw) : null };
    },
    subjectOf: (raw, answer) => subjectOf(transactions, raw, answer),
  });
}

/**
 * Parameters of the media type do not matter: Java clients send a charset
 * (docs/reference/gateway.md#hosts-and-headers).
 */
function requireJson(context: Context): void {
  if (!isJson(context)) throw new Refusal(415);
}

/** Reads a JSON body. */
export async function readJson(context: Context): Promise<unknown> {
  try {
    return JSON.parse(await context.req.text());
  } catch {
    throw new Refusal(400);
  }
}

/**
 * The documents show the sample 2.2.0 and no list of values, so each version of the path's generation passes
 * (docs/reference/gateway.md#hosts-and-headers).
 */
function requireVersionHeader(context: Context, name: string): void {
  const version = context.req.header(name);
  if (!version) throw missingElement(name);
  if (!/^2\.\d{1,2}\.\d{1,2}$/.test(version)) throw wrongFormat(name);
}

/** A body has one code, and missing fields go before wrong ones. */
function wrongFields(issues: readonly FieldIssue[], raw: unknown): Refusal {
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw))
    return new Refusal(400, { code: '101', element: 'body' });
  const missing = issues.filter((issue) => issue.missing);
  const named = (missing.length > 0 ? missing : issues).map(({ field }) => field);
  const element = [...new Set(named)].join(',');
  return missing.length > 0 ? missingElement(element) : wrongFormat(element);
}

/** The hash does not cover the account, so a wrong one is a wrong field (400) and not a wrong authorization. */
function requireAccount(account: string | undefined, accountId: string): void {
  if (account !== undefined && account !== accountId) throw wrongData('account_id');
}
