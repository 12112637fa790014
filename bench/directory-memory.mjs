import { performance } from 'node:perf_hooks';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { CardDirectory } from '../.cache/lib/sandbox/directory/card-directory.js';

/** Measures a large directory: memory in use, and the time to build it from sorted and from unsorted ranges. */
export const title = 'Directory: memory of 1,000,000 card number ranges';

const COUNT = 1_000_000;

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc');
const bytesHeld = () => {
  collectGarbage();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
};

function* ranges(step) {
  for (let place = 0; place < COUNT; place++) {
    const low = 4 * 10 ** 15 + ((place * step) % COUNT) * 10 ** 9;
    yield {
      low: String(low),
      high: String(low + 10 ** 8),
      scheme: 'VISA',
      version: place % 2 ? '2.1.0' : '2.2.0',
      behaviour: 'success',
    };
  }
}

export async function run({ print }) {
  const before = bytesHeld();
  const begun = performance.now();
  const directory = new CardDirectory(ranges(1));
  const took = performance.now() - begun;
  const bytes = bytesHeld() - before;
  print(
    `in order      ${(bytes / 2 ** 20).toFixed(1)} MB (${(bytes / directory.size).toFixed(1)} bytes a range), made in ${Math.round(took)} ms`,
  );

  const again = performance.now();
  // 7 and 1,000,000 share no factor: each range once, out of order.
  const shuffled = new CardDirectory(ranges(7));
  print(
    `out of order  ${shuffled.size.toLocaleString('en')} ranges, made in ${Math.round(performance.now() - again)} ms`,
  );
}
