import type * as z from 'zod/mini';
import { checkMessage, MessageError, parseMessage } from '../../protocol/field-issue.js';
import {
  paymentReport,
  refundReport,
  reportError,
  type PaymentRecord,
  type RefundRecord,
} from '../../protocol/report-answer.js';
import {
  paymentReportQuery,
  refundReportQuery,
  REPORT_DAYS,
  type PaymentState,
  type RefundState,
} from '../../protocol/report-query.js';
import { HASH_FIELDS, securehash } from '../../protocol/securehash.js';
import { compactTimestamp } from '../../protocol/timestamp.js';
import { GatewayError, type GatewayFailure } from './gateway-error.js';
import type { GatewaySettings } from './gateway-options.js';
import { withoutCardNumbers } from './gateway-words.js';
import { send, type CallOptions } from './send.js';

interface ReportInput<State> {
  /** Both or none; at most 30 days apart. */
  readonly start?: Date;
  readonly end?: Date;
  readonly merchantTransactionId?: string;
  readonly state?: State;
  /** 1 to 100. Default: 100. */
  readonly pageSize?: number;
}

/** Either `merchantTransactionId`, or `start` and `end` (spec: Payment report query parameters). */
export interface PaymentReportInput extends ReportInput<PaymentState> {
  readonly accountId?: string;
  /** Whether account numbers, IBAN, account name and sort code come along. */
  readonly returnPii?: boolean;
}

/**
 * `orderId`, `merchantRefundId`, or `start` and `end`. The document marks the order as mandatory
 * and allows the others in its place, and both statements apply as given: with an order id a query
 * is right by either (spec: Refund report query parameters).
 */
export interface RefundReportInput extends ReportInput<RefundState> {
  readonly accountIds?: readonly string[];
  readonly orderId?: string;
  readonly merchantRefundId?: string;
}

/** One page of a report. */
export interface ReportPage<Entry> {
  readonly records: readonly Entry[];
  readonly pageNumber: number;
  readonly pageSize: number;
  /** Records in the whole report. */
  readonly total: number;
}

/** GET /payments. */
export async function readPaymentReport(
  settings: GatewaySettings,
  input: PaymentReportInput,
  pageNumber: number,
  options?: CallOptions,
): Promise<ReportPage<PaymentRecord>> {
  const query = {
    ...commonQuery(settings, input, pageNumber),
    ...optional({
      accountId: input.accountId,
      returnPii: input.returnPii === undefined ? undefined : String(input.returnPii),
    }),
  };
  requireOneOf('payment report', input, input.merchantTransactionId !== undefined, 'merchantTransactionId');
  parseMessage('payment report query', paymentReportQuery, query);
  const answer = await get(
    settings,
    'payment report',
    settings.paths.payments,
    query,
    HASH_FIELDS.paymentReport(query),
    paymentReport,
    options,
  );
  return pageOf(answer, answer.payments, pageNumber);
}

/** The refund search. */
export async function readRefundReport(
  settings: GatewaySettings,
  input: RefundReportInput,
  pageNumber: number,
  options?: CallOptions,
): Promise<ReportPage<RefundRecord>> {
  const query = {
    ...commonQuery(settings, input, pageNumber),
    ...optional({
      accountId: input.accountIds?.join(','),
      orderId: input.orderId,
      merchantRefundID: input.merchantRefundId,
    }),
  };
  requireOneOf(
    'refund report',
    input,
    input.orderId !== undefined || input.merchantRefundId !== undefined,
    'orderId, merchantRefundId',
  );
  parseMessage('refund report query', refundReportQuery, query);
  const answer = await get(
    settings,
    'refund report',
    settings.paths.refunds,
    query,
    HASH_FIELDS.refundReport(query),
    refundReport,
    options,
  );
  return pageOf(answer, answer.refunds, pageNumber);
}

