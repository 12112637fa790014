// Finds the Chromium of the tests, and returns its launch options. Imported by the Vitest and Playwright configs and by setup.mjs.
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome', 'microsoft-edge'];

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
 * Returns the path of a browser: CHROMIUM_PATH, Playwright's own, or one on the PATH.
 * A CHROMIUM_PATH without a file is an error, because it was set on purpose.
 * @returns {Promise<string | undefined>}
 */
export async function findBrowser() {
  const wanted = process.env['CHROMIUM_PATH'];
  if (wanted) {
    if (!existsSync(wanted)) throw new Error(`CHROMIUM_PATH is ${wanted}, and there is no such file.`);
    return wanted;
  }
  return (await playwrightsOwn()) ?? onThePath();
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

/** @returns {string | undefined} */
function onThePath() {
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter(Boolean);
  return folders.flatMap((folder) => names.map((name) => join(folder, name))).find((path) => existsSync(path));
}
