import type * as z from '../../protocol/zod.js';
import { paymentRecordSchema, refundRecordSchema } from '../../protocol/reports/report-answer.js';
import { withoutCardData } from '../util/card-data.js';
import { readRecords, type ReportPage } from './pages.js';
import type { CamelCased } from '../../protocol/values/camel-case.js';
import { fromWire } from '../util/wire-names.js';

type WirePayment = z.output<typeof paymentRecordSchema>;
type WireRefund = z.output<typeof refundRecordSchema>;

/**
 * Maximum difference between the clocks of gateway and backend, in milliseconds, where a time of a report is compared
 * with one of the order.
 */
export const CLOCK_MARGIN = 3_600_000;

interface RenamedFields {
  /** The payments reference. */
  readonly pasref?: string;
  /** ISO 8601; in UTC when it has no zone. */
  readonly createdAt?: string;
  /** The gateway's identifier of the payment. */
  readonly merchantTransactionId?: string;
}

/** A payment in the report. Every field may be absent, and unknown values of enumerations pass as text. */
export type PaymentRecord = Omit<
  CamelCased<WirePayment>,
  'paymentsReference' | 'createdOn' | 'obTransId' | 'merchantTransactionId'
> &
  RenamedFields;

/** A refund in the report. Every field may be absent, and unknown values of enumerations pass as text. */
export type RefundRecord = Omit<CamelCased<WireRefund>, 'paymentsReference' | 'createdOn' | 'merchantTransactionId'> &
  RenamedFields;

type Records<Entry> = Pick<ReportPage<Entry>, 'records' | 'skipped'>;

export function readPayments(records: readonly unknown[]): Records<PaymentRecord> {
  return readRecords(paymentRecordSchema, records.map(paymentSpelling), (record) => {
    const { paymentsReference, createdOn, obTransId, merchantTransactionId, ...fields } = fromWire(
      paymentRecordSchema,
      record,
    );
    return { ...fields, ...renamed(record.message, paymentsReference, createdOn, merchantTransactionId ?? obTransId) };
  });
}

export function readRefunds(records: readonly unknown[]): Records<RefundRecord> {
  return readRecords(refundRecordSchema, records.map(refundSpelling), (record) => {
    const { paymentsReference, createdOn, merchantTransactionId, ...fields } = fromWire(refundRecordSchema, record);
    return { ...fields, ...renamed(record.message, paymentsReference, createdOn, merchantTransactionId) };
  });
}

function renamed(
  message: string | undefined,
  pasref: string | undefined,
  createdAt: string | undefined,
  merchantTransactionId: string | undefined,
): RenamedFields & { readonly message?: string } {
  return {
    ...(message === undefined ? {} : { message: withoutCardData(message) }),
    ...(pasref === undefined ? {} : { pasref }),
    ...(createdAt === undefined ? {} : { createdAt }),
    ...(merchantTransactionId === undefined ? {} : { merchantTransactionId }),
  };
}

/** Other names of the same fields in the documents and in published clients. */
const ALIASES: Readonly<Record<string, string>> = { pasref: 'payments_reference', transactionstate: 'status' };

const paymentSpelling = knownSpelling(Object.keys(paymentRecordSchema.shape));
const refundSpelling = knownSpelling(Object.keys(refundRecordSchema.shape));

/**
 * The document spells field names in several ways (`Order Id`, `merchantTransactionID`), so field names match
 * regardless of case and separators.
 */
function knownSpelling(names: readonly string[]): (record: unknown) => unknown {
  const byWords = new Map(names.map((name) => [wordsOf(name), name]));
  return (record) => {
    if (typeof record !== 'object' || record === null || Array.isArray(record)) return record;
    return Object.fromEntries(
      Object.entries(record).map(([name, value]) => {
        const words = wordsOf(name);
        return [byWords.get(words) ?? ALIASES[words] ?? name, value];
      }),
    );
  };
}

function wordsOf(name: string): string {
  return name.replace(/[^a-z0-9]/gi, '').toLowerCase();
}
