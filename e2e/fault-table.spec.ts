import { mkdirSync, writeFileSync } from 'node:fs';
import { expect, test as base } from 'playwright/test';
import { startFaultBench, type FaultBench } from './fault-table/fault-bench.js';
import { FAULT_CASES } from './fault-table/fault-cases.js';
import { wrongIn } from './fault-table/fault-result.js';
import { playFault } from './fault-table/play-case.js';

const test = base.extend<{ readonly bench: FaultBench }>({
  // A bench for each row, because the row moves its time by an hour.
  bench: async ({}, use) => {
    const bench = await startFaultBench();
    await use(bench);
    await bench.stop();
  },
});

// A frame whose navigation waits takes no commands, and the page's clock sends one to each process of a site. With one
// process for all sites the clock can be driven while a frame has no answer.
test.use({
  launchOptions: async ({ launchOptions }, use) =>
    use({ ...launchOptions, args: [...(launchOptions.args ?? []), '--disable-site-isolation-trials'] }),
});

const ROWS = '.cache/fault-table';
/** `.ci/run` plays every 18th row, `npm run faults` all. */
const SAMPLE = 18;

FAULT_CASES.forEach(({ hop, call, fault, payment, injection }, index) => {
  const tag = index % SAMPLE === 0 ? ['@faults', '@more'] : ['@faults'];
  test(`the payment with the fault ${call}: ${fault} (${hop}) ends without a loss`, { tag }, async ({
    bench,
    page,
  }) => {
    const result = await playFault(bench, page, { hop, call, fault, payment, injection });
    mkdirSync(ROWS, { recursive: true });
    writeFileSync(
      `${ROWS}/${index}.json`,
      `${JSON.stringify({ index, of: FAULT_CASES.length, hop, call, fault, payment, ...result })}\n`,
    );
    expect(wrongIn(result), 'what is wrong in the row').toEqual([]);
  });
});
