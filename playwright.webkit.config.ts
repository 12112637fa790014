import { defineConfig } from 'playwright/test';
import base from './playwright.config.js';

/** Whole payments in WebKitGTK (`npm test -- webkit`). Playwright runs the flows, and WebDriver the browser. */
export default defineConfig({
  ...base,
  testDir: 'e2e/webkit',
  testIgnore: [],
  outputDir: '.cache/flows-webkit',
});
