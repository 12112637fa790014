import { describe, expect, it } from 'vitest';
import {
  paymentReportPageSchema,
  paymentReportSchema,
  refundReportPageSchema,
  refundReportSchema,
} from '../../../src/protocol/reports/report-answer.js';

const PAGE = { pageNumber: 1, page_number: 1, record_count: 2, max_page_size: 100, total_number_of_records: 2 };

describe('a page of a report', () => {
  it('a page of a report is read whatever its records are, so that one bad record does not lose the page', () => {
    const records = [{ order_id: ['wrong'] }, 'wrong', 7, null];
    expect(paymentReportPageSchema.parse({ ...PAGE, payments: records })).toEqual({ ...PAGE, payments: records });
    expect(refundReportPageSchema.parse({ ...PAGE, refunds: records })).toEqual({ ...PAGE, refunds: records });
    expect(paymentReportSchema.safeParse({ ...PAGE, payments: records }).success).toBe(false);
    expect(refundReportSchema.safeParse({ ...PAGE, refunds: records }).success).toBe(false);
  });

  it('a page of a report needs its list of records, and no other field', () => {
    expect(paymentReportPageSchema.parse({ payments: [] })).toEqual({ payments: [] });
    expect(refundReportPageSchema.parse({ refunds: [] })).toEqual({ refunds: [] });
    for (const schema of [paymentReportPageSchema, refundReportPageSchema])
      for (const wrong of [{}, { payments: {}, refunds: {} }, PAGE])
        expect(schema.safeParse(wrong).success).toBe(false);
  });
});
