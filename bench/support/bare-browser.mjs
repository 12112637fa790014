import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { launchOptions } from '../../scripts/browser.mjs';

/** The key of the browser's keyboard for a character. Digits, letters and the space are enough for the benches. */
const KEYS = [
  { characters: /\d/, code: (character) => `Digit${character}` },
  { characters: /[a-z]/i, code: (character) => `Key${character.toUpperCase()}` },
  { characters: / /, code: () => 'Space' },
];

/**
 * Starts Chromium, and talks to it over its pipe. Playwright enables parts of the DevTools protocol that take CPU time
 * in the page, such as a stack for each request. Here nothing is enabled that a bench does not ask for.
 */
export async function launchBareBrowser() {
  const { executablePath, args } = await launchOptions();
  const data = await mkdtemp(join(tmpdir(), 'scudo-browser-'));
  const pages = [
    '--headless',
    '--remote-debugging-pipe',
    '--hide-scrollbars',
    `--user-data-dir=${data}`,
    'about:blank',
  ];
  const browser = spawn(executablePath, [...args, ...pages], { stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'] });
  const ended = once(browser, 'exit');
  const { send, hear } = protocolOver(browser.stdio[3], browser.stdio[4]);

  /** Opens a page in a context of its own, whose caches are empty. */
  async function newPage() {
    const { browserContextId } = await send('Target.createBrowserContext');
    const size = { width: 1280, height: 720 };
    const { targetId } = await send('Target.createTarget', { url: 'about:blank', browserContextId, ...size });
    const { sessionId } = await send('Target.attachToTarget', { targetId, flatten: true });
    const command = (method, parameters) => send(method, parameters, sessionId);
    const evaluate = async (expression) => {
      const { result, exceptionDetails } = await command('Runtime.evaluate', {
        expression,
        awaitPromise: true,
        returnByValue: true,
      });
      if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
      return result.value;
    };
    return {
      evaluate,
      slowDown: (rate) => command('Emulation.setCPUThrottlingRate', { rate }),
      beforeScripts: (source) => command('Page.addScriptToEvaluateOnNewDocument', { source }),
      /** Loads an address, and waits until the expression is true. An expression that throws is not true. */
      async load(url, isDone) {
        await command('Page.enable');
        await command('Page.navigate', { url });
        const end = performance.now() + 60_000;
        while (!(await evaluate(isDone).catch(() => false))) {
          if (performance.now() > end) throw new Error(`${url} did not come to its end: ${isDone}`);
          await new Promise((resolve) => setTimeout(resolve, 20));
        }
      },
      async press(character) {
        const { code } = KEYS.find(({ characters }) => characters.test(character));
        const key = {
          key: character,
          code: code(character),
          windowsVirtualKeyCode: character.toUpperCase().charCodeAt(0),
        };
        await command('Input.dispatchKeyEvent', { type: 'keyDown', text: character, ...key });
        await command('Input.dispatchKeyEvent', { type: 'keyUp', ...key });
      },
      close: () => send('Target.disposeBrowserContext', { browserContextId }),
    };
  }

  /** Records a trace during `work`. Returns its events. */
  async function trace(categories, work) {
    const events = [];
    const stop = hear('Tracing.dataCollected', ({ value }) => events.push(...value));
    try {
      await send('Tracing.start', {
        transferMode: 'ReportEvents',
        traceConfig: { recordMode: 'recordAsMuchAsPossible', includedCategories: categories },
      });
      await work();
      const complete = new Promise((resolve) => hear('Tracing.tracingComplete', resolve));
      await send('Tracing.end');
      await complete;
      return events;
    } finally {
      stop();
    }
  }

  return {
    newPage,
    trace,
    async close() {
      browser.kill('SIGKILL');
      await ended;
      await rm(data, { recursive: true, force: true, maxRetries: 10 });
    },
  };
}

/** The DevTools protocol over two pipes: JSON texts that end with a zero byte. */
function protocolOver(toBrowser, fromBrowser) {
  const waiting = new Map();
  const listeners = new Set();
  let calls = 0;
  let rest = '';
  fromBrowser.setEncoding('utf8').on('data', (text) => {
    const messages = (rest + text).split('\0');
    rest = messages.pop();
    for (const { id, result, error, method, params } of messages.map((message) => JSON.parse(message))) {
      if (id === undefined) {
        for (const listener of listeners) if (listener.method === method) listener.react(params);
        continue;
      }
      const { resolve, reject } = waiting.get(id);
      waiting.delete(id);
      if (error) reject(new Error(error.message));
      else resolve(result);
    }
  });
  return {
    send: (method, params = {}, sessionId = undefined) =>
      new Promise((resolve, reject) => {
        const id = ++calls;
        waiting.set(id, { resolve, reject });
        toBrowser.write(`${JSON.stringify({ id, method, params, sessionId })}\0`);
      }),
    /** Calls `react` for each event with this name. Returns a function that ends it. */
    hear(method, react) {
      const listener = { method, react };
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
