import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { freePort } from '../../src/playwright.js';

/** Time for an element to appear or a program to start. It only ends what hangs. */
const LIMIT = 60_000;
/** Time for a browser to start, usually less than a second, and the number of attempts. */
const SESSION_LIMIT = 50_000;
const SESSION_ATTEMPTS = 3;
/** The key of an element's id in WebDriver (W3C WebDriver, Elements). */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';
/** The Control key (W3C WebDriver, Keyboard actions). */
const CONTROL = '\uE009';

type ElementReference = Readonly<Record<typeof ELEMENT, string>>;

/** Finds the first visible element, in open shadow roots as well. Runs in the page. */
const FIND = `
  const find = (root, css) => {
    for (const element of root.querySelectorAll(css)) if (element.getClientRects().length > 0) return element;
    for (const element of root.querySelectorAll('*')) {
      const found = element.shadowRoot && find(element.shadowRoot, css);
      if (found) return found;
    }
    return null;
  };
  const element = find(document, arguments[0]);`;

/**
 * The element, if it and what it is in stand still, and nothing else is at its middle. WebDriver's own click does not
 * see into shadow roots. It is looked at again by the clock and not in the next frame: a hidden window may draw none.
 */
const REACH = `${FIND}
  const done = arguments[1];
  element?.scrollIntoView({ block: 'center', behavior: 'instant' });
  for (let each = element; each; each = each.parentElement ?? each.getRootNode().host)
    if (each.getAnimations().some(({ effect }) => effect.getComputedTiming().endTime !== Infinity)) return done(null);
  const before = element?.getBoundingClientRect();
  setTimeout(() => {
    const box = element?.getBoundingClientRect();
    const still = box && ['x', 'y', 'width', 'height'].every((side) => box[side] === before[side]);
    const top = still && element.getRootNode().elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
    done(top && (element.contains(top) || top.contains(element)) ? element : null);
  }, 50);`;

/** True if an element has the focus, in a shadow root as well. */
const FOCUSED = `${FIND} return element?.getRootNode().activeElement === element;`;

/** WebKitGTK's driver on a display without a screen. */
export interface WebKitDriver {
  /** Opens a browser without cookies and storage. */
  readonly open: () => Promise<WebKitPage>;
  readonly stop: () => void;
}

/** Starts Xvfb and WebKitWebDriver. */
export async function startWebKit(): Promise<WebKitDriver> {
  const screen = ['-displayfd', '1', '-screen', '0', '1280x1000x24', '-nolisten', 'tcp'];
  const display = spawn('Xvfb', screen, { stdio: ['ignore', 'pipe', 'ignore'] });
  const [number] = (await once(display.stdout, 'data')) as [Buffer];
  const screenName = `:${String(number).trim()}`;
  let driver = await startDriver(screenName);
  return {
    async open() {
      for (let attempt = 1; ; attempt++) {
        try {
          const session = await call(`${driver.url}/session`, 'POST', { capabilities: {} }, SESSION_LIMIT);
          return new WebKitPage(`${driver.url}/session/${(session as { sessionId: string }).sessionId}`);
        } catch (error) {
          if (attempt === SESSION_ATTEMPTS) throw new Error('WebKitGTK has not started.', { cause: error });
          // Once a flow waited for its browser until the limit of the test.
          stopGroup(driver.process);
          driver = await startDriver(screenName);
        }
      }
    },
    stop() {
      stopGroup(driver.process);
      display.kill();
    },
  };
}

async function startDriver(screen: string): Promise<{ readonly url: string; readonly process: ChildProcess }> {
  const port = await freePort();
  // A group of its own, so that the browsers end with it.
  const driver = spawn('WebKitWebDriver', [`--port=${port}`], {
    env: { ...process.env, DISPLAY: screen },
    stdio: ['ignore', 'ignore', 'inherit'],
    detached: true,
  });
  const url = `http://127.0.0.1:${port}`;
  await eventually('WebKitWebDriver to listen', () => call(`${url}/status`, 'GET'));
  return { url, process: driver };
}

/** A page in WebKitGTK. Elements are found by CSS selectors in the frame that `frame` has chosen. */
export class WebKitPage {
  constructor(private readonly session: string) {}

  /** Opens an address, in the page itself. */
  async goto(url: string): Promise<void> {
    await this.#call('POST', '/url', { url });
  }

