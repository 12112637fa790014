import {
  frameMessageSchema,
  type FrameKind,
  type FrameMessage,
  type FrameOpen,
} from '../protocol/three-d-secure/frame-messages.js';
import { FRAME_PERMISSIONS } from '../protocol/three-d-secure/frame-permissions.js';

/** The properties that the frames of one checkout share. */
export interface FrameEnvironment {
  /** Absolute address of the backend's frame page. */
  readonly framePage: string;
  /**
   * Origin of the notification pages, where it is not that of the frame page, because a dev server forwards the calls
   * to a backend on the same machine.
   */
  readonly notificationOrigin?: string | undefined;
  /** Receives the origin of a well-formed message from an unexpected origin. The message is ignored. */
  readonly onUnexpectedOrigin: (origin: string) => void;
  /** Receives a fault of the set-up that the frame has found. */
  readonly onFault: (fault: FrameFault) => void;
  /** Shared by all frames: the next one need not wait for an ordinary frame that did not report ready before. */
  readonly ordinary: { isMissing?: boolean };
  /** Calls back once after milliseconds. Returns a function that cancels the call. */
  readonly after: (ms: number, call: () => void) => () => void;
}

/**
 * A fault of the set-up: the frame page did not report ready, or the ACS's frame ended on a page of the backend's
 * origin that is no notification page.
 */
export type FrameFault = 'frame-not-ready' | 'notification-refused';

/** Options of a frame in which one form is posted to the ACS. */
export interface AcsFrameOptions extends FrameEnvironment {
  readonly kind: FrameKind;
  /**
   * Parent of the frame. A frame that is moved later loads again (docs/reference/browser-lessons.md#reloaded-frames).
   */
  readonly host: ParentNode;
  /** The ACS's address and the form fields to post there. */
  readonly action: string;
  readonly fields: Readonly<Record<string, string>>;
  /** The frame's title, for screen readers. */
  readonly title: string;
  /** Sizes or hides the frame before it is inserted. */
  readonly styleFrame: (frame: HTMLIFrameElement) => void;
  /** Receives validated messages of the frame page and of the notification pages inside it. */
  readonly onMessage: (message: FrameMessage) => void;
  /** Called when no frame page has reported ready. Nothing has been posted to the ACS then. */
  readonly onNotReady: () => void;
  /** Removes the frame and all listeners. */
  readonly signal: AbortSignal;
}

/** Milliseconds from the frame's `load` event, which a blocked frame has too, until its page counts as missing. */
const READY_AFTER_LOAD = 8_000;
/** The same from the start, for a frame without that event. */
const READY_WITHOUT_LOAD = 20_000;
/** The same for both attempts, so that they end before the 30 seconds for a challenge. */
const READY_AT_ALL = 28_000;

/** A page of the backend's origin, whatever else its message says. */
const OWN_DOCUMENT: FrameMessage = { scudo: 'own-document', notification: true };

/**
 * Opens a frame and posts one form to the ACS in it. The frame contains the frame page of the merchant's backend, which
 * has a policy of its own. So the checkout page needs no `frame-src` or `form-action` for issuers' hosts
 * (docs/reference/browser-lessons.md#unknown-hosts). The form is posted in the first frame whose page reports ready: an
 * ordinary one, or else a credentialless one (docs/decisions/0018-credentialless-frames.md).
 */
