import type { Context } from 'hono';
import type * as z from '../../protocol/zod.js';
import type { FieldIssue } from '../../protocol/values/field-issue.js';
import { parseCompactTimestamp } from '../../protocol/values/timestamp.js';
import { answerSignedCall, type SignedCall, type SignedInterface } from '../http/signed-call.js';
import type { ReportDependencies } from './dependencies.js';
import { badParameter, ReportRefusal } from './report-refusal.js';

/** The parameters that every report has. */
interface ReportQuery {
  readonly timestamp: string;
  readonly merchantId: string;
}

export interface ReportCall<Schema extends z.ZodMiniType<ReportQuery>>
  extends Pick<SignedCall<Schema>, 'kind' | 'schema' | 'hashFields' | 'answer'> {
  /** Returns the order that the query names, if any. */
  readonly orderOf: (query: Readonly<Record<string, string>>) => string | undefined;
}

/** The authorization header is `SHA1 <hex>` or `SHA256 <hex>` (docs/reference/gateway.md#payments-report). */
const REPORT_INTERFACE: SignedInterface = {
  schemeOf: (algorithm) => algorithm,
  parseTimestamp: parseCompactTimestamp,
  wholeDays: true,
  wrongFields: (issues: readonly FieldIssue[]) =>
    badParameter(issues.map(({ field, message }) => `${field} ${message}`).join('; ')),
  wrongAuthorization: () => new ReportRefusal(401, 'unauthorised, hash mismatch'),
  wrongTimestamp: () => badParameter('timestamp must be between yesterday and tomorrow'),
  headers: { 'cache-control': 'no-store' },
};

/** Answers a report. */
export function report<Schema extends z.ZodMiniType<ReportQuery>>(
  dependencies: ReportDependencies,
  { orderOf, ...call }: ReportCall<Schema>,
): (context: Context) => Promise<Response> {
  return answerSignedCall(dependencies, REPORT_INTERFACE, {
    ...call,
    read: async (context) => context.req.query(),
    identityOf: (query) => query,
    refusalOf(error) {
      if (!(error instanceof ReportRefusal)) return undefined;
      const { status, message } = error;
      return { httpStatus: status, body: { code: String(status), message } };
    },
    subjectOf: (raw) => ({ order: orderOf(raw as Readonly<Record<string, string>>) }),
  });
}
