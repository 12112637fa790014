import { defineConfig } from 'playwright/test';
import { launchOptions } from './scripts/browser.mjs';

// Ports of their own, so that a demo that is running is left alone.
process.env['SHOP_PORT'] ??= '4273';
process.env['SANDBOX_PORT'] ??= '4274';
const shopPort = process.env['SHOP_PORT'];

export default defineConfig({
  testDir: 'e2e',
  outputDir: '.cache/flows',
  fullyParallel: true,
  workers: 2,
  retries: 0,
  forbidOnly: true,
  timeout: 45_000,
  expect: { timeout: 10_000 },
  reporter: 'list',
  use: {
    browserName: 'chromium',
    baseURL: `http://localhost:${shopPort}`,
    launchOptions: await launchOptions(),
    viewport: { width: 1280, height: 900 },
    trace: 'retain-on-failure',
  },
  webServer: {
    command: 'node .demo/serve.js',
    // Node does not resolve *.localhost everywhere: server to server it is 127.0.0.1.
    url: `http://127.0.0.1:${shopPort}/`,
    reuseExistingServer: false,
    env: { SHOP_DATABASE: '.cache/flows.db' },
  },
});
