import type * as z from '../../protocol/zod.js';
import { checkMessage, MessageError } from '../../protocol/values/field-issue.js';
import {
  paymentReportPageSchema,
  refundReportPageSchema,
  reportErrorSchema,
} from '../../protocol/reports/report-answer.js';
import {
  paymentReportQuerySchema,
  refundReportQuerySchema,
  REPORT_DAYS,
  type PaymentState,
  type RefundState,
} from '../../protocol/reports/report-query.js';
import { securehash, type HashedFields } from '../../protocol/values/securehash.js';
import { compactTimestamp } from '../../protocol/values/timestamp.js';
import { badAnswer, GatewayError, type GatewayFailure } from './gateway-error.js';
import type { GatewaySettings } from './gateway-options.js';
import { withoutCardData } from '../util/card-data.js';
import { parseJson } from './json-call.js';
import type { ReportPage } from './pages.js';
import { readPayments, readRefunds, type PaymentRecord, type RefundRecord } from './report-records.js';
import { isSuccess, send, type CallOptions } from './send.js';
import { parseInput } from '../util/wire-names.js';

interface CommonQuery<State> {
  /** The begin of the range. A range has both ends and at most 30 days. */
  readonly startedFrom?: Date;
  /** The end of the range. */
  readonly startedTo?: Date;
  /** The gateway's identifier of the payment. */
  readonly merchantTransactionId?: string;
  /** Only records in this state. */
  readonly transactionState?: State;
  /** 1 to 100. Default: 100. */
  readonly pageSize?: number;
}

/** `merchantTransactionId`, or a range (Non-Card Payment Methods Interface, Payment report query parameters). */
export interface PaymentQuery extends CommonQuery<PaymentState> {
  /** The merchant's account. Default: all accounts. */
  readonly accountId?: string;
  /** Includes account numbers, IBAN, account name and sort code. */
  readonly returnPii?: boolean;
}

/**
 * `orderId`, `merchantRefundId`, or a range. The document marks the order id as mandatory and also allows the
 * alternatives. A query with an order id satisfies both (Non-Card Payment Methods Interface, Refund report query
 * parameters).
 */
export interface RefundQuery extends CommonQuery<RefundState> {
  /** The merchant's accounts. Default: all accounts. */
  readonly accountIds?: readonly string[];
  /** The order id of the payment that was refunded. */
  readonly orderId?: string;
  /** The gateway's identifier of the refund. */
  readonly merchantRefundId?: string;
}

/** GET /payments, one page. */
export async function readPaymentReport(
  settings: GatewaySettings,
  input: PaymentQuery,
  pageNumber: number,
  options?: CallOptions,
): Promise<ReportPage<PaymentRecord>> {
  const call = 'payment report';
  requireOneOf(call, input, [input.merchantTransactionId], 'merchantTransactionId');
  const query = parseInput(
    call,
    paymentReportQuerySchema,
    {
      ...commonQuery(settings, input, pageNumber),
      accountId: input.accountId,
      returnPii: input.returnPii === undefined ? undefined : String(input.returnPii),
    },
    inputName,
  );
  const { payments, ...page } = await get(settings, {
    ...options,
    call,
    path: settings.paths.payments,
    query: {
      ...query,
      merchantTransactionId: undefined,
      [settings.names.merchantTransactionId]: query.merchantTransactionId,
    },
    hashed: settings.hashFields.paymentReport(query),
    answer: paymentReportPageSchema,
    list: 'payments',
  });
  return { ...readPayments(payments), ...pageOf(page, pageNumber) };
}

/** The refund search, one page. */
export async function readRefundReport(
  settings: GatewaySettings,
  input: RefundQuery,
  pageNumber: number,
  options?: CallOptions,
): Promise<ReportPage<RefundRecord>> {
  const call = 'refund report';
  requireOneOf(call, input, [input.orderId, input.merchantRefundId], 'orderId, merchantRefundId');
  const query = parseInput(
    call,
    refundReportQuerySchema,
    {
      ...commonQuery(settings, input, pageNumber),
      accountId: input.accountIds?.join(','),
      orderId: input.orderId,
      merchantRefundID: input.merchantRefundId,
    },
    inputName,
  );
  const { refunds, ...page } = await get(settings, {
    ...options,
    call,
    path: settings.paths.refunds,
    query: { ...query, merchantRefundID: undefined, [settings.names.merchantRefundId]: query.merchantRefundID },
    hashed: settings.hashFields.refundReport(query),
    answer: refundReportPageSchema,
    list: 'refunds',
  });
  return { ...readRefunds(refunds), ...pageOf(page, pageNumber) };
}

/** The page number is always sent: the document states its default as 100, which rarely exists. */
function commonQuery(
  { merchantId, now }: GatewaySettings,
  { startedFrom, startedTo, merchantTransactionId, transactionState, pageSize }: CommonQuery<string>,
  pageNumber: number,
) {
  return {
    timestamp: compactTimestamp(now()),
    merchantId,
    startDateTime: startedFrom && compactTimestamp(startedFrom),
    endDateTime: startedTo && compactTimestamp(startedTo),
    merchantTransactionId,
    transactionState,
    pageSize: pageSize === undefined ? undefined : String(pageSize),
    pageNumber: String(pageNumber),
  };
}

const INPUT_NAMES: Readonly<Record<string, string>> = {
  startDateTime: 'startedFrom',
  endDateTime: 'startedTo',
  merchantRefundID: 'merchantRefundId',
};

