import { fileURLToPath } from 'node:url';
import { defineConfig } from 'playwright/test';
import { launchOptions } from './scripts/browser.mjs';

/**
 * The runner's limit for a flow. It only ends what hangs: waits are for conditions, and no
 * flow comes near it on a machine whose cores are busy.
 */
const LIMIT = 120_000;

const engine = 'chromium';
const browser = await launchOptions();

/**
 * A flow belongs to exactly one part of `scripts/test.mjs`. `flows` has those with the tag `@core` and of
 * `own-shop-faults`: each kind of payment once. `more-flows` has all others. Those with the tag `@more` (pictures,
 * axe over every combination, long waits) run in Chromium only.
 */
export default defineConfig({
  testDir: 'e2e',
  // Other browsers have configurations of their own.
  testIgnore: 'webkit/**',
  outputDir: '.cache/flows',
  fullyParallel: true,
  workers: 2,
  retries: 0,
  forbidOnly: true,
  timeout: LIMIT,
  expect: {
    timeout: 60_000,
    // Edges of letters differ from one machine to the next; a box that has moved is more than that.
    toHaveScreenshot: {
      animations: 'disabled',
      caret: 'hide',
      scale: 'css',
      threshold: 0.2,
      maxDiffPixelRatio: 0.0005,
    },
  },
  // Another engine draws other pictures. A missing one is an error; `npm run pictures` takes it.
  snapshotPathTemplate: `{testDir}/visual/${engine}/{arg}{ext}`,
  updateSnapshots: 'none',
  reporter: 'list',
  use: {
    browserName: engine,
    launchOptions: {
      ...browser,
      // Texts have the same width on each machine.
      env: { ...process.env, FONTCONFIG_FILE: fileURLToPath(new URL('e2e/fonts.conf', import.meta.url)) },
    },
    viewport: { width: 1280, height: 900 },
    // Screenshots and snapshots of each step take a third of the CPU time; `--trace on` makes them for one flow.
    trace: { mode: 'retain-on-failure', screenshots: false, snapshots: false },
  },
});
