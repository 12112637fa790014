import { createHash } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import { CardDirectory } from '../.cache/lib/sandbox/directory/card-directory.js';
import { createSandbox } from '../.cache/lib/sandbox.js';
import { createDice } from '../scripts/dice.mjs';
import { figure, median } from './support/figures.mjs';

/**
 * Version checks with a small and a large directory, as ratios within one run. A logarithmic look-up in a million
 * ranges takes twice the steps of one in a thousand. Another one takes a thousand times as many.
 */
export const title = 'Directory: version checks with 1,000 and 1,000,000 card number ranges';

const SIZES = [1_000, 1_000_000];
const LOOKUPS = 400_000;
const CHECKS = 4_000;
const ROUNDS = 5;

/** Ranges of equal width with gaps between them, all over the numbers that begin with 4. */
function* ranges(count) {
  const width = 10 ** 15 / count / 2;
  for (let place = 0; place < count; place++) {
    const low = 4 * 10 ** 15 + place * 2 * width;
    yield {
      low: String(low),
      high: String(low + width - 1),
      scheme: 'VISA',
      version: place % 2 ? '2.1.0' : '2.2.0',
      behaviour: 'success',
    };
  }
}

/** The same pseudo-random card numbers in every run. */
function cardNumbers(count) {
  const dice = createDice(42);
  return Array.from({ length: count }, () => String(4 * 10 ** 15 + dice.below(10 ** 15)));
}

function lookupsPerSecond(directory, numbers) {
  const begun = performance.now();
  for (const number of numbers) directory.find(number);
  return numbers.length / ((performance.now() - begun) / 1000);
}

async function checksPerSecond(sandbox, requests) {
  const begun = performance.now();
  for (const request of requests()) {
    const response = await sandbox.fetch(request);
    if (response.status !== 200) throw new Error(`A version check was answered with ${response.status}`);
  }
  return CHECKS / ((performance.now() - begun) / 1000);
}

function* versionChecks(numbers) {
  const once = (text) => createHash('sha1').update(text).digest('hex');
  const request_timestamp = new Date().toISOString().slice(0, -1);
  for (const number of numbers) {
    const hash = once(`${once(`${request_timestamp}.scudo.${number}`)}.secret`);
    yield new Request('http://127.0.0.1:4174/3ds2/protocol-versions', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-gp-version': '2.2.0', authorization: `securehash ${hash}` },
      body: JSON.stringify({ request_timestamp, merchant_id: 'scudo', number, scheme: 'VISA' }),
    });
  }
}

/** Rounds take turns, so that a busy machine slows both sizes alike. */
async function compare(subjects, measure) {
  const figures = subjects.map(() => []);
  for (let round = 0; round < ROUNDS; round++)
    for (const [place, subject] of subjects.entries()) figures[place].push(await measure(subject));
  return figures.map((own) => median(own));
}

export async function run({ print }) {
  const numbers = cardNumbers(LOOKUPS);
  const directories = SIZES.map((size) => new CardDirectory(ranges(size)));
  for (const directory of directories) lookupsPerSecond(directory, numbers);
  const [small, large] = await compare(directories, (directory) => lookupsPerSecond(directory, numbers));
  print(
    `look-ups per second      ${figure(small)} with 1,000, ${figure(large)} with 1,000,000: ratio ${(small / large).toFixed(1)} (about 2 if it is logarithmic and 1,000 if it is linear; caches add a little)`,
  );

  const sandboxes = SIZES.map((size) => createSandbox({ ranges: ranges(size) }));
  const requests = () => versionChecks(numbers.slice(0, CHECKS));
  const [few, many] = await compare(sandboxes, (sandbox) => checksPerSecond(sandbox, requests));
  print(
    `version checks per second  ${figure(few)} with 1,000, ${figure(many)} with 1,000,000: ratio ${(few / many).toFixed(2)} (whole calls)`,
  );
}
