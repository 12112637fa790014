import { defineConfig } from 'playwright/test';
import base from './playwright.config.js';
import { firefoxOptions } from './scripts/browser.mjs';

/** Flows that do not run in Firefox, by a part of their title, and the reason. */
export const NOT_IN_FIREFOX: Readonly<Record<string, string>> = {
  // Playwright drives Firefox by WebDriver BiDi, which has no such option.
  'a phone of': 'isMobile',
  'the spinner in the button turns with': 'reducedMotion',
  'the frame follows color scheme, forced colors and reduced motion': 'reducedMotion, forcedColors',
  'a matching result that the gateway does not confirm': 'bypassCSP',
  'a page from the back/forward cache shows the present state of the order': 'starts Chromium itself, with its cache',
  'the memory of': 'heap snapshots of Chromium',
  'a composition that is under way when its script comes': 'an input method of Chromium',
  'an issuer of another site creates a passkey': 'a virtual authenticator of Chromium',
};

const escape = (text: string) => text.replace(/[/().*+?^$[\]{}|\\]/g, '\\$&');

/**
 * The flows without the tag `@more` in Firefox (`npm run test:all`). They are the ones of the base configuration,
 * with its limits and its two workers. A flow is tried twice: about one in 300 loses its page when a frame navigates
 * while WebDriver BiDi looks into it. The end of the log names those that passed only then.
 */
export default defineConfig({
  ...base,
  outputDir: '.cache/flows-firefox',
  retries: 1,
  grepInvert: [/@more|@faults/, ...Object.keys(NOT_IN_FIREFOX).map((title) => new RegExp(escape(title)))],
  use: {
    ...base.use,
    browserName: 'firefox',
    // The installed Firefox instead of a build of Playwright.
    channel: 'moz-firefox',
    launchOptions: { ...firefoxOptions(), env: { ...base.use?.launchOptions?.env } },
  },
});
