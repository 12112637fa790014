// Compares the counts of a page.
import { median } from '../../bench/support/figures.mjs';

/** Growth of the heap that counts as flat: from the median of the second quarter of the counts to that of the last. */
const FLAT = 0.02;
/** Counts from which the heap is judged. The first hundred payments fill caches. */
const ENOUGH = 40;

const NAMES = ['frames', 'documents', 'nodes', 'listeners', 'timers'];

/**
 * Returns what has grown: things must be as many at the end as at first, and the heap of a run
 * of 400 payments or more must be flat, apart from the code that V8 compiles for functions that run often. The end is the least of the last three counts, without the first one.
 * @param {readonly Record<'frames' | 'documents' | 'nodes' | 'listeners' | 'timers' | 'objects' | 'code', number>[]} counts
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
  const [second, last] = [counts.slice(quarter, 2 * quarter), counts.slice(-quarter)];
  const medianOf = (some, name) => median(some.map((count) => count[name]));
  const late = medianOf(last, 'objects');
  const early = medianOf(second, 'objects') ?? late;
  if (counts.length >= ENOUGH && late > early * (1 + FLAT))
    grown.push(`the heap has grown by ${((late / early - 1) * 100).toFixed(1)} %`);
  if (counts.length < ENOUGH) return { grown, text: 'heap: compared in runs of 400 payments or more' };
  const kilobytes = (bytes) => `${(bytes / 1024).toFixed(0)} kB`;
  const [earlyCode, lateCode] = [medianOf(second, 'code'), medianOf(last, 'code')];
  return {
    grown,
    text:
      `heap: ${kilobytes(early)} in the second quarter, ${kilobytes(late)} in the last; ` +
      `compiled code: ${kilobytes(earlyCode)} and ${kilobytes(lateCode)}`,
  };
}
