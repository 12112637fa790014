import { defineConfig } from 'playwright/test';
import { launchOptions } from './scripts/browser.mjs';

// Ports of their own, so that a demo that is running is left alone.
process.env['SHOP_PORT'] ??= '4273';
process.env['SANDBOX_PORT'] ??= '4274';
const shopPort = process.env['SHOP_PORT'];
/** A demo of its own for flows that put the gateway's clock forward, which would hurry all others. */
process.env['CLOCK_SHOP_PORT'] ??= '4275';
process.env['CLOCK_SANDBOX_PORT'] ??= '4276';

/**
 * The runner's limit for a flow, and for the start of a demo. It only ends what hangs: waits are for conditions, and no
 * flow comes near it on a machine whose cores are busy.
 */
const LIMIT = 240_000;

const demo = (shop: string, sandbox: string) => ({
  command: 'node .demo/serve.js',
  // Node does not resolve *.localhost everywhere: server to server it is 127.0.0.1.
  url: `http://127.0.0.1:${shop}/`,
  reuseExistingServer: false,
  timeout: LIMIT,
  env: {
    SHOP_PORT: shop,
    SANDBOX_PORT: sandbox,
    SHOP_DATABASE: `.cache/flows-${shop}.db`,
    SANDBOX_DATABASE: `.cache/flows-${sandbox}.db`,
  },
});

const engine = 'chromium';

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
  // Another engine draws other pictures. A missing one is an error; --update-snapshots makes it.
  snapshotPathTemplate: `{testDir}/visual/${engine}/{arg}{ext}`,
  updateSnapshots: 'none',
  globalTeardown: './e2e/shrink-pictures.ts',
  reporter: 'list',
  use: {
    browserName: engine,
    baseURL: `http://localhost:${shopPort}`,
    launchOptions: await launchOptions(),
    viewport: { width: 1280, height: 900 },
    trace: 'retain-on-failure',
  },
  webServer: [
    demo(shopPort, process.env['SANDBOX_PORT']),
    demo(process.env['CLOCK_SHOP_PORT'], process.env['CLOCK_SANDBOX_PORT']),
  ],
});
