// Finds the browsers of the tests, and returns their launch options. Imported by the Vitest and Playwright configs and
// by setup.mjs.
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const CHROMIUM = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome', 'microsoft-edge'];
const FIREFOX = ['firefox-esr', 'firefox'];

/** Tests must behave the same with and without a network, and as root in a container. */
export const launchArgs = [
  '--no-sandbox',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-default-apps',
  '--disable-domain-reliability',
  // Without a graphics card, Chromium emulates one, which takes a quarter of the CPU time of a flow.
  '--disable-gpu',
  '--disable-sync',
  '--no-first-run',
  '--no-pings',
];

/**
 * Returns the path of a Chromium: CHROMIUM_PATH, Playwright's own, or one on the PATH.
 * @returns {Promise<string | undefined>}
 */
export async function findBrowser() {
  return fromEnvironment('CHROMIUM_PATH') ?? (await playwrightsOwn()) ?? onThePath(CHROMIUM);
}

/**
 * Returns the path of a Firefox: FIREFOX_PATH, or one on the PATH. Playwright drives it without a build of its own.
 * @returns {string | undefined}
 */
export function findFirefox() {
  return fromEnvironment('FIREFOX_PATH') ?? onThePath(FIREFOX);
}

/**
 * Returns the path of a program on the PATH.
 * @param {readonly string[]} names names of the program, in order of preference
 * @returns {string | undefined}
 */
export function onThePath(names) {
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter(Boolean);
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find((path) => existsSync(path));
}

/** A path without a file is an error, because it was set on purpose. */
function fromEnvironment(variable) {
  const wanted = process.env[variable];
  if (!wanted) return undefined;
  if (!existsSync(wanted)) throw new Error(`${variable} is ${wanted}, and there is no such file.`);
  return wanted;
}

/** @returns {Promise<string | undefined>} */
async function playwrightsOwn() {
  try {
    const { chromium } = await import('playwright-core');
    const path = chromium.executablePath();
    return existsSync(path) ? path : undefined;
  } catch {
    return undefined; // Not installed yet, or a platform that Playwright has no build for.
  }
}

/** Launch options for Vitest and Playwright. */
export async function launchOptions() {
  const executablePath = await findBrowser();
  return { ...(executablePath ? { executablePath } : {}), args: launchArgs };
}

/** Launch options for Firefox with Playwright. */
export function firefoxOptions() {
  const executablePath = findFirefox();
  return {
    ...(executablePath ? { executablePath } : {}),
    firefoxUserPrefs: {
      // With a process for each site, clicks do not reach frames of another site (docs/browsers.md#tests).
      'fission.webContentIsolationStrategy': 0,
      // WebDriver BiDi reports no navigation to a page from the back/forward cache. Playwright's Chromium has none,
      // too.
      'browser.sessionhistory.max_total_viewers': 0,
    },
  };
}
