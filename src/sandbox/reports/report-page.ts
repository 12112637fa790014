import { REPORT_PAGE_SIZE } from '../../protocol/report-query.js';
import type { Settings } from '../settings.js';

interface PageQuery {
  readonly pageSize?: string | undefined;
  readonly pageNumber?: string | undefined;
}

/** One page of a report's records, and what is said of it: numbers as text, the page's under both its names (gateway facts 2.6). */
export function pageOf<Item>(
  all: readonly Item[],
  query: PageQuery,
  { defaultPageNumber }: Settings,
): { readonly facts: object; readonly items: readonly Item[] } {
  const size = Number(query.pageSize ?? REPORT_PAGE_SIZE);
  const number = Number(query.pageNumber ?? defaultPageNumber);
  const items = all.slice((number - 1) * size, number * size);
  const facts = {
    pageNumber: String(number),
    page_number: String(number),
    record_count: String(items.length),
    max_page_size: String(size),
    total_number_of_records: String(all.length),
  };
  return { facts, items };
}
