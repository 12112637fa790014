import { frameMessageSchema, type FrameMessage, type FrameOpen } from '../protocol/three-d-secure/frame-messages.js';

/** Options of a frame in which one form is posted to the ACS. */
export interface AcsFrameOptions {
  /** Absolute address of the backend's frame page. */
  readonly framePage: string;
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
  /** Receives the origin of a well-formed message from an unexpected origin. The message is ignored. */
  readonly onUnexpectedOrigin: (origin: string) => void;
  /** Removes the frame and all listeners. */
  readonly signal: AbortSignal;
}

/**
 * Opens a frame and posts one form to the ACS in it. The frame contains the frame page of the merchant's backend, which
 * has a policy of its own, so the checkout page needs no `frame-src` or `form-action` for issuers' hosts
 * (docs/reference/browser-lessons.md#unknown-hosts).
 */
export function openAcsFrame({
  framePage,
  host,
  action,
  fields,
  title,
  styleFrame,
  onMessage,
  onUnexpectedOrigin,
  signal,
}: AcsFrameOptions): void {
  if (signal.aborted) return;
  const page = new URL(framePage, document.baseURI);
  const frame = document.createElement('iframe');
  let posted = false;

  // Origin, source, then shape (docs/reference/browser-lessons.md#message-validation). The frame page checks
  // messages of the notification pages in the same order.
  const receive = (event: MessageEvent<unknown>) => {
    if (event.origin !== page.origin) {
      if (frameMessageSchema.safeParse(event.data).success) onUnexpectedOrigin(event.origin);
      return;
    }
    if (event.source === null || event.source !== frame.contentWindow) return;
    const message = frameMessageSchema.safeParse(event.data);
    if (!message.success) return;
    if (message.data.scudo !== 'frame-ready') return onMessage(message.data);
    // A reloaded frame reports ready again, and an ACS rejects a second post
    // (docs/reference/browser-lessons.md#duplicate-posts).
    if (posted) return;
    posted = true;
    const open: FrameOpen = { scudo: 'frame-open', action, fields, title };
    frame.contentWindow.postMessage(open, page.origin);
  };

  const blocked = (event: SecurityPolicyViolationEvent) => {
    if (event.disposition !== 'enforce' || !/^(frame|child|default)-src/.test(event.effectiveDirective)) return;
    // For another origin, blockedURI is shortened to the origin (docs/reference/browser-lessons.md#blocked-frames).
    if (event.blockedURI !== page.href && event.blockedURI !== page.origin) return;
    onMessage({ scudo: 'frame-blocked', directive: event.effectiveDirective });
  };

  frame.title = title;
  frame.src = page.href;
  // Allows passkeys and payment confirmation (docs/reference/browser-lessons.md#frame-permissions).
  frame.allow = 'payment *; publickey-credentials-get *';
  styleFrame(frame);
  window.addEventListener('message', receive, { signal });
  document.addEventListener('securitypolicyviolation', blocked, { signal });
  signal.addEventListener('abort', () => frame.remove(), { once: true });
  host.append(frame);
}