export function openAcsFrame({
  framePage,
  notificationOrigin,
  kind,
  host,
  action,
  fields,
  title,
  styleFrame,
  onMessage,
  onNotReady,
  onUnexpectedOrigin,
  onFault,
  ordinary,
  after,
  signal,
}: AcsFrameOptions): void {
  if (signal.aborted) return;
  const page = new URL(framePage, document.baseURI);
  const frames: HTMLIFrameElement[] = [];
  /** Aborts when a page has reported ready, or none has in time. */
  const waiting = new AbortController();
  let isPosted = false;

  // Origin, source, then shape (docs/reference/browser-lessons.md#message-validation). The frame page checks
  // messages of the notification pages in the same order.
  const receive = (event: MessageEvent<unknown>) => {
    const message = frameMessageSchema.safeParse(event.data);
    if (event.origin !== page.origin) {
      // A notification page behind a proxy posts to this page as well as to the frame page, which forwards it.
      if (message.success && event.origin !== notificationOrigin) onUnexpectedOrigin(event.origin);
      return;
    }
    const frame = event.source && frames.find(({ contentWindow }) => contentWindow === event.source);
    if (!frame) return;
    if (!message.success) {
      // The frame page forwards what a notification page sends, which another version of the backend may have written.
      if (typeof (event.data as { readonly scudo?: unknown } | null)?.scudo === 'string') onMessage(OWN_DOCUMENT);
      return;
    }
    // Any message shows that the page has started.
    waiting.abort();
    if (message.data.scudo !== 'frame-ready') {
      if (message.data.scudo === 'own-document' && !message.data.notification) onFault('notification-refused');
      return onMessage(message.data);
    }
    // A reloaded frame reports ready again, and an ACS rejects a second post
    // (docs/reference/browser-lessons.md#duplicate-posts).
    if (isPosted) return;
    isPosted = true;
    for (const other of frames) if (other !== frame) other.remove();
    frame.style.display = '';
    const open: FrameOpen = { scudo: 'frame-open', kind, action, fields, title, notificationOrigin };
    frame.contentWindow?.postMessage(open, page.origin);
  };

  const blocked = (event: SecurityPolicyViolationEvent) => {
    if (event.disposition !== 'enforce' || !/^(frame|child|default)-src/.test(event.effectiveDirective)) return;
    // For another origin, blockedURI is shortened to the origin (docs/reference/browser-lessons.md#blocked-frames).
    if (event.blockedURI !== page.href && event.blockedURI !== page.origin) return;
    onMessage({ scudo: 'frame-blocked', directive: event.effectiveDirective });
  };

  /** Inserts a frame, with its limit without a `load` event. A second one is hidden until its page reports ready. */
  const insert = (isCredentialless: boolean, ms: number, onMissing: () => void) => {
    const frame = document.createElement('iframe');
    const isFirst = frames.push(frame) === 1;
    frame.title = title;
    if (isCredentialless) Object.assign(frame, { credentialless: true });
    frame.src = page.href;
    frame.allow = FRAME_PERMISSIONS;
    styleFrame(frame);
    if (!isFirst) frame.style.display = 'none';
    let cancel = wait(ms, onMissing);
    frame.addEventListener(
      'load',
      () => {
        cancel();
        cancel = wait(READY_AFTER_LOAD, onMissing);
      },
      { once: true, signal: waiting.signal },
    );
    host.append(frame);
  };

  /** Calls back unless a page has reported ready. */
  const wait = (ms: number, call: () => void) => {
    const cancel = waiting.signal.aborted ? () => undefined : after(ms, call);
    waiting.signal.addEventListener('abort', cancel);
    return cancel;
  };

  const endWithoutPage = () => {
    waiting.abort();
    onFault('frame-not-ready');
    onNotReady();
  };

  window.addEventListener('message', receive, { signal });
  document.addEventListener('securitypolicyviolation', blocked, { signal });
  signal.addEventListener(
    'abort',
    () => {
      waiting.abort();
      for (const frame of frames) frame.remove();
    },
    { once: true },
  );
  const hasCredentialless = 'credentialless' in document.createElement('iframe');
  wait(READY_AT_ALL, endWithoutPage);
  if (!hasCredentialless || window.crossOriginIsolated) insert(hasCredentialless, READY_WITHOUT_LOAD, endWithoutPage);
  else if (ordinary.isMissing) {
    let missing = 0;
    const endAfterBoth = () => ++missing === 2 && endWithoutPage();
    insert(false, READY_WITHOUT_LOAD, endAfterBoth);
    insert(true, READY_WITHOUT_LOAD, endAfterBoth);
  } else {
    // A slow page still counts while the second frame loads.
    insert(false, READY_WITHOUT_LOAD, () => {
      ordinary.isMissing = true;
      insert(true, READY_AFTER_LOAD, endWithoutPage);
    });
  }
}
