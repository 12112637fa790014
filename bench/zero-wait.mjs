import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { launchOptions } from '../scripts/browser.mjs';

/**
 * Measures the time from Pay to the outcome, prepared while the shopper types and prepared on Pay. One browser and one demo,
 * with alternating rounds.
 */
export const name = 'Zero-wait: from Pay to the outcome of a frictionless payment, in a real browser';

const ROUNDS = 9;
const PORTS = { SHOP_PORT: '4573', SANDBOX_PORT: '4574' };
const CARD = { number: '4222000006285344', expiry: '12/40', 'security-code': '123', name: 'Ada Lovelace' };

async function payment(browser, prepare) {
  const shop = `http://localhost:${PORTS.SHOP_PORT}`;
  const order = {
    amount: '1999',
    currency: 'EUR',
    payer: { mobile_phone: { country_code: '44', subscriber_number: '2079460000' } },
  };
  const created = await fetch(`http://127.0.0.1:${PORTS.SHOP_PORT}/shop/orders`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(order),
  });
  const { id } = await created.json();
  const page = await browser.newPage();
  await page.goto(`${shop}/minimal.html?order=${id}`);
  await page.locator('scudo-checkout').evaluate((element, mode) => (element.prepare = mode), prepare);
  await page.getByLabel('Card number').waitFor();
  for (const [field, text] of Object.entries(CARD)) await page.locator(`#${field}`).fill(text);
  if (prepare === 'on-number')
    await page.waitForFunction(() =>
      document.querySelector('scudo-checkout').trace.some(({ preparation }) => preparation === 'prepared'),
    );
  const ms = await page.locator('scudo-checkout').evaluate(
    (element) =>
      new Promise((resolve) => {
        const begun = performance.now();
        element.addEventListener(
          'scudo-outcome',
          ({ detail }) => resolve(detail.status === 'paid' ? performance.now() - begun : NaN),
          { once: true },
        );
        element.shadowRoot.querySelector('[type=submit]').click();
      }),
  );
  await page.close();
  return ms;
}

const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];

export async function run(print) {
  const folder = mkdtempSync(join(tmpdir(), 'scudo-bench-'));
  const demo = spawn(process.execPath, ['.demo/serve.js'], {
    env: { ...process.env, ...PORTS, SHOP_DATABASE: join(folder, 'shop.db') },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(demo.stdout, 'data');
  const browser = await chromium.launch(await launchOptions());
  try {
    const times = { 'on-number': [], 'on-pay': [] };
    for (let round = 0; round < ROUNDS; round++)
      for (const prepare of Object.keys(times)) times[prepare].push(await payment(browser, prepare));
    const [typed, pressed] = [median(times['on-number']), median(times['on-pay'])];
    print(
      `prepared while typing  ${typed.toFixed(0)} ms, prepared on Pay ${pressed.toFixed(0)} ms (medians of ${ROUNDS}): ratio ${(pressed / typed).toFixed(1)}`,
    );
    print('(gateway, bank and shop on this machine: what is saved grows with every network between them)');
  } finally {
    await browser.close();
    demo.kill();
    rmSync(folder, { recursive: true, force: true });
  }
}
