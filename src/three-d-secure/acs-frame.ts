import { frameMessage, type FrameMessage, type FrameOpen } from '../protocol/frame-messages.js';

/**
 * A frame in which the ACS gets one form post. Between the checkout page and the ACS stands the
 * frame page, served by the merchant's backend with a policy of its own: so the checkout page needs
 * no `frame-src` or `form-action` for banks that nobody knows beforehand (field lessons 1).
 */
export interface AcsFrameOptions {
  /** Absolute address of the backend's frame page. */
  readonly framePage: string;
  /** Where the frame is made, in its final place: a moved frame loads anew (field lessons 12). */
  readonly host: ParentNode;
  /** The ACS's address and the form fields to post there, once. */
  readonly action: string;
  readonly fields: Readonly<Record<string, string>>;
  /** The frame's title, for screen readers. */
  readonly title: string;
  /** Called with the frame before it is in the page, to size or hide it. */
  readonly dress: (frame: HTMLIFrameElement) => void;
  /** Messages of our own frame page or of a notification page inside it, checked. */
  readonly onMessage: (message: FrameMessage) => void;
  /** Called with the origin of a message of this form that came from another one: it is not heard. */
  readonly onForeign: (origin: string) => void;
  /** Takes the frame away, and every listener with it. */
  readonly signal: AbortSignal;
}

export function openAcsFrame({
  framePage,
  host,
  action,
  fields,
  title,
  dress,
  onMessage,
  onForeign,
  signal,
}: AcsFrameOptions): void {
  if (signal.aborted) return;
  const page = new URL(framePage, document.baseURI);
  const frame = document.createElement('iframe');
  let posted = false;

  // Distrust in a fixed order: origin, source, shape (field lessons 5). What the frame page sends
  // on from the notification pages it has checked the same way.
  const receive = (event: MessageEvent<unknown>) => {
    if (event.origin !== page.origin) {
      if (frameMessage.safeParse(event.data).success) onForeign(event.origin);
      return;
    }
    if (event.source === null || event.source !== frame.contentWindow) return;
    const message = frameMessage.safeParse(event.data);
    if (!message.success) return;
    if (message.data.scudo !== 'frame-ready') return onMessage(message.data);
    // A frame that was reloaded says ready again; an ACS refuses a second post (field lessons 9).
    if (posted) return;
    posted = true;
    const open: FrameOpen = { scudo: 'frame-open', action, fields, title };
    frame.contentWindow.postMessage(open, page.origin);
  };

  const blocked = (event: SecurityPolicyViolationEvent) => {
    if (event.disposition !== 'enforce' || !/^(frame|child|default)-src/.test(event.effectiveDirective)) return;
    // The blocked address is cut to its origin when another origin is meant.
    if (event.blockedURI !== page.href && event.blockedURI !== page.origin) return;
    onMessage({ scudo: 'frame-blocked', directive: event.effectiveDirective });
  };

  frame.title = title;
  frame.src = page.href;
  // Lets an issuer use passkeys and payment confirmation; `sandbox` would break banks.
  frame.allow = 'payment *; publickey-credentials-get *';
  dress(frame);
  window.addEventListener('message', receive, { signal });
  document.addEventListener('securitypolicyviolation', blocked, { signal });
  signal.addEventListener('abort', () => frame.remove(), { once: true });
  host.append(frame);
}
