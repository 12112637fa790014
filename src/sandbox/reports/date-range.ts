import { REPORT_DAYS } from '../../protocol/reports/report-query.js';
import { parseCompactTimestamp } from '../../protocol/values/timestamp.js';
import { badParameter } from './report-refusal.js';

/** The range of a report in whole seconds, both ends included. */
export interface DateRange {
  readonly startDateTime?: string | undefined;
  readonly endDateTime?: string | undefined;
}

/**
 * Returns a filter for the range of a report; undefined for a report without one.
 * @throws {ReportRefusal} for one end without the other, an impossible date, more than 30 days, or an end before its
 *   start.
 */
export function reportRange({ startDateTime, endDateTime }: DateRange): ((time: Date) => boolean) | undefined {
  if (startDateTime === undefined && endDateTime === undefined) return undefined;
  const start = timeOf('startDateTime', startDateTime);
  const end = timeOf('endDateTime', endDateTime);
  if (end < start) throw badParameter('endDateTime must not be before startDateTime');
  if (end - start > REPORT_DAYS * 86_400_000)
    throw badParameter(`endDateTime must be at most ${REPORT_DAYS} days after startDateTime`);
  return (time) => time.getTime() >= start && time.getTime() < end + 1000;
}

function timeOf(name: string, text: string | undefined): number {
  if (text === undefined) throw badParameter(`${name} is missing`);
  const time = parseCompactTimestamp(text);
  if (!time) throw badParameter(`${name} must be a date and time YYYYMMDDHHMMSS`);
  return time.getTime();
}
