/**
 * Where this machine's Chromium is. Playwright's own download is one possibility of several: some
 * machines can only install a browser from their system's packages.
 */
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

function isExecutable(file) {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

async function playwrightsOwn() {
  try {
    const { chromium } = await import('playwright-core');
    return chromium.executablePath();
  } catch {
    return undefined;
  }
}

/** The path of a browser, or undefined: CHROMIUM_PATH, then Playwright's own, then the PATH. */
export async function findBrowser() {
  const onPath = (process.env.PATH ?? '').split(delimiter).flatMap((folder) => NAMES.map((name) => join(folder, name)));
  return [process.env.CHROMIUM_PATH, await playwrightsOwn(), ...onPath].find((file) => file && isExecutable(file));
}

/** How to launch it: as root it has no sandbox, and a closed network has nobody to call. */
export async function launchOptions() {
  const executablePath = await findBrowser();
  const args = ['--disable-background-networking', '--disable-component-update', '--disable-sync', '--no-first-run', '--disable-quic'];
  return { ...(executablePath ? { executablePath } : {}), args: process.getuid?.() === 0 ? ['--no-sandbox', ...args] : args };
}
