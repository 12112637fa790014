/**
 * Drives the examples of demo/examples/ to a paid order with a challenge: `npm run examples` for all,
 * `npm run examples -- next express` for these. Each is copied to a folder outside the repository, so that it
 * finds no package that it does not name. There it is installed from the packed tarball, built and started as its
 * package.json says, and paid in Chromium. With a script `dev` it is paid once more, through its dev server.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { readArguments } from './arguments.mjs';
import { packedTarball } from './packed-tarball.mjs';
import { prepare } from './prepare.mjs';

process.chdir(new URL('..', import.meta.url).pathname);

const SOURCE = 'demo/examples';
/** Time for a server to answer its first request. It only ends what hangs. */
const START_LIMIT = 120_000;
/** Time for an installation or a build. It only ends what hangs. */
const RUN_LIMIT = 600_000;

const all = ['backends', 'pages', 'both'].flatMap((group) =>
  readdirSync(join(SOURCE, group), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => ({ name, group, source: join(SOURCE, group, name) })),
);
const { names } = readArguments({
  name: 'examples',
  purpose: 'Installs, builds and starts examples from the packed package, and pays an order in each.',
  names: { one: 'example', several: 'examples', choices: all.map(({ name }) => name) },
  options: {},
});
const chosen = all.filter(({ name }) => names.length === 0 || names.includes(name));
prepare('built');
const { chromium } = await import('playwright');
const { launchOptions } = await import('./browser.mjs');
const { CheckoutPage, freePort, SANDBOX_ACCOUNT, startSandbox } = await import('../dist/playwright.js');
const { TEST_CARDS } = await import('../dist/sandbox.js');
const { startGroup } = await import('../.cache/lib/playwright/process-group.js');
/** The card that asks for a one-time code. */
const { number } = TEST_CARDS.find(({ behaviour }) => behaviour === 'challenge');
const WORK = mkdtempSync(join(tmpdir(), 'scudo-examples-'));
process.once('exit', () => rmSync(WORK, { recursive: true, force: true, maxRetries: 5 }));
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));
console.log(`Examples: ${chosen.map(({ name }) => name).join(', ')}`);
const tarball = pack();
const [sandbox, browser] = await Promise.all([
  startSandbox({ autoComplete: false }),
  chromium.launch(await launchOptions()),
]);
let failed = 0;
for (const example of chosen) {
  const began = performance.now();
  const log = [];
  try {
    await drive(example, log);
    console.log(`passed  ${example.name}  ${seconds(began)} s`);
  } catch (error) {
    failed += 1;
    console.log(`failed  ${example.name}  ${seconds(began)} s\n${error.stack}\n${log.join('').slice(-4_000)}`);
  }
}
await Promise.all([browser.close(), sandbox.stop()]);
console.log(`${chosen.length - failed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;

function pack() {
  const output = execFileSync('npm', ['pack', '--ignore-scripts', '--json', '--pack-destination', WORK], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  return join(WORK, packedTarball(output).filename);
}

async function drive({ name, group, source }, log) {
  const folder = join(WORK, name);
  cpSync(source, folder, { recursive: true });
  if (group === 'pages') cpSync(join(SOURCE, 'pages/server.mjs'), join(folder, 'server.mjs'));
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  manifest.dependencies['scudo-checkout'] = `file:${tarball}`;
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest, undefined, 2));

  const port = await freePort();
  const { merchantId, accountId, secret } = SANDBOX_ACCOUNT;
  const shopUrl = `http://localhost:${port}`;
  const env = {
    ...process.env,
    SHOP_URL: shopUrl,
    GATEWAY_URL: sandbox.url,
    MERCHANT_ID: merchantId,
    ACCOUNT_ID: accountId,
    SECRET: secret,
    NODE_ENV: 'production',
    NEXT_TELEMETRY_DISABLED: '1',
    NUXT_TELEMETRY_DISABLED: '1',
    WRANGLER_SEND_METRICS: 'false',
  };
  const options = '--include=dev --prefer-offline --no-audit --no-fund --loglevel=error';
  await run(`npm install ${options}`, { cwd: folder, env }, log);
  await run('npm run build --if-present', { cwd: folder, env }, log);

  await serveAndPay('npm start', { folder, env, log, shopUrl, hasHeading: group !== 'backends' });
  if (!manifest.scripts.dev) return;
  log.length = 0;
  const devEnv = { ...env, BACKEND_PORT: String(await freePort()), NODE_ENV: 'development' };
  await serveAndPay('npm run dev', { folder, env: devEnv, log, shopUrl, hasHeading: true });
}