  /** Chooses a frame for all further calls by the path of its `iframe` elements; none for the page itself. */
  async frame(...path: readonly string[]): Promise<void> {
    await eventually(`the frame ${path.join(' > ')}`, async () => {
      await this.#call('POST', '/frame', { id: null });
      // A click on a frame that moves is lost: an element inside it seems to stand still.
      for (const css of path) await this.#call('POST', '/frame', { id: await this.#reach(css) });
    });
  }

  /** Moves the pointer over an element and presses its button. */
  async click(css: string): Promise<void> {
    await eventually(`a click on ${css}`, async () => {
      const origin = await this.#reach(css);
      const actions = [
        { type: 'pointerMove', duration: 0, origin, x: 0, y: 0 },
        { type: 'pointerDown', button: 0 },
        { type: 'pointerUp', button: 0 },
      ];
      await this.#call('POST', '/actions', { actions: [{ type: 'pointer', id: 'mouse', actions }] });
    });
  }

  /** Clicks into a field, and replaces its text by pressing keys. */
  async type(css: string, text: string): Promise<void> {
    await eventually(`the focus in ${css}`, async () => {
      await this.click(css);
      if (!(await this.#run(FOCUSED, css))) throw new Error(`The click did not reach ${css}.`);
    });
    await this.#press([{ type: 'keyDown', value: CONTROL }, ...strokes('a'), { type: 'keyUp', value: CONTROL }]);
    await this.press(text);
  }

  /** Presses the keys of a text; the focused element receives them. */
  async press(text: string): Promise<void> {
    await this.#press(strokes(text));
  }

  /** Waits for a visible element and returns one of its attributes. */
  async attribute(css: string, name: string): Promise<string | null> {
    return eventually(css, async () => {
      const id = (await this.#find(css))[ELEMENT];
      return (await this.#call('GET', `/element/${id}/attribute/${name}`)) as string | null;
    });
  }

  /** Runs a function's body in the page. */
  evaluate(script: string): Promise<unknown> {
    return this.#run(script);
  }

  /** Takes a picture in PNG format. */
  async screenshot(): Promise<Buffer> {
    return Buffer.from((await this.#call('GET', '/screenshot')) as string, 'base64');
  }

  async close(): Promise<void> {
    await this.#call('DELETE', '');
  }

  async #find(css: string): Promise<ElementReference> {
    const element = await this.#run(`${FIND} return element;`, css);
    if (!element) throw new Error(`The page has no visible element ${css}.`);
    return element as ElementReference;
  }

  /** Returns an element that stands still, and that nothing covers. */
  async #reach(css: string): Promise<ElementReference> {
    const element = await this.#call('POST', '/execute/async', { script: REACH, args: [css] });
    if (!element) throw new Error(`The page has no visible element ${css}, or it moves, or another one covers it.`);
    return element as ElementReference;
  }

  async #press(actions: readonly object[]): Promise<void> {
    await this.#call('POST', '/actions', { actions: [{ type: 'key', id: 'keyboard', actions }] });
  }

  #run(script: string, ...args: readonly string[]): Promise<unknown> {
    return this.#call('POST', '/execute/sync', { script, args });
  }

  #call(method: string, path: string, body?: object): Promise<unknown> {
    return call(this.session + path, method, body);
  }
}

async function call(url: string, method: string, body?: object, limit?: number): Promise<unknown> {
  const signal = limit === undefined ? null : AbortSignal.timeout(limit);
  const response = await fetch(url, { method, signal, ...(body && { body: JSON.stringify(body) }) });
  const { value } = (await response.json()) as { value: unknown };
  if (!response.ok) throw new Error(`${method} ${url}: ${JSON.stringify(value)}`);
  return value;
}

/** Each character of a text pressed and released. */
function strokes(text: string): readonly object[] {
  return [...text].flatMap((value) => [
    { type: 'keyDown', value },
    { type: 'keyUp', value },
  ]);
}

/** Repeats a call until it succeeds: elements appear, frames load, and other elements replace them. */
async function eventually<T>(what: string, attempt: () => Promise<T>): Promise<T> {
  const end = performance.now() + LIMIT;
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      if (performance.now() > end) throw new Error(`Waited ${LIMIT / 1000} s for ${what}.`, { cause: error });
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

function stopGroup({ pid }: ChildProcess): void {
  if (pid !== undefined) process.kill(-pid, 'SIGKILL');
}
