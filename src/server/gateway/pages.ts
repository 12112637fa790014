import { checkMessage } from '../../protocol/values/field-issue.js';
import type * as z from '../../protocol/zod.js';
import type { CallOptions } from './send.js';

/** One page of a report. */
export interface ReportPage<Entry> {
  /** The records of the page. */
  readonly records: readonly Entry[];
  /** Records of the page that could not be read. */
  readonly skipped: number;
  /** The number that the answer gives; the requested one where it gives none. */
  readonly pageNumber: number;
  /** Absent where the answer does not say it. */
  readonly pageSize?: number;
  /** Records in the whole report, where the answer says it. */
  readonly total?: number;
}

/** Options of a call that reads all pages. */
export interface ListOptions extends CallOptions {
  /**
   * Called at the end with the number of records that the list leaves out, if there are any. These are records that
   * could not be read, and records that the report counts and no page delivers. A caller must not conclude from such a
   * list that a record does not exist.
   */
  readonly onIncomplete?: (missing: number) => void;
}

/** Reads each record on its own: one bad record does not lose the page. */
export function readRecords<Schema extends z.ZodMiniType, Entry>(
  schema: Schema,
  records: readonly unknown[],
  entryOf: (record: z.output<Schema>) => Entry,
): Pick<ReportPage<Entry>, 'records' | 'skipped'> {
  const entries = records.flatMap((record) => {
    const { data, issues } = checkMessage(schema, record);
    return issues ? [] : [entryOf(data)];
  });
  return { records: entries, skipped: records.length - entries.length };
}

/**
 * Yields all records of a report, each once. The request field for the page is an inference for the search, and pages
 * shift while records are added. So a record that an earlier page had is left out. The list ends when a page has no new
 * record, or is not the one that was requested. Records that cannot be read may be new. A report without a total ends
 * at a page that has no new record, and as many records of either kind as the page before. Another record with the same
 * id is new, because it may have another result. It counts towards the total if its page has both.
 */
export async function* allRecords<Entry>(
  read: (pageNumber: number) => Promise<ReportPage<Entry>>,
  keyOf: (record: Entry) => string | undefined,
  onIncomplete: ListOptions['onIncomplete'],
): AsyncGenerator<Entry, void, undefined> {
  const seen = new Set<string>();
  const keysBefore = new Set<string>();
  let [counted, skipped] = [0, 0];
  let total: number | undefined;
  let before: ReportPage<Entry> | undefined;
  let isUnexpected = false;
  for (let page = 1; ; page++) {
    const answer = await read(page);
    total = answer.total ?? total;
    const keyed = answer.records.map((record) => {
      const text = JSON.stringify(record);
      return { record, text, key: keyOf(record) ?? text };
    });
    // Two equal records of one page are two.
    const fresh = keyed.filter(({ text }) => !seen.has(text));
    counted += fresh.filter(({ key }) => !keysBefore.has(key)).length;
    for (const { text, key } of fresh) {
      seen.add(text);
      keysBefore.add(key);
    }
    const isRequested = answer.pageNumber === page;
    isUnexpected = !isRequested;
    const isLikeBefore = answer.records.length === before?.records.length && answer.skipped === before.skipped;
    const isRepeated = total === undefined && fresh.length === 0 && isLikeBefore;
    before = answer;
    if (isRequested && !isRepeated) skipped += answer.skipped;
    for (const { record } of fresh) yield record;
    const isLast = total !== undefined && counted + skipped >= total;
    if (isLast || isRepeated || !isRequested || fresh.length + answer.skipped === 0) break;
  }
  const missing = Math.max(skipped, (total ?? 0) - counted, isUnexpected && total === undefined ? 1 : 0);
  if (missing > 0) onIncomplete?.(missing);
}
