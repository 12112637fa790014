import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'playwright/test';
import { freePort } from '../src/playwright.js';

/**
 * A status message that arrives while the backend is killed is applied or sent again. The processes are those of the
 * package, killed by SIGKILL before and after the message is stored.
 */
const started: ChildProcess[] = [];

/** Starts a process. Resolves with the process and its output once the output matches a pattern. */
async function start(
  args: readonly string[],
  env: Record<string, string>,
  sign: RegExp,
): Promise<{ child: ChildProcess; said: string }> {
  const child = spawn(process.execPath, args, {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  started.push(child);
  let said = '';
  for await (const chunk of child.stdout!) {
    said += String(chunk);
    if (sign.test(said)) return { child, said };
  }
  throw new Error(`It ended: ${said}`);
}

test.afterEach(() => {
  for (const child of started.splice(0)) child.kill('SIGKILL');
});

for (const DIE of ['when it arrives', 'when it is applied, and not answered'] as const) {
  test(`a status message settles the order after the backend is killed ${DIE}`, async () => {
    const folder = mkdtempSync(join(tmpdir(), 'scudo-killed-'));
    const json = async (address: string, init?: RequestInit): Promise<any> => (await fetch(address, init)).json();
    const post = (body: object | URLSearchParams, headers = {}): RequestInit =>
      body instanceof URLSearchParams
        ? { method: 'POST', body, redirect: 'manual' }
        : { method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json', ...headers } };

    const { child: sandboxProcess, said } = await start(
      ['dist/command.js', 'sandbox', '--port', '0', '--drivable-clock', '--file', join(folder, 'sandbox.db')],
      {},
      /Test cards/,
    );
    const sandbox = /http:\/\/127\.0\.0\.1:\d+/.exec(said)![0];
    const SHOP_PORT = String(await freePort());
    const env = { SHOP_PORT, SANDBOX_URL: sandbox, DATABASE: join(folder, 'shop.db') };
    const shop = `http://127.0.0.1:${SHOP_PORT}`;
    const { child } = await start(['e2e/killable-shop.mjs'], { ...env, DIE }, /ready/);
    const killed = once(child, 'exit');

    const { id } = await json(`${shop}/orders`, post({}));
    const { redirect_url } = await json(
      `${shop}/scudo/orders/${id}/redirects`,
      post({ method: 'testpay' }, { 'idempotency-key': 'one-and-only' }),
    );
    await fetch(redirect_url, post(new URLSearchParams({ response: 'Succeeded', delay: '30s after submit' })));
    await fetch(`${sandbox}/clock`, post({ advance: 30 }));
    expect(await killed).toEqual([null, 'SIGKILL']);

    // The sandbox is suspended until the backend runs again, so it sends nothing in between.
    sandboxProcess.kill('SIGSTOP');
    await start(['e2e/killable-shop.mjs'], env, /ready/);
    if (DIE === 'when it arrives') expect(await json(`${shop}/orders/${id}`)).toMatchObject({ state: 'pending' });
    sandboxProcess.kill('SIGCONT');
    await fetch(`${sandbox}/clock`, post({ advance: 60 }));
    // The killed process may have held the lease of a look-up, for a minute.
    await expect
      .poll(() => json(`${shop}/orders/${id}`), { timeout: 180_000 })
      .toMatchObject({ state: 'paid', contradiction: false });
    const { history } = await json(`${shop}/orders/${id}`);
    expect(history.filter(({ event }: { event: string }) => event === 'status-success')).toHaveLength(1);
    await expect
      .poll(async () =>
        (await json(`${sandbox}/messages?order=${id}`)).filter(({ kind }: { kind: string }) => kind === 'status'),
      )
      .toHaveLength(2);
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  });
}
