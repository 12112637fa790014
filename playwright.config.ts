import { fileURLToPath } from 'node:url';
import { defineConfig } from 'playwright/test';
import { freePorts } from './e2e/free-ports.js';
import { launchOptions } from './scripts/browser.mjs';

/**
 * The runner's limit for a flow, and for the start of a demo. It only ends what hangs: waits are for conditions, and no
 * flow comes near it on a machine whose cores are busy.
 */
const LIMIT = 240_000;

/** Workers load this file, too, and inherit the ports. */
const ports = {
  ...(await freePorts('SHOP_PORT', 'SANDBOX_PORT', 'CLOCK_SHOP_PORT', 'CLOCK_SANDBOX_PORT')),
  ...process.env,
};
Object.assign(process.env, ports);

const demo = (name: string, shop: string, sandbox: string) => ({
  command: `node e2e/demo.mjs .cache/flows-${name}`,
  // Node does not resolve *.localhost everywhere: server to server it is 127.0.0.1.
  url: `http://127.0.0.1:${shop}/`,
  reuseExistingServer: false,
  timeout: LIMIT,
  env: { SHOP_PORT: shop, SANDBOX_PORT: sandbox },
});

const engine = 'chromium';
const browser = await launchOptions();

/**
 * A flow belongs to exactly one suite: those with the tag `@more` (pictures, axe over every combination, long waits) to
 * `npm run test:more`, all others to `npm test`.
 */
export default defineConfig({
  testDir: 'e2e',
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
    baseURL: `http://localhost:${ports.SHOP_PORT}`,
    launchOptions: {
      ...browser,
      // Texts have the same width on each machine.
      env: { ...process.env, FONTCONFIG_FILE: fileURLToPath(new URL('e2e/fonts.conf', import.meta.url)) },
    },
    viewport: { width: 1280, height: 900 },
    // Screenshots and snapshots of each step take a third of the CPU time; `--trace on` makes them for one flow.
    trace: { mode: 'retain-on-failure', screenshots: false, snapshots: false },
  },
  webServer: [
    demo('demo', ports.SHOP_PORT, ports.SANDBOX_PORT),
    // A demo of its own for flows that put the gateway's clock forward, which would hurry all others.
    demo('clock', ports.CLOCK_SHOP_PORT, ports.CLOCK_SANDBOX_PORT),
  ],
});
