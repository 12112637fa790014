import { createEventSource, type EventSource } from './event-source.js';
import type { Message, Reply } from '../engine/network.js';
import type { NetworkHop } from '../engine/hops.js';
import type { Owner } from '../engine/scheduler.js';
import type { FrameMessage, FrameOpen } from '../../../src/protocol/three-d-secure/frame-messages.js';
import { BACKEND, SHOP } from '../world/processes.js';
import type { Sim } from '../world/sim.js';
import { messageOf, postOf, responseOf } from '../world/wire.js';
import { WEIGHTS } from '../engine/weights.js';

/** A frame that the page has made. It has what the package uses of an `iframe`. */
export interface SimulatedFrame extends EventSource {
  src: string;
  title: string;
  readonly style: Record<string, string>;
  readonly part: { add(name: string): void };
  readonly contentWindow: { postMessage(message: FrameOpen, origin: string): void };
  isAttached: boolean;
  remove(): void;
}

/** A form of a page of the issuer or of testpay. */
export interface PageForm {
  readonly action: string;
  readonly fields: Readonly<Record<string, string>>;
  /** Milliseconds after which the page submits it by itself. */
  readonly submitAfter?: number;
}

/** The window and the document that the tabs of one world share, and their frames. */
export interface Browser {
  readonly window: EventSource;
  readonly document: EventSource & { visibilityState: string };
  /** Replaces the globals that the package uses in a page. Returns a function that restores them. */
  install(): () => void;
  /** Hides or shows the tabs, as a change to another app does. */
  show(state: 'visible' | 'hidden'): void;
  readonly frames: ReadonlySet<SimulatedFrame>;
}

/** A tab of a shopper. */
export interface Tab {
  readonly owner: Owner;
  isOnline: boolean;
  /** The time of the last call of the page that was disturbed, or that had no usable answer. */
  troubledAt: number;
  /** The time at which the last call that had a usable answer began. */
  answeredAt: number;
  /** Number of times that the shopper has opened the challenge again. */
  reopened: number;
  /** Transactions whose method notification the browser has shown. */
  readonly methodsEnded: Set<string>;
  /** True while a frame of the page shows a challenge. */
  hasChallenge(): boolean;
  /** The place for frames. */
  readonly host: ParentNode;
  readonly fetch: typeof globalThis.fetch;
  /** A request of the browser itself: a navigation or a post of a form. Rejects without an answer. */
  navigate(hop: NetworkHop, label: string, message: Message): Promise<Reply>;
}

/** Answers a challenge page: returns the fields that the shopper submits, or undefined to leave it. */
export type AnswerChallenge = (form: PageForm) => Promise<Record<string, string> | undefined>;

export type Route = (message: Message, gone?: AbortSignal) => Promise<Reply>;

export function createBrowser(sim: Sim): Browser {
  const window = Object.assign(createEventSource(), {
    screen: { colorDepth: 24, height: 900, width: 1440 },
    navigator: { language: sim.setup.language, userAgent: 'Simulation/1.0', javaEnabled: () => false },
  });
  const frames = new Set<SimulatedFrame>();
  /** Part of the browsers know credentialless frames. */
  const knowsCredentialless = sim.dice('browser').chance(0.5);
  const document = Object.assign(createEventSource(), {
    visibilityState: 'visible',
    baseURI: `${SHOP}/checkout`,
    createElement: () => createFrame(),
  });

  function createFrame(): SimulatedFrame {
    const frame: SimulatedFrame = {
      ...createEventSource(),
      ...(knowsCredentialless ? { credentialless: false } : {}),
      src: '',
      title: '',
      style: {},
      part: { add: () => undefined },
      contentWindow: { postMessage: (message) => openInner.get(frame)?.(message) },
      isAttached: false,
      remove() {
        frame.isAttached = false;
        frames.delete(frame);
        openInner.delete(frame);
      },
    };
    return frame;
  }

  return {
    window,
    document,
    frames,
    install() {
      const names = ['window', 'document'] as const;
      const before = names.map((name) => Object.getOwnPropertyDescriptor(globalThis, name));
      Object.defineProperty(globalThis, 'window', { value: window, configurable: true, writable: true });
      Object.defineProperty(globalThis, 'document', { value: document, configurable: true, writable: true });
      return () =>
        names.forEach((name, index) => {
          const descriptor = before[index];
          if (descriptor) Object.defineProperty(globalThis, name, descriptor);
          else Reflect.deleteProperty(globalThis, name);
        });
    },
    show(state) {
      document.visibilityState = state;
      sim.note('browser', `is ${state}`);
      document.dispatchEvent(new Event('visibilitychange'));
    },
  };
}