/** Starts a command, whose output is added to the log. */
function start(command, options, log) {
  const group = startGroup(command, options);
  for (const stream of [group.child.stdout, group.child.stderr]) stream.on('data', (chunk) => log.push(String(chunk)));
  return group;
}

async function run(command, options, log) {
  const group = start(command, options, log);
  const late = wait(RUN_LIMIT, `did not end within ${RUN_LIMIT / 1000} s`, { ref: false });
  const end = await Promise.race([group.ended, late]);
  await group.stop();
  if (end !== 'ended with code 0') throw new Error(`${command} ${end}.`);
}

async function serveAndPay(command, { folder, env, log, shopUrl, hasHeading }) {
  const server = start(command, { cwd: folder, env }, log);
  try {
    // A dev server can be up before the backend.
    for (const path of ['checkout', 'scudo/live']) await waitFor(`${shopUrl}/${path}`, server);
    await pay(`${shopUrl}/checkout`, hasHeading);
    await waitUntil(() => log.join('').includes('Ship SO-4711'), 'the server to receive the change of the order');
  } finally {
    await server.stop();
  }
}

/** Pays with a challenge, as a shopper does. */
async function pay(address, hasHeading) {
  const context = await browser.newContext();
  const page = await context.newPage();
  const problems = [];
  page.on('console', (message) => {
    // Browsers ask for an icon that these pages do not have.
    if (message.location().url.endsWith('/favicon.ico')) return;
    if (message.type() === 'error' || message.text().startsWith('scudo'))
      problems.push(`${message.text()} (${message.location().url})`);
  });
  try {
    await page.goto(address);
    const checkout = new CheckoutPage(page);
    await checkout.pay({ number });
    await checkout.challenge.enterCode();
    const status = await checkout.outcomeStatus();
    if (status !== 'paid') throw new Error(`The outcome is ${status}; paid was expected.`);
    // Events reach the code of the page.
    if (hasHeading) await page.getByRole('heading', { name: 'Thank you', level: 1 }).waitFor();
    if (problems.length > 0) throw new Error(`The console has: ${problems.join('\n')}`);
  } catch (error) {
    console.log(await seen(page));
    throw error;
  } finally {
    await context.close();
  }
}

/** The visible text of each frame, and the kinds of messages that the gateway received: where the payment stands. */
async function seen(page) {
  const texts = page.frames().map(async (frame) => `${frame.url()}: ${await frame.evaluate(visibleText)}`);
  const messages = await fetch(`${sandbox.url}/messages`);
  const kinds = (await messages.json()).map(({ kind }) => kind);
  return [...(await Promise.allSettled(texts)).map(({ value, reason }) => value ?? reason), ...kinds].join('\n');
}

/** Runs in the page. */
function visibleText() {
  const textsIn = (root) =>
    [...root.querySelectorAll('*')].flatMap((element) => {
      const inside = element.shadowRoot ? textsIn(element.shadowRoot) : [];
      const isText = element.childElementCount === 0 && element.checkVisibility();
      return isText ? [element.textContent.trim(), ...inside] : inside;
    });
  return textsIn(document).filter(Boolean).join(' | ');
}

async function waitFor(address, { child }) {
  let lastError;
  const isUp = async () => {
    if (child.exitCode !== null) throw new Error(`The server ended with ${child.exitCode}.`);
    try {
      const { ok, status } = await fetch(address);
      lastError = `HTTP ${status}`;
      return ok;
    } catch (error) {
      lastError = error.message;
      return false;
    }
  };
  await waitUntil(isUp, () => `${address}: ${lastError}`);
}

async function waitUntil(condition, what) {
  const end = performance.now() + START_LIMIT;
  while (!(await condition())) {
    if (performance.now() > end)
      throw new Error(`Waited ${START_LIMIT / 1000} s for ${typeof what === 'function' ? what() : what}.`);
    await wait(200);
  }
}

function seconds(began) {
  return ((performance.now() - began) / 1000).toFixed(0);
}