/** All records of a report, page after page. */
export async function* allRecords<Entry>(
  read: (pageNumber: number) => Promise<ReportPage<Entry>>,
): AsyncGenerator<Entry, void, undefined> {
  for (let page = 1, count = 0; ; page++) {
    const { records, total } = await read(page);
    yield* records;
    count += records.length;
    if (records.length === 0 || count >= total) return;
  }
}

/**
 * The page's number is always sent: the document states its default as 100, which is a page that
 * few reports have, so nobody should depend on what it means.
 */
function commonQuery(
  { merchantId, now }: GatewaySettings,
  { start, end, merchantTransactionId, state, pageSize }: ReportInput<string>,
  pageNumber: number,
) {
  return {
    timestamp: compactTimestamp(now()),
    merchantId,
    ...optional({
      startDateTime: start && compactTimestamp(start),
      endDateTime: end && compactTimestamp(end),
      merchantTransactionId,
      transactionState: state,
      pageSize: pageSize === undefined ? undefined : String(pageSize),
    }),
    pageNumber: String(pageNumber),
  };
}

function optional<Key extends string>(values: Readonly<Record<Key, string | undefined>>): { [key in Key]?: string } {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as {
    [key in Key]?: string;
  };
}

/** @throws {MessageError} for a query that the gateway would answer with 400. */
function requireOneOf(
  what: string,
  { start, end }: ReportInput<string>,
  identified: boolean,
  identifiers: string,
): void {
  const issue = (field: string, message: string, missing = false) =>
    new MessageError(`${what} query`, [{ field, message, missing }]);
  if (start && end) {
    if (end < start) throw issue('end', 'must be after start');
    if (end.getTime() - start.getTime() > REPORT_DAYS * 86_400_000)
      throw issue('end', `must be at most ${REPORT_DAYS} days after start`);
  } else if (start ?? end) throw issue(start ? 'end' : 'start', 'is missing', true);
  else if (!identified) throw issue('start', `is missing, and so is each of: ${identifiers}`, true);
}

async function get<Schema extends z.ZodMiniType>(
  settings: GatewaySettings,
  call: string,
  path: string,
  query: Readonly<Record<string, string>>,
  hashed: readonly (string | undefined)[],
  answer: Schema,
  options?: CallOptions,
): Promise<z.output<Schema>> {
  const { baseUrl, secret, hashAlgorithm } = settings;
  // The algorithm's name and the hash (gateway facts 2.6); the version header is not sent here.
  const authorization = `${hashAlgorithm.toUpperCase()} ${await securehash(hashed, secret, hashAlgorithm)}`;
  const { status, text } = await send(
    settings,
    call,
    `${baseUrl}${path}?${new URLSearchParams(query).toString()}`,
    { headers: { accept: 'application/json', authorization } },
    options,
  );
  const body = parseJson(text);
  if (status !== 200) throw new GatewayError(failureOf(status, body), call);
  const { data, issues } = checkMessage(answer, body);
  if (issues) throw new GatewayError({ kind: 'bad-answer', issues }, call);
  return data;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function failureOf(status: number, body: unknown): GatewayFailure {
  switch (status) {
    case 401:
      return { kind: 'unauthorized' };
    case 404:
      return { kind: 'not-found' };
    case 405:
      return { kind: 'method' };
    case 400: {
      const { data } = checkMessage(reportError, body);
      return data
        ? { kind: 'refused', result: data.code, message: withoutCardNumbers(data.message) }
        : { kind: 'invalid' };
    }
    default:
      return { kind: 'internal' };
  }
}

function pageOf<Entry>(
  answer: {
    pageNumber?: string | undefined;
    page_number?: string | undefined;
    max_page_size: string;
    total_number_of_records: string;
  },
  records: readonly Entry[],
  asked: number,
): ReportPage<Entry> {
  return {
    records,
    pageNumber: Number(answer.pageNumber ?? answer.page_number ?? asked),
    pageSize: Number(answer.max_page_size),
    total: Number(answer.total_number_of_records),
  };
}
