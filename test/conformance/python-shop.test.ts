import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getRequestListener } from '@hono/node-server';
import { Webhook } from 'standardwebhooks';
import { expect, it } from 'vitest';
import { freePort } from '../../src/playwright/free-port.js';
import { createSandbox } from '../../src/sandbox.js';
import type { Authorization } from '../../src/sandbox/authorizations/model.js';
import { answerChallenge, BROWSER, card, CARDS, json, newKey, report, type Shop } from '../server/scripted-gateway.js';
import { ACCOUNT } from './backend-under-test.js';

const SHOP = 'demo/examples/python-shop/shop.py';
/** Sets the clock of a process forward by more than the lease of a delivery (deliver-changes.ts). */
const LATER = `const { now } = Date;
  Date.now = () => now() + 61_000;
  globalThis.Date = class extends Date { constructor(...args) { super(...(args.length ? args : [Date.now()])); } };`;

it('a shop in Python takes a payment with a challenge, captures a part and refunds it, while both processes are killed between any two steps', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'scudo-python-shop-'));
  const [gateway, port, handler, operator] = [await freePort(), await freePort(), await freePort(), await freePort()];
  const url = `http://localhost:${port}`;
  const gatewayUrl = `http://127.0.0.1:${gateway}`;
  const sandbox = createSandbox({ ...ACCOUNT, baseUrl: gatewayUrl, refundPassword: 'refund' });
  const simulated = createServer((request, response) => void getRequestListener(sandbox.fetch)(request, response));
  await once(simulated.listen(gateway, '127.0.0.1'), 'listening');
  const env = {
    SCUDO_PUBLIC_URL: `${url}/scudo`,
    SCUDO_GATEWAY_URL: gatewayUrl,
    SCUDO_MERCHANT_ID: ACCOUNT.merchantId,
    SCUDO_ACCOUNT_ID: ACCOUNT.accountId,
    SCUDO_SECRET: ACCOUNT.secret,
    SCUDO_REFUND_PASSWORD: 'refund',
    SCUDO_STORE: join(folder, 'scudo.db'),
    SCUDO_AUTOSETTLE: 'multi',
    SCUDO_TRUST_PROXY: 'true',
    SCUDO_LISTEN_PORT: String(handler),
    SCUDO_OPERATOR_LISTEN_PORT: String(operator),
    SCUDO_OPERATOR_TOKEN: 'a-token-of-at-least-32-characters',
    SCUDO_WEBHOOK_URL: `http://127.0.0.1:${port}/webhooks/scudo`,
    SCUDO_WEBHOOK_SECRETS: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
    SCUDO_RECONCILE_SECONDS: '1',
  };
  const shopEnv = {
    ...process.env,
    ...env,
    SHOP_PORT: String(port),
    SHOP_DATABASE: join(folder, 'shop.db'),
    SCUDO_URL: `http://127.0.0.1:${handler}`,
    SCUDO_OPERATOR_URL: `http://127.0.0.1:${operator}`,
  };
  const running: ChildProcess[] = [];
  let [printed, reference] = ['', ''];
  let isLater = false;

  async function kill(): Promise<void> {
    for (const process of running.splice(0)) {
      if (process.kill('SIGKILL')) await once(process, 'exit');
    }
  }

  /** Starts a process, and waits until it prints a text. */
  async function start(ready: string, ...[file, args]: [file: string, args: readonly string[]]): Promise<void> {
    const process = spawn(file, args, { env: shopEnv, stdio: ['ignore', 'pipe', 'inherit'] });
    running.push(process);
    let text = '';
    await new Promise<void>((resolve, reject) => {
      process.once('exit', () => reject(new Error(`${args.join(' ')} has ended: ${text}`)));
      process.stdout.on('data', (chunk) => {
        text += String(chunk);
        printed += String(chunk);
        if (text.includes(ready)) resolve();
      });
    });
  }

  /** Kills both processes, and starts them again. */
  async function restart(): Promise<void> {
    await kill();
    const clock = isLater ? ['--import', `data:text/javascript,${encodeURIComponent(LATER)}`] : [];
    await Promise.all([
      start('/checkout', 'python3', ['-B', SHOP, 'serve']),
      start('operator-listening', process.execPath, [...clock, 'dist/command.js', 'serve']),
    ]);
  }

  const states = async (state: string) =>
    expect.poll(() => printed, { timeout: 60_000 }).toContain(`${reference} is ${state}\n`);

  /** Runs a command of the shop, and returns what it prints, and its exit code after a failure. */
  async function shop(words: readonly string[], change: Readonly<Record<string, string>> = {}): Promise<string> {
    const run = spawn('python3', ['-B', SHOP, ...words], { env: { ...shopEnv, ...change } });
    let text = '';
    for (const stream of [run.stdout, run.stderr]) stream.on('data', (chunk) => (text += String(chunk)));
    const [code] = (await once(run, 'close')) as [number];
    return code === 0 ? text : `${text}exit code ${code}`;
  }

  /** Removes the answers that the shop has stored, as a kill before it stores them. */
  async function forgetAnswers(): Promise<void> {
    const sql = 'UPDATE calls SET answer = NULL';
    const program = `import sqlite3, sys\nwith sqlite3.connect(sys.argv[1]) as shop: shop.execute("${sql}")`;
    await once(spawn('python3', ['-c', program, shopEnv.SHOP_DATABASE]), 'exit');
  }

  try {
    await restart();
    const page = await (await fetch(`${url}/checkout`)).text();
    reference = /<h1>(.*)<\/h1>/.exec(page)?.[1] ?? '';
    const [, id = ''] = / order="(.*)"/.exec(page) ?? [];
    const place = {
      sandbox,
      call: (path: string, body?: unknown, headers: Record<string, string> = {}) =>
        fetch(`${url}/scudo/${path}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', ...headers },
          body: JSON.stringify(body),
        }),
    } as unknown as Shop;

    await restart();
    const versions = await json(await place.call(`orders/${id}/protocol-versions`, { number: CARDS.challenge }));
    const serverTransId = versions.server_trans_id as string;
    const request = {
      server_trans_id: serverTransId,
      card: card(CARDS.challenge),
      payer: { mobile_phone: { country_code: '44', subscriber_number: '2079460000' } },
      browser_data: BROWSER,
      method_url_completion: 'YES',
    };
    await restart();
    const headers = { 'idempotency-key': newKey() };
    const challenge = await json(await place.call(`orders/${id}/authentications`, request, headers));
    expect(challenge).toMatchObject({ result: 'challenge' });
    await restart();
    const cres = await answerChallenge(place, challenge);
    await restart();
    const outcome = await json(await report(place, id, serverTransId, { cres }));
    expect(outcome).toMatchObject({ outcome: { code: 'reserved' } });
    // The kill may hit a delivery, which another process repeats after its lease.
    isLater = true;
    await restart();
    await states('authorized');

    await restart();
    expect(await shop(['capture', 'SO-unknown', '500'])).toBe('There is no order SO-unknown.\nexit code 1');
    // The shop keeps the call when its token is refused, and sends it again with the right one.
    const wrong = { SCUDO_OPERATOR_TOKEN: 'another-token-of-at-least-32-characters' };
    expect(await shop(['capture', reference, '500'], wrong)).toMatch(/HTTP Error 401.*\nexit code 1$/);
    // A call without a final answer is sent again.
    const unresolved = createServer((_request, response) => response.end('{"state":"unresolved"}'));
    await once(unresolved.listen(0, '127.0.0.1'), 'listening');
    const { port: answering } = unresolved.address() as AddressInfo;
    for (let run = 0; run < 2; run++) {
      expect(await shop(['finish'], { SCUDO_OPERATOR_URL: `http://127.0.0.1:${answering}` })).toBe(
        `capture of 500 for ${reference}: unresolved\n`,
      );
    }
    unresolved.close();
    await restart();
    const captured = `capture of 500 for ${reference}: done\n`;
    expect(await shop(['finish'])).toBe(captured);
    await states('partly-captured');
    await restart();
    // A shop that was killed before it has stored the answer sends the same capture.
    await forgetAnswers();
    expect(await shop(['finish'])).toBe(captured);
    // The gateway refunds a card after the batch. The shop keeps a refund that was asked for before it.
    expect(await shop(['refund', reference, '500'])).toMatch(/^refund of 500 for SO-\w+: .+\n$/);
    expect(await shop(['finish'])).toMatch(/^refund of 500 for SO-\w+: .+\n$/);
    await fetch(`${gatewayUrl}/portal`, { method: 'POST', headers: { origin: gatewayUrl }, redirect: 'manual' });
    await kill();
    expect(await shop(['finish'])).toMatch(/Connection refused>\nexit code 1$/);
    await restart();
    const refunded = `refund of 500 for ${reference}: done\n`;
    expect(await shop(['finish'])).toBe(refunded);
    await restart();
    await forgetAnswers();
    expect(await shop(['finish'])).toBe(`${captured}${refunded}`);
    const [payment, ...others] = (await sandbox.snapshot()).authorizations as readonly Authorization[];
    expect(others).toEqual([]);
    expect(payment?.movements.map(({ kind, amount }) => `${kind} ${amount}`)).toEqual(['settle 500', 'rebate 500']);

    // A post that serve has not signed is refused.
    const forged = await fetch(`${url}/webhooks/scudo`, { method: 'POST', body: '{}' });
    expect(forged.status).toBe(401);

    const serve = running.at(-1)!;
    serve.kill('SIGTERM');
    expect(await once(serve, 'exit')).toEqual([0, null]);
    expect(printed.trimEnd().split('\n').at(-1)).toContain('"code":"closed"');
  } finally {
    await kill();
    simulated.close();
    await sandbox.close();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}, 300_000);

