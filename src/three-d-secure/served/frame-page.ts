import type { FrameMessage, FrameOpen } from '../../protocol/three-d-secure/frame-messages.js';

/**
 * Script of the frame page, which the merchant's backend serves between the checkout page and the ACS. It opens one
 * inner frame, posts one form in it, and forwards the messages of the notification pages. scripts/embed-pages.mjs
 * bundles it into a string of its own, so it is not part of the checkout's bundle.
 */
const pages = JSON.parse(document.currentScript?.dataset['origins'] ?? '[]') as string[];
let page: string | undefined;
let inner: HTMLIFrameElement | undefined;

function send(message: FrameMessage, origin = page): void {
  if (origin !== undefined) parent.postMessage(message, origin);
}

function open({ action, fields, title }: FrameOpen): void {
  const frame = (inner = document.createElement('iframe'));
  // No other window has the same name, so the form below arrives in this frame. A served script has no caller
  // that could pass the random value (CONTRIBUTING.md).
  frame.name = `acs-${crypto.getRandomValues(new Uint32Array(2)).join('-')}`;
  frame.title = title;
  frame.allow = 'payment *; publickey-credentials-get *';
  Object.assign(frame.style, { position: 'fixed', inset: '0', inlineSize: '100%', blockSize: '100%', border: '0' });
  frame.addEventListener('load', () => {
    // Each frame begins with an empty document of this origin, which can be read.
    if (!isReadable(frame)) send({ scudo: 'frame-loaded' });
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

function isReadable(frame: HTMLIFrameElement): boolean {
  try {
    return frame.contentWindow?.location.href === 'about:blank';
  } catch {
    return false;
  }
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
    open(data);
  } else if (origin === location.origin && inner && isInside(source, inner)) {
    if (data.scudo === 'method-notification' || data.scudo === 'challenge-notification') send(data);
  }
});

addEventListener('securitypolicyviolation', ({ disposition, effectiveDirective }) => {
  if (disposition === 'enforce' && /^(frame-src|child-src|form-action)/.test(effectiveDirective))
    send({ scudo: 'frame-blocked', directive: effectiveDirective });
});

// The embedding page is one of the allowed pages. The browser delivers the message only to a matching origin.
for (const origin of pages) send({ scudo: 'frame-ready' }, origin);