function inputName(field: string): string {
  return INPUT_NAMES[field] ?? field;
}

/** @throws {MessageError} for a query that the gateway answers with 400. */
function requireOneOf(
  call: string,
  { startedFrom, startedTo }: CommonQuery<string>,
  identifiers: readonly (string | undefined)[],
  names: string,
): void {
  const issue = (field: string, message: string, missing = false) =>
    new MessageError(`${call} query`, [{ field, message, missing }]);
  if (startedFrom && startedTo) {
    if (startedTo < startedFrom) throw issue('startedTo', 'must be after startedFrom');
    if (startedTo.getTime() - startedFrom.getTime() > REPORT_DAYS * 86_400_000)
      throw issue('startedTo', `must be at most ${REPORT_DAYS} days after startedFrom`);
  } else if (startedFrom ?? startedTo) throw issue(startedFrom ? 'startedTo' : 'startedFrom', 'is missing', true);
  else if (identifiers.every((identifier) => identifier === undefined))
    throw issue('startedFrom', `is missing, and so is each of: ${names}`, true);
}

interface ReportCall<Schema extends z.ZodMiniType> extends CallOptions {
  readonly call: string;
  readonly path: string;
  readonly query: Readonly<Record<string, string | undefined>>;
  readonly hashed: HashedFields;
  readonly answer: Schema;
  /** The records in the answer. */
  readonly list: 'payments' | 'refunds';
}

async function get<Schema extends z.ZodMiniType>(
  settings: GatewaySettings,
  { call, path, query, hashed, answer, list, ...options }: ReportCall<Schema>,
): Promise<z.output<Schema>> {
  const { baseUrl, secret, digest } = settings;
  const { reports: hashAlgorithm } = settings.hashAlgorithms;
  const search = new URLSearchParams(
    Object.entries(query).filter((pair): pair is [string, string] => pair[1] !== undefined),
  );
  // The name of the algorithm and the hash, without version header (docs/reference/gateway.md#payments-report).
  const authorization = `${hashAlgorithm.toUpperCase()} ${await securehash(hashed, secret, hashAlgorithm, digest)}`;
  const { status, text, clock } = await send(
    settings,
    call,
    `${baseUrl}${path}?${search.toString()}`,
    { headers: { accept: 'application/json', authorization } },
    options,
  );
  const document = parseJson(text);
  if (!isSuccess(status)) throw new GatewayError(failureOf(status, document), call, { clock });
  if (document === undefined) throw badAnswer(call, '', 'is not JSON', { options: ['baseUrl', 'paths'] });
  const { data, issues } = checkMessage(answer, withList(document, list, settings.names[list]));
  if (issues) {
    const isList = issues.some(({ field }) => field === list || field === '');
    throw new GatewayError({ kind: 'bad-answer', issues, ...(isList ? { options: ['names', 'paths'] } : {}) }, call);
  }
  return data;
}

function failureOf(status: number, document: unknown): GatewayFailure {
  switch (status) {
    case 401:
      return { kind: 'unauthorized', ...textOf(document) };
    case 404:
      return { kind: 'not-found' };
    case 405:
      return { kind: 'method' };
    case 400: {
      const { code, message } = checkMessage(reportErrorSchema, document).data ?? {};
      if (code === undefined && message === undefined) return { kind: 'invalid' };
      return { kind: 'refused', result: withoutCardData(code ?? '400'), message: withoutCardData(message ?? '') };
    }
    default:
      return status < 500 ? { kind: 'http', status } : { kind: 'internal', ...textOf(document) };
  }
}

/** The gateway's text in the answer to a report that failed. */
function textOf(document: unknown): { readonly message?: string } {
  const { message } = checkMessage(reportErrorSchema, document).data ?? {};
  return message === undefined ? {} : { message: withoutCardData(message) };
}

/**
 * A list of records by its name. A converter from XML writes a single record as an object, none as an absent list,
 * whose count is 0, and may write the list as the only field of an object.
 */
function withList(document: unknown, name: 'payments' | 'refunds', nameInAnswer: string): unknown {
  if (typeof document !== 'object' || document === null || Array.isArray(document)) return document;
  const { [nameInAnswer]: list, ...page } = document as Readonly<Record<string, unknown>>;
  const { record_count: count, total_number_of_records: total } = page;
  if (list === undefined) return [count, total].some((number) => Number(number) === 0) ? { ...page, [name]: [] } : page;
  return { ...page, [name]: [onlyRecords(list) ?? list].flat() };
}

/** The records of an object that has no other field. */
function onlyRecords(list: unknown): unknown {
  if (typeof list !== 'object' || list === null || Array.isArray(list)) return undefined;
  const [records, ...others] = Object.values(list as Readonly<Record<string, unknown>>);
  return others.length === 0 && typeof records === 'object' ? records : undefined;
}

type AnsweredPage = Readonly<
  Record<'pageNumber' | 'page_number' | 'max_page_size' | 'total_number_of_records', number | undefined>
>;

function pageOf(
  { pageNumber, page_number, max_page_size: pageSize, total_number_of_records: total }: Partial<AnsweredPage>,
  requested: number,
): Omit<ReportPage<never>, 'records' | 'skipped'> {
  return {
    pageNumber: pageNumber ?? page_number ?? requested,
    ...(pageSize === undefined ? {} : { pageSize }),
    ...(total === undefined ? {} : { total }),
  };
}
