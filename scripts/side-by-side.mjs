// Takes the pictures of docs/side-by-side.md, in which the checkout of an earlier version is next to the present one.
// The argument is a folder with a built copy of the earlier version:
//   git worktree add /tmp/before 245cac0 && (cd /tmp/before && npm ci && npm run build)
//   npm run build && node scripts/side-by-side.mjs /tmp/before && node scripts/shrink-pictures.mjs
import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright';
import { launchOptions } from './browser.mjs';
import { startDemo } from './demo-site.mjs';

const [before] = process.argv.slice(2);
if (!before) throw new Error('The folder of the earlier version is missing: node scripts/side-by-side.mjs FOLDER');
const OUTPUT = 'docs/pictures/side-by-side';
const PHONE = { width: 390, height: 844 };
const DESKTOP = { width: 900, height: 760 };
const FRICTIONLESS = '4222000006285344';
const CHALLENGE = '4222000001227408';
const DECLINED_AMOUNT = '5101';

/** A page of a shop without dark mode. Its own style is the same for both versions. */
const PAGE_STYLE = `
  :root { font: 16px / 1.5 system-ui, sans-serif; color: #17191c; background: #fff; }
  body { margin: 20px; }
  h1 { display: none; }
`;

const checkout = (page) => page.locator('scudo-checkout');
const field = (page, label) => checkout(page).getByLabel(label, { exact: true });
const pay = (page) => checkout(page).getByRole('button', { name: /^(Pay|Continue)/ });
const shows = (page, text) => checkout(page).getByText(text).first().waitFor({ timeout: 120_000 });

async function fill(page, number = FRICTIONLESS, expiry = '12/28') {
  await field(page, 'Card number').fill(number);
  await field(page, 'Expiry date').fill(expiry);
  await field(page, 'Security code').fill('123');
  await field(page, 'Name on card').fill('Ada Lovelace');
}

async function payWith(page, number) {
  await fill(page, number);
  await pay(page).click();
}

const PAYER = { mobile_phone: { country_code: '44', subscriber_number: '7400123456' } };

/** The states, each with its order, the shopper's actions, and the size of the screen. */
const STATES = [
  { name: 'form', order: {}, act: (page) => pay(page).waitFor() },
  { name: 'typing', order: { payer: PAYER }, act: (page) => fill(page) },
  {
    name: 'errors',
    order: { payer: PAYER },
    async act(page) {
      await fill(page, '4222000006285345', '12/24');
      await pay(page).click();
      await shows(page, /expired/);
    },
  },
  {
    name: 'methods',
    order: { payer: PAYER },
    async act(page) {
      await checkout(page).getByRole('radio', { name: 'Testpay' }).check();
      await field(page, 'Account holder name').waitFor();
    },
  },
  { name: 'dark-system', order: { payer: PAYER }, colorScheme: 'dark', act: (page) => pay(page).waitFor() },
  { name: 'challenge-phone', order: { payer: PAYER }, isScreen: true, act: challenged },
  { name: 'challenge-desktop', order: { payer: PAYER }, screen: DESKTOP, isScreen: true, act: challenged },
  {
    name: 'paid',
    order: { payer: PAYER },
    async act(page) {
      await payWith(page, FRICTIONLESS);
      await shows(page, 'Payment complete');
    },
  },
  {
    name: 'declined',
    order: { payer: PAYER, amount: DECLINED_AMOUNT },
    async act(page) {
      await payWith(page, FRICTIONLESS);
      await shows(page, 'Payment declined');
    },
  },
];

async function challenged(page) {
  await payWith(page, CHALLENGE);
  const acs = page.locator('scudo-checkout iframe').last().contentFrame().locator('iframe').contentFrame();
  await acs.getByRole('textbox').waitFor({ timeout: 120_000 });
  // The frame of another site is drawn by a process of its own.
  await acs
    .locator('body')
    .evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
}

/** The sandbox's ACS confirms a challenge by itself after ten seconds, unless its page receives an input event. */
function stopTimerOfAcs() {
  if (!location.pathname.startsWith('/acs/')) return;
  addEventListener('DOMContentLoaded', () => document.querySelector('#code')?.dispatchEvent(new Event('input')));
}

async function newOrder(shopUrl, order) {
  const response = await fetch(`${shopUrl.replace('localhost', '127.0.0.1')}/shop/orders`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ amount: '1999', currency: 'EUR', description: 'One fine coin', ...order }),
  });
  if (!response.ok) throw new Error(await response.text());
  return (await response.json()).id;
}

/** Takes all states of a version. */
async function takePictures(browser, version, folder) {
  const demo = await startDemo({}, folder);
  try {
    for (const { name, order, act, screen = PHONE, colorScheme = 'light', isScreen = false } of STATES) {
      const page = await browser.newPage({ viewport: screen, colorScheme, locale: 'en-GB' });
      await page.addInitScript(stopTimerOfAcs);
      await page.goto(`${demo.shopUrl}/minimal.html?order=${await newOrder(demo.shopUrl, order)}`);
      await page.evaluate((style) => {
        const sheet = new CSSStyleSheet();
        sheet.replaceSync(style);
        document.adoptedStyleSheets = [sheet];
      }, PAGE_STYLE);
      await act(page);
      // Icons load late. During a challenge, a call waits for its end.
      if (!isScreen) await page.waitForLoadState('networkidle');
      await page.screenshot({
        path: `${OUTPUT}/${name}-${version}.png`,
        fullPage: !isScreen,
        animations: 'disabled',
        caret: 'hide',
      });
      await page.close();
      console.log(name, version);
    }
  } finally {
    await demo.stop();
  }
}

mkdirSync(OUTPUT, { recursive: true });
const browser = await chromium.launch({
  ...(await launchOptions()),
  env: { ...process.env, FONTCONFIG_FILE: fileURLToPath(new URL('../e2e/fonts.conf', import.meta.url)) },
});
try {
  await takePictures(browser, 'before', before);
  await takePictures(browser, 'now', '.');
} finally {
  await browser.close();
}
