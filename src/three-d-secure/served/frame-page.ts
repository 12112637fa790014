import type { FrameKind, FrameMessage, FrameOpen } from '../../protocol/three-d-secure/frame-messages.js';
import { FRAME_PERMISSIONS } from '../../protocol/three-d-secure/frame-permissions.js';

/**
 * Script of the frame page, which the merchant's backend serves between the checkout page and the ACS. It opens one
 * inner frame, posts one form in it, and forwards the messages of the notification pages. scripts/embed-pages.mjs
 * bundles it into a string of its own, so it is not part of the checkout's bundle.
 */
const pages = JSON.parse(document.currentScript?.dataset['origins'] ?? '[]') as string[];
let page: string | undefined;
let inner: HTMLIFrameElement | undefined;
/** Origins of notification pages. */
const notifiers = [location.origin];
/** Documents of this origin that have been reported: each is reported once. */
const reported = new WeakSet<Document>();

const METHOD = 'allow-scripts allow-forms allow-same-origin';

/** The abilities of the ACS (docs/decisions/0017-sandbox-of-the-issuers-page.md). */
const SANDBOX: Readonly<Record<FrameKind, string>> = {
  method: METHOD,
  challenge:
    `${METHOD} allow-popups allow-popups-to-escape-sandbox allow-storage-access-by-user-activation allow-downloads ` +
    'allow-top-navigation-by-user-activation allow-top-navigation-to-custom-protocols',
};

function send(message: FrameMessage, origin = page): void {
  if (origin !== undefined) parent.postMessage(message, origin);
}

function open({ kind, action, fields, title }: FrameOpen): void {
  const frame = (inner = document.createElement('iframe'));
  // No other window has the same name, so the form below arrives in this frame. A served script has no caller
  // that could pass the random value (CONTRIBUTING.md).
  frame.name = `acs-${crypto.getRandomValues(new Uint32Array(2)).join('-')}`;
  frame.title = title;
  frame.allow = FRAME_PERMISSIONS;
  frame.setAttribute('sandbox', SANDBOX[kind]);
  Object.assign(frame.style, { position: 'fixed', inset: '0', inlineSize: '100%', blockSize: '100%', border: '0' });
  frame.addEventListener('load', () => {
    const shown = documentOf(frame.contentWindow);
    if (!shown) send({ scudo: 'frame-loaded' });
    // Each frame begins with an empty document of this origin.
    else if (shown.URL !== 'about:blank') report(shown, messageIn(shown));
  });
  document.body.append(frame);

  const form = document.createElement('form');
  form.method = 'post';
  form.action = action;
  form.target = frame.name;
  form.hidden = true;
  for (const [name, value] of Object.entries(fields)) {
    const input = document.createElement('input');
    input.type = 'hidden';
    input.name = name;
    input.value = value;
    form.append(input);
  }
  document.body.append(form);
  form.submit();
  form.remove();
}

/** The document of a window; undefined if it has another origin. */
function documentOf(source: Window | null): Document | undefined {
  try {
    return source?.document;
  } catch {
    return undefined;
  }
}

/** Returns true for the kinds of message that notification pages send. Any document of this origin may send others. */
function isOfNotification(data: unknown): data is FrameMessage {
  const kind = (data as FrameMessage | null)?.scudo ?? '';
  return ['own-document', 'method-notification', 'challenge-notification'].includes(kind);
}

/** The message of a notification page, whose own script may be blocked. Any other page has none. */
function messageIn(shown: Document): FrameMessage {
  try {
    const { message = '' } = shown.querySelector<HTMLElement>('script[data-message]')?.dataset ?? {};
    const data: unknown = JSON.parse(message);
    if (isOfNotification(data)) return data;
  } catch {
    // Not a notification page.
  }
  return { scudo: 'own-document', notification: false };
}

/** Forwards the message of a document, once. */
function report(shown: Document, message: FrameMessage): void {
  if (reported.has(shown)) return;
  reported.add(shown);
  send(message);
}

/** Returns true for a window inside the frame. An ACS can have frames of its own around the notification page. */
function isInside(source: MessageEventSource | null, frame: HTMLIFrameElement): boolean {
  for (let current = source as Window | null; current && current !== current.parent; current = current.parent) {
    if (current === frame.contentWindow) return true;
  }
  return false;
}

addEventListener('message', ({ source, origin, data }: MessageEvent<FrameMessage | FrameOpen | null>) => {
  if (typeof data !== 'object' || data === null) return;
  if (source === parent && pages.includes(origin) && data.scudo === 'frame-open' && !inner) {
    page = origin;
    if (data.notificationOrigin) notifiers.push(data.notificationOrigin);
    open(data);
  } else if (notifiers.includes(origin) && inner && isInside(source, inner)) {
    if (!isOfNotification(data)) return;
    const shown = documentOf(source as Window);
    if (shown) report(shown, data);
    else send(data);
  }
});

addEventListener('securitypolicyviolation', ({ disposition, effectiveDirective }) => {
  if (disposition === 'enforce' && /^(frame-src|child-src|form-action)/.test(effectiveDirective))
    send({ scudo: 'frame-blocked', directive: effectiveDirective });
});

// The embedding page is one of the allowed pages. The browser delivers the message only to a matching origin.
for (const origin of pages) send({ scudo: 'frame-ready' }, origin);
