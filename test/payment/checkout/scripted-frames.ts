import { afterEach, beforeEach, vi } from 'vitest';

/** A frame that the checkout has made. It has what the package uses of an `iframe`. */
export interface ScriptedFrame {
  src: string;
  title: string;
  readonly style: Record<string, string>;
  readonly part: { add(name: string): void };
  readonly contentWindow: { postMessage(message: unknown, origin: string): void };
  /** The name of the place that the frame was put into. */
  place: string;
  isAttached: boolean;
  /** Messages to the frame page. */
  readonly received: unknown[];
  /** True for a frame without the cookies of its site. Absent in a browser that has no such frames. */
  credentialless?: boolean;
  addEventListener(type: 'load', listener: () => void): void;
  /** Fires the event `load`. */
  load(): void;
  remove(): void;
  /** Sends a message of the frame page, or of another origin. */
  send(message: object, origin?: string): void;
}

/** The window and the document of a test, and their frames. */
export interface ScriptedWindow {
  /** All frames so far. */
  readonly frames: ScriptedFrame[];
  /** A parent of frames. */
  place(name: string): ParentNode;
  /** Hides or shows the tab. */
  show(state: 'visible' | 'hidden'): void;
}

/**
 * Gives each test of a file a window and a document with frames. The frame page is at https://shop.example.
 * @param options `hasCredentialless`: the browser has credentialless frames
 */
export function withFrames({ hasCredentialless = false } = {}): ScriptedWindow {
  const frames: ScriptedFrame[] = [];
  let document = new EventTarget();

  const place = (name: string) =>
    ({
      append(frame: ScriptedFrame) {
        frame.place = name;
        frame.isAttached = true;
        frames.push(frame);
      },
    }) as unknown as ParentNode;

  beforeEach(() => {
    frames.length = 0;
    const window = Object.assign(new EventTarget(), {
      screen: { colorDepth: 24, height: 900, width: 1440 },
      navigator: { language: 'en-GB', userAgent: 'Test/1.0' },
    });
    document = Object.assign(new EventTarget(), {
      visibilityState: 'visible',
      baseURI: 'https://shop.example/checkout',
      body: place('body'),
      createElement: () => Object.assign(createFrame(window), hasCredentialless ? { credentialless: false } : {}),
    });
    vi.stubGlobal('window', window);
    vi.stubGlobal('document', document);
  });
  afterEach(() => {
    vi.unstubAllGlobals();
  });

  return {
    frames,
    place,
    show(state) {
      Object.assign(document, { visibilityState: state }).dispatchEvent(new Event('visibilitychange'));
    },
  };
}

function createFrame(window: EventTarget): ScriptedFrame {
  const received: unknown[] = [];
  const events = new EventTarget();
  const contentWindow = { postMessage: (message: unknown) => void received.push(message) };
  const frame: ScriptedFrame = {
    src: '',
    title: '',
    style: {},
    part: { add: () => undefined },
    contentWindow,
    place: '',
    isAttached: false,
    received,
    addEventListener: (type, listener) => events.addEventListener(type, listener),
    load: () => void events.dispatchEvent(new Event('load')),
    remove() {
      frame.isAttached = false;
    },
    send(data, origin = 'https://shop.example') {
      window.dispatchEvent(Object.assign(new Event('message'), { data, origin, source: contentWindow }));
    },
  };
  return frame;
}
