import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { startGroup, STOP_LIMIT } from './process-group.js';
import type { RunningServer } from './sample-shop.js';

/** The server of a shop, as a test starts it. */
export interface ShopCommand {
  /** The command, which a shell runs, such as `node server.mjs` or `npm start`. */
  readonly command: string;
  /** Origin at which the server listens, such as `http://localhost:41234`. `freePort` finds a port. */
  readonly url: string;
  /** Path of a page that answers 200 to 299 once the server is ready. Default: `/`. */
  readonly ready?: string | undefined;
  /** The folder of the server. Default: that of the tests. */
  readonly cwd?: string | undefined;
  /** Variables for the server, beside those of the tests. */
  readonly env?: Readonly<Record<string, string | undefined>> | undefined;
  /** Milliseconds until the server must be ready. Default: 60,000. */
  readonly timeout?: number | undefined;
}

/** Milliseconds between two requests for the page. */
const PAUSE = 100;
/** Milliseconds that the page has for an answer. A development server may compile it first. */
const ANSWER_LIMIT = 30_000;
const LAST_LINES = 20;

/**
 * Starts the server of a shop and waits until it is ready. The output of the server is that of the tests.
 * @returns the server. `stop` ends it and all processes that it has started; they also end with the process of the
 * tests
 * @throws {Error} at once when the command ends, with its exit code and last lines, and when the server is not ready in
 * time, with the address and the last answer. No process of it is left then.
 *
 * @example
 * import { freePort, startSandbox, startShop } from 'scudo-checkout/playwright';
 *
 * const sandbox = await startSandbox();
 * const url = `http://localhost:${await freePort()}`;
 * const env = { SHOP_URL: url, GATEWAY_URL: sandbox.url };
 * const shop = await startShop({ command: 'node server.mjs', url, env, ready: '/checkout' });
 */
export async function startShop({
  command,
  url,
  ready = '/',
  cwd,
  env = {},
  timeout = 60_000,
}: ShopCommand): Promise<RunningServer> {
  const address = new URL(ready, url).href;
  const group = startGroup(command, { cwd, env: { ...process.env, ...env } });
  const lastLines = copyOutput(group.child);

  async function stop(): Promise<void> {
    await group.stop();
    // A process closes its output before its port, and SIGKILL ends it later than the call returns.
    for (let waited = 0; waited < STOP_LIMIT && group.hasProcesses() && (await isListening(url)); waited += PAUSE)
      await pause(PAUSE);
  }

  const waiting = new AbortController();
  const failure = await Promise.race([
    group.ended.then((how) => `The command "${command}" ${how} before ${address} was ready.`),
    readiness(address, timeout, waiting.signal),
  ]);
  waiting.abort();
  if (failure === undefined) return { url: new URL(url).origin, stop };
  await stop();
  throw new Error(`${failure}${lastLines()}`);
}

/** Requests a page until it is ready. Returns the failure when it is not ready in time. */
async function readiness(address: string, timeout: number, signal: AbortSignal): Promise<string | undefined> {
  const end = Date.now() + timeout;
  let last = 'nothing';
  for (let left = timeout; left > 0 && !signal.aborted; left = end - Date.now()) {
    try {
      const response = await fetch(address, { signal: AbortSignal.timeout(Math.min(left, ANSWER_LIMIT)) });
      await response.body?.cancel();
      if (response.ok) return undefined;
      last = `HTTP ${response.status}`;
    } catch (error) {
      // A server that has answered before is not ready for another reason than a request that the end has cut off.
      if (!last.startsWith('HTTP')) last = `no answer (${reasonOf(error)})`;
    }
    await pause(Math.min(PAUSE, Math.max(0, end - Date.now())));
  }
  return `${address} was not ready after ${timeout} ms. The last answer: ${last}.`;
}

/** True while a server accepts connections at the address. */
async function isListening(url: string): Promise<boolean> {
  const { hostname, port, protocol } = new URL(url);
  const socket = connect({
    host: hostname.replace(/^\[|\]$/g, ''),
    port: Number(port) || (protocol === 'https:' ? 443 : 80),
  });
  return once(socket, 'connect')
    .then(
      () => true,
      () => false,
    )
    .finally(() => socket.destroy());
}

/** The reason of a failed request, which Node has in the cause. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error as { readonly cause?: { readonly code?: string; readonly message?: string } };
  return cause?.code ?? cause?.message ?? error.message;
}

/** Copies the output of a process to that of the tests. Returns a function that formats its last lines. */
function copyOutput({ stdout, stderr }: ChildProcess): () => string {
  let lines: string[] = [''];
  const keep = (chunk: Buffer) => {
    const [first = '', ...others] = chunk.toString().split('\n');
    lines = [...lines.slice(0, -1), `${lines.at(-1) ?? ''}${first}`, ...others].slice(-LAST_LINES - 1);
  };
  stdout?.on('data', keep).pipe(process.stdout, { end: false });
  stderr?.on('data', keep).pipe(process.stderr, { end: false });
  return () => {
    const text = lines.join('\n').trim();
    return text === '' ? ' It wrote nothing.' : ` Its last lines:\n${text}`;
  };
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => void setTimeout(resolve, milliseconds).unref());
}
