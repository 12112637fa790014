// Compares the counts of a page.
import { median } from '../../bench/support/figures.mjs';

/** Growth of the heap that counts as flat: from the median of the second quarter of the counts to that of the last. */
const FLAT = 0.02;
/** Counts from which the heap is judged. The first hundred payments fill caches. */
const ENOUGH = 40;

const NAMES = ['frames', 'documents', 'nodes', 'listeners', 'timers'];

/**
 * Returns what has grown. Things must be as many at the end as at first; the end is the least of the last three counts,
 * without the first one. The objects of the heap must be flat in a run of 400 payments or more. The code that V8
 * compiles for functions that run often is no part of them; it is shown and not judged.
 * @typedef {'frames' | 'documents' | 'nodes' | 'listeners' | 'timers' | 'objects' | 'code'} Counted
 * @param {readonly Record<Counted, number>[]} counts
 * @returns {{ grown: string[], text: string }}
 */
export function growth(counts) {
  const [first] = counts;
  const end = counts.slice(1).slice(-3);
  const grown = NAMES.flatMap((name) => {
    const last = Math.min(...end.map((count) => count[name]));
    return end.length > 0 && last > first[name] ? [`${name}: ${first[name]} at first, ${last} at the end`] : [];
  });
  const quarter = Math.max(1, Math.floor(counts.length / 4));
  const [secondQuarter, lastQuarter] = [counts.slice(quarter, 2 * quarter), counts.slice(-quarter)];
  const medianOf = (some, name) => median(some.map((count) => count[name]));
  const late = medianOf(lastQuarter, 'objects');
  const early = medianOf(secondQuarter, 'objects') ?? late;
  if (counts.length >= ENOUGH && late > early * (1 + FLAT))
    grown.push(`the heap has grown by ${((late / early - 1) * 100).toFixed(1)} %`);
  if (counts.length < ENOUGH) return { grown, text: 'heap: compared in runs of 400 payments or more' };
  const kilobytes = (bytes) => `${(bytes / 1024).toFixed(0)} kB`;
  const [earlyCode, lateCode] = [medianOf(secondQuarter, 'code'), medianOf(lastQuarter, 'code')];
  return {
    grown,
    text:
      `heap: ${kilobytes(early)} in the second quarter, ${kilobytes(late)} in the last; ` +
      `compiled code: ${kilobytes(earlyCode)} and ${kilobytes(lateCode)}`,
  };
}
