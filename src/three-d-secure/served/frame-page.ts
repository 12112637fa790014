import type { FrameMessage, FrameOpen } from '../../protocol/frame-messages.js';

/**
 * The script of the frame page, which the merchant's backend serves between the checkout page and
 * the ACS. It is bundled into a string of its own (scripts/embed-pages.mjs): nothing of it reaches
 * the checkout's bundle. It opens one inner frame, posts one form into it, and sends on what the
 * notification pages say.
 */
const pages = JSON.parse(document.currentScript?.dataset['origins'] ?? '[]') as string[];
let page: string | undefined;
let inner: HTMLIFrameElement | undefined;

function tell(message: FrameMessage, origin = page): void {
  if (origin !== undefined) parent.postMessage(message, origin);
}

function open({ action, fields, title }: FrameOpen): void {
  const frame = (inner = document.createElement('iframe'));
  frame.name = `acs-${crypto.getRandomValues(new Uint32Array(2)).join('-')}`;
  frame.title = title;
  frame.allow = 'payment *; publickey-credentials-get *';
  Object.assign(frame.style, { position: 'fixed', inset: '0', inlineSize: '100%', blockSize: '100%', border: '0' });
  frame.addEventListener('load', () => {
    // The empty document that every frame begins with is of this origin and can be read.
    if (!isReadable(frame)) tell({ scudo: 'frame-loaded' });
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

/** A notification page may sit deeper than the inner frame, where an ACS has frames of its own. */
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
    if (data.scudo === 'method-notification' || data.scudo === 'challenge-notification') tell(data);
  }
});

addEventListener('securitypolicyviolation', ({ disposition, effectiveDirective }) => {
  if (disposition === 'enforce' && /^(frame-src|child-src|form-action)/.test(effectiveDirective))
    tell({ scudo: 'frame-blocked', directive: effectiveDirective });
});

// Which of the allowed pages holds this frame is not known yet; the others never get to see it.
for (const origin of pages) tell({ scudo: 'frame-ready' }, origin);
