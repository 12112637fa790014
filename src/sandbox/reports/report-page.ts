import { REPORT_PAGE_SIZE } from '../../protocol/reports/report-query.js';
import type { Settings } from '../core/settings.js';

interface PageQuery {
  readonly pageSize?: string | undefined;
  readonly pageNumber?: string | undefined;
}

/**
 * Returns one page of a report and its counts: numbers as text, and the page number under both its names
 * (docs/reference/gateway.md#payments-report). The document states 100 as the default page number, which is rarely a
 * page with records. The option `defaultPageNumber` decides (docs/decisions/0005-two-readings-of-the-reports.md).
 */
export function pageOf<Item>(
  all: readonly Item[],
  query: PageQuery,
  { defaultPageNumber }: Settings,
): { readonly counts: object; readonly items: readonly Item[] } {
  const size = Number(query.pageSize ?? REPORT_PAGE_SIZE);
  const number = Number(query.pageNumber ?? defaultPageNumber);
  const items = all.slice((number - 1) * size, number * size);
  const counts = {
    pageNumber: String(number),
    page_number: String(number),
    record_count: String(items.length),
    max_page_size: String(size),
    total_number_of_records: String(all.length),
  };
  return { counts, items };
}