it('the shop in Python accepts the payment that is confirmed first, and names each other payment of the order', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'scudo-python-shop-'));
  const port = await freePort();
  const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
  const env = {
    ...process.env,
    SHOP_PORT: String(port),
    SHOP_DATABASE: join(folder, 'shop.db'),
    SCUDO_OPERATOR_TOKEN: 'a-token-of-at-least-32-characters',
    SCUDO_WEBHOOK_SECRETS: secret,
  };
  const shop = spawn('python3', ['-B', SHOP, 'serve'], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  let printed = '';
  const isReady = new Promise((resolve) => shop.stdout.on('data', (chunk) => resolve((printed += String(chunk)))));
  let webhooks = 0;
  async function post(sequence: number, change: object, ...flags: readonly object[]): Promise<void> {
    const order = { id: 'A', reference: 'SO-1', state: 'paid', flags };
    const body = JSON.stringify({ data: { order, change: { sequence, ...change } } });
    const [id, sentAt] = [`webhook-${++webhooks}`, new Date()];
    const headers = {
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(sentAt.getTime() / 1000)),
      'webhook-signature': new Webhook(secret).sign(id, sentAt, body),
    };
    const answer = await fetch(`http://127.0.0.1:${port}/webhooks/scudo`, { method: 'POST', headers, body });
    expect(answer.status).toBe(204);
  }
  const paid = (attempt: string) => ({ kind: 'state', from: 'pending', to: 'paid', attempt });
  const second = (attempt: string) => `SO-1 has a second payment, to return: ${attempt}`;
  try {
    await isReady;
    // A message alone has decided about A-1. A-2 is the first payment that the gateway has confirmed.
    await post(1, paid('A-1'), { kind: 'unconfirmed', attempt: 'A-1' });
    await post(2, { kind: 'flag', flag: 'unconfirmed', attempt: 'A-1' }, { kind: 'unconfirmed', attempt: 'A-1' });
    await post(3, paid('A-2'));
    await post(3, paid('A-2'));
    await post(4, { kind: 'confirmed', attempt: 'A-1' });
    // After a restore the same numbers come again.
    await post(2, paid('A-3'));
    await expect.poll(() => printed).toContain(second('A-3'));
    expect(printed.split('\n').filter((line) => line.includes('second'))).toEqual([second('A-1'), second('A-3')]);
  } finally {
    shop.kill('SIGKILL');
    await once(shop, 'exit');
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
});