/** Listeners of the frame pages for the message of the checkout page, by frame. */
const openInner = new WeakMap<SimulatedFrame, (message: FrameOpen) => void>();

export interface TabOptions {
  readonly sim: Sim;
  readonly browser: Browser;
  readonly name: string;
  readonly toBackend: Route;
  readonly toIssuer: Route;
  readonly answerChallenge: AnswerChallenge;
}

/** Milliseconds after which a call that the page ends counts as one without an answer. */
const LONG_CALL = 20_000;

export function openTab({ sim, browser, name, toBackend, toIssuer, answerChallenge }: TabOptions): Tab {
  const { scheduler, network } = sim;
  const owner: Owner = { name, isAlive: true };
  const unanswered = new Set<AbortSignal>();
  const challenges = new Set<SimulatedFrame>();
  /** CReq messages that frames have posted, with the number of times. */
  const posted = new Map<string, number>();
  const routeOf = (url: string): [NetworkHop, Route] =>
    url.startsWith(BACKEND) ? ['browser-backend', toBackend] : ['browser-issuer', toIssuer];

  const tab: Tab = {
    owner,
    isOnline: true,
    troubledAt: -Infinity,
    answeredAt: -Infinity,
    reopened: 0,
    methodsEnded: new Set(),
    hasChallenge: () => [...challenges].some(({ isAttached }) => isAttached),
    host: { append: (frame: SimulatedFrame) => void load(frame) } as unknown as ParentNode,
    async fetch(input, init) {
      const began = scheduler.now();
      const signal = init?.signal ?? undefined;
      const message = messageOf(input as string | URL, init);
      const label = callOf(message.url);
      let isUsable = true;
      const onFault = () => {
        tab.troubledAt = scheduler.now();
        isUsable = false;
      };
      try {
        if (!tab.isOnline) throw new TypeError('Failed to fetch');
        const exchange = { hop: 'page-backend', label, from: owner, message, signal, deliver: toBackend } as const;
        const reply = await network.exchange({ ...exchange, onFault });
        // A device without a connection loses the answer, and does not notice.
        if (!tab.isOnline) await untilAborted(signal);
        if (reply.status >= 400) onFault();
        if (isUsable) tab.answeredAt = Math.max(tab.answeredAt, began);
        return responseOf(reply);
      } catch (error) {
        // The page itself ends a call when it needs the answer no longer.
        if (!signal?.aborted || scheduler.now() - began >= LONG_CALL) onFault();
        throw error;
      }
    },
    async navigate(hop, label, message) {
      if (!tab.isOnline) throw new TypeError('ERR_INTERNET_DISCONNECTED');
      return network.exchange({ hop, label, from: owner, message, deliver: routeOf(message.url)[1] });
    },
  };
  return tab;

  /** Rejects when the signal aborts. */
  function untilAborted(signal: AbortSignal | undefined): Promise<never> {
    if (!signal) return new Promise(() => undefined);
    // A signal that only its own listener refers to may be collected as garbage.
    unanswered.add(signal);
    return new Promise((_resolve, reject) => {
      const leave = () => {
        unanswered.delete(signal);
        reject(signal.reason as Error);
      };
      if (signal.aborted) leave();
      else signal.addEventListener('abort', leave, { once: true });
    });
  }

  /** Loads the backend's frame page, whose script reports that it is ready. */
  async function load(frame: SimulatedFrame): Promise<void> {
    frame.isAttached = true;
    (browser.frames as Set<SimulatedFrame>).add(frame);
    if (sim.faults.draw('shopper', 'frame', { weight: WEIGHTS.shopper.blockFrame, among: ['block-frame'] })) {
      // A browser reports it in a task of its own.
      await scheduler.sleep(owner, 0);
      const violation = { disposition: 'enforce', blockedURI: SHOP, effectiveDirective: 'frame-src' };
      browser.document.dispatchEvent(Object.assign(new Event('securitypolicyviolation'), violation));
      return frame.dispatchEvent(new Event('load'));
    }
    const message: Message = { method: 'GET', url: frame.src, headers: {} };
    const page = await tab.navigate('browser-backend', 'frame', message).catch(() => undefined);
    if (!frame.isAttached) return;
    // A page that cannot be read has loaded, too: the browser shows its own error page.
    if (page?.status !== 200 || !page.body.includes('frame.js')) return frame.dispatchEvent(new Event('load'));
    start(frame);
    if (sim.faults.draw('frame', 'loaded', { weight: WEIGHTS.frame.reload, among: ['reload-frame'] })) {
      await scheduler.sleep(owner, sim.dice('reload frame').between(20, 20_000));
      sim.note(owner.name, 'a frame loads again');
      if (frame.isAttached) start(frame);
    }
  }

  /** The page of a frame has loaded. Nothing is left of an earlier one. */
  function start(frame: SimulatedFrame): void {
    let isOpen = false;
    const receive = ({ action, fields }: FrameOpen) => {
      if (isOpen) return;
      isOpen = true;
      if ('creq' in fields) challenges.add(frame);
      countPost(fields['creq']);
      void show(frame, { action, fields }, () => openInner.get(frame) === receive);
    };
    openInner.set(frame, receive);
    send(frame, { scudo: 'frame-ready' });
    frame.dispatchEvent(new Event('load'));
  }

  /** The ACS gets one CReq of each transaction, and another one when the shopper opens the challenge again. */
  function countPost(creq: string | undefined): void {
    if (creq === undefined) return;
    const count = (posted.get(creq) ?? 0) + 1;
    posted.set(creq, count);
    if (count > 1 + tab.reopened) sim.violate('one-challenge', `${name} posts the same CReq ${count} times`);
  }

  function send(frame: SimulatedFrame, data: FrameMessage): void {
    if (!frame.isAttached || !owner.isAlive) return;
    const event = Object.assign(new Event('message'), { origin: SHOP, source: frame.contentWindow, data });
    browser.window.dispatchEvent(event);
  }

  /** Posts a form in the inner frame, and follows the pages that it leads to. */
  async function show(frame: SimulatedFrame, first: PageForm, isCurrent: () => boolean): Promise<void> {
    let form: PageForm | undefined = first;
    while (form && frame.isAttached && isCurrent()) {
      const [hop, { action, fields }]: [NetworkHop, PageForm] = [routeOf(form.action)[0], form];
      const label = new URL(action).pathname.replace(/[0-9a-f-]{20,}/, 'id').replace(/\/(method|challenge)\/.*/, '/$1');
      const page: Reply | undefined = await tab.navigate(hop, label, postOf(action, fields)).catch(() => undefined);
      if (!isCurrent()) return;
      const message = page && notificationIn(page);
      if (message?.scudo === 'method-notification') tab.methodsEnded.add(message.server_trans_id);
      // The frame page cannot read a page of the issuer, or the browser's own error page.
      if (hop === 'browser-issuer' || !page) send(frame, { scudo: 'frame-loaded' });
      else send(frame, message ?? { scudo: 'own-document', notification: false });
      if (message) return;
      form = page && (await next(frame, page, action));
    }
  }

  async function next(frame: SimulatedFrame, page: Reply, address: string): Promise<PageForm | undefined> {
    const form = formIn(page.body, address);
    if (!form) return undefined;
    if (form.submitAfter !== undefined) {
      await scheduler.sleep(owner, form.submitAfter);
      return form;
    }
    if (!form.action.endsWith('/acs/challenge/answer')) return undefined;
    const fields = await answerChallenge(form);
    return fields && frame.isAttached ? { action: form.action, fields: { ...form.fields, ...fields } } : undefined;
  }
}

/** The call of the adapter that an address belongs to. */
function callOf(address: string): string {
  const { pathname, searchParams } = new URL(address);
  const call = pathname.split('/')[4];
  return call ?? (searchParams.has('wait') ? 'wait' : 'order');
}

const unescaped = (text: string) =>
  text
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');

/** The message in a notification page of the backend. */
function notificationIn({ body }: Reply): FrameMessage | undefined {
  const data = /data-message="([^"]*)"/.exec(body)?.[1];
  return data === undefined ? undefined : (JSON.parse(unescaped(data)) as FrameMessage);
}

/** The first form of a page. */
export function formIn(body: string, address: string): PageForm | undefined {
  const tag = /<form ([^>]*)>/.exec(body)?.[1];
  const action = tag && /action="([^"]*)"/.exec(tag)?.[1];
  if (!tag || action === undefined) return undefined;
  const submitAfter = /data-submit-after="(\d+)"/.exec(tag)?.[1];
  const hidden = [...body.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)">/g)];
  return {
    action: new URL(unescaped(action), address).href,
    fields: Object.fromEntries(hidden.map(([, name = '', value = '']) => [name, unescaped(value)])),
    ...(submitAfter === undefined ? {} : { submitAfter: Number(submitAfter) }),
  };
}
