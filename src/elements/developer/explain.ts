import { isLoopbackAddress } from '../../protocol/values/web-address.js';
import type { FrameFault } from '../../three-d-secure/acs-frame.js';
import type { BackendFault } from '../../payment/backend-client/backend-error.js';
import { originOf, probePolicy, watchPolicy } from './policy-watch.js';
import { checkSetUp } from './set-up-check.js';
import { isWritten, PATIENCE, write, type CheckedElement, type Mistake } from './write-mistake.js';

/** A language that could not be loaded. */
interface FailedLanguage {
  readonly language: string;
  readonly error: unknown;
}

/** A file of icons, addresses or phone numbers that could not be loaded. */
interface FailedData {
  readonly dataError: unknown;
}

/** A fault of the set-up that a 3-D Secure frame has found. */
interface FrameFailure {
  readonly acsFrame: FrameFault;
  readonly framePage: string;
}

/** The origin of the issuer's notifications, at a page that has its frames from another origin. */
interface ProxiedPage {
  readonly notificationOrigin: string;
  readonly framePage: string;
}

/**
 * Writes the reason of a failed call, or of a language or data file that did not load, if it is a mistake of the
 * set-up. Checks whether form posts reach the backend of a client. Without a failure, checks the attributes of the
 * element.
 * @param fetch sends the form post
 */
export function explain(element: HTMLElement, failure: unknown, fetch: typeof globalThis.fetch): void {
  // The element in the frame of isolated card fields has no attributes.
  if (!('backend' in element)) return;
  const host = element as CheckedElement;
  watchPolicy(host);
  if (failure === undefined) return checkSetUp(host);
  if (typeof failure !== 'object' || failure === null) return;
  if ('language' in failure) {
    const { language, error } = failure as FailedLanguage;
    const what = `The language ${language} did not load: ${sentenceOf(error)}`;
    return write(host, { code: 'language-not-loaded', what, subject: language });
  }
  if ('dataError' in failure) {
    const what = `A data file did not load: ${sentenceOf((failure as FailedData).dataError)}`;
    return write(host, { code: 'data-not-loaded', what, subject: what });
  }
  if ('acsFrame' in failure) return explainFrame(host, failure as FrameFailure);
  if ('notificationOrigin' in failure) return explainProxy(host, failure as ProxiedPage);
  if ('framePage' in failure) return void checkFormPosts(host, String(failure.framePage), fetch);
  if (!('fault' in failure)) return;
  const { fault, message, cause } = failure as { fault: BackendFault; message: string; cause?: unknown };
  if (fault.kind === 'unanswered' && fault.status === undefined && cause instanceof TypeError) probePolicy(host, fetch);
  const mistake = mistakeOf(host, fault, message, cause);
  if (mistake?.code === 'other-origin') writeUnlessBlocked(host, mistake);
  else if (mistake) write(host, mistake);
}

function explainFrame(host: CheckedElement, { acsFrame, framePage }: FrameFailure): void {
  const { origin } = new URL(framePage);
  switch (acsFrame) {
    case 'frame-not-ready': {
      const isEmbedded = window.top !== window;
      const around = isEmbedded ? ' This page is itself in a frame: see the option embedders.' : '';
      const isolated = crossOriginIsolated ? ' This page has a Cross-Origin-Embedder-Policy.' : '';
      const what = `The frame page ${framePage} did not start.`;
      return write(host, { code: acsFrame, what, subject: framePage, more: `${around}${isolated}` });
    }
    case 'notification-refused': {
      const what = `The bank’s frame shows another page of ${origin} instead of the notification page of the backend.`;
      return write(host, { code: 'form-posts-refused', what });
    }
  }
}

/** On the developer's machine the page accepts notifications of the other origin. */
function explainProxy(host: CheckedElement, { notificationOrigin, framePage }: ProxiedPage): void {
  if (isLoopbackAddress(notificationOrigin)) return;
  const backend = framePage.replace(/\/frame$/, '');
  const what = `The page reaches the backend at ${backend}, and its publicUrl is at ${notificationOrigin}.`;
  write(host, { code: 'other-public-url', what, more: ` The right value for this page is "${backend}".` });
}

/** A call that the policy of the page blocks fails in the same way. The policy is known after the probe. */
function writeUnlessBlocked(host: CheckedElement, mistake: Mistake): void {
  const waiting = {
    hostDisconnected() {
      cancel();
      host.removeController(waiting);
    },
  };
  const cancel = host.clock.after(PATIENCE, () => {
    host.removeController(waiting);
    if (!isWritten(host, 'call-blocked')) write(host, mistake);
  });
  host.addController(waiting);
}

/**
 * Posts a form to the backend, as an ACS does. A framework may refuse forms before the handler, and the payment then
 * waits for a notification that never comes.
 */
async function checkFormPosts(host: CheckedElement, framePage: string, fetch: typeof globalThis.fetch): Promise<void> {
  const address = new URL('notifications/method', framePage);
  if (address.origin !== location.origin) return;
  const response = await fetch(address, {
    method: 'POST',
    body: new URLSearchParams({ probe: '1' }),
    // The browser then sends Origin: null, as with the post of another site (Fetch, "append a request Origin header").
    mode: 'same-origin',
    referrerPolicy: 'no-referrer',
  }).catch(() => undefined);
  if (!response || response.status === 204 || response.status >= 500) return;
  const reason = await reasonOf(response);
  const what = `The backend answered a form post to ${address.pathname} with HTTP ${response.status}${reason}.`;
  write(host, { code: 'form-posts-refused', what });
}

/** The reason that an answer has, with a colon before it; empty without one. The answer may be of any server. */
async function reasonOf(response: Response): Promise<string> {
  const answer = ((await response.json().catch(() => undefined)) ?? {}) as Readonly<Record<string, unknown>>;
  const { detail, fields, message } = answer;
  const [field] = Array.isArray(fields)
    ? (fields as readonly { readonly field: string; readonly message: string }[])
    : [];
  const reason = [detail, field?.message && bodyText(field), message].find((one) => typeof one === 'string');
  return reason ? `: ${reason.replace(/\.$/, '')}` : '';
}

function mistakeOf(host: CheckedElement, fault: BackendFault, message: string, cause: unknown): Mistake | undefined {
  const { backend, order } = host;
  switch (fault.kind) {
    case 'malformed':
      return { code: 'bad-answer', what: `The backend at ${backend} sent an answer with another form. ${message}.` };
    case 'unsent':
      return undefined;
    case 'unanswered':
      return unansweredMistake(backend, fault.status, cause);
    case 'problem':
      break;
  }
  switch (fault.code) {
    case 'order-not-found':
      // An adapter of the page asks whatever it likes, and the element shows the outcome.
      if (backend === '') return undefined;
      return {
        code: fault.code,
        what: `The backend at ${backend} has no order "${order}".`,
        subject: order,
      };
    case 'invalid-request': {
      // Other fields are what the shopper has typed.
      const field = fault.fields.find((one) => ['', 'ip', 'Idempotency-Key'].includes(one.field));
      return (
        field && {
          code: fault.code,
          what: `The backend at ${backend} refused a call: ${bodyText(field)}.`,
          subject: field.field,
          // A parser of bodies takes the body, and neither the address nor a header.
          hasFix: field.field !== '',
        }
      );
    }
    case 'not-found':
      return {
        code: fault.code,
        what: `The backend at ${backend} answered not-found: ${message}`,
        hasFix: message.includes('publicUrl says'),
      };
    case 'origin-refused':
      return {
        code: fault.code,
        what: `The backend at ${backend} answered ${fault.code}: ${message}`,
        more: originOf(backend) === location.origin ? proxyAdvice(backend) : '',
      };
    case 'card-outside-frame':
    case 'method-not-allowed':
    case 'unsupported-media-type':
    case 'gateway-refused':
    case 'gateway-unavailable':
    case 'internal-error':
      return { code: fault.code, what: `The backend at ${backend} answered ${fault.code}: ${message}` };
    default:
      return undefined;
  }
}

/** The advice for a page that reaches the backend at its own origin. */
const proxyAdvice = (backend: string) =>
  ` If a proxy forwards ${backend} to the backend, set publicUrl to ${new URL(backend.replace(/\/$/, ''), document.baseURI).href}.`;

const bodyText = ({ field, message }: { readonly field: string; readonly message: string }) =>
  field === '' ? `the request ${message}` : `${field} ${message}`;

/** Overloaded servers and lost connections are no mistake of the set-up. The browser reports them itself. */
function unansweredMistake(backend: string, status: number | undefined, cause: unknown): Mistake | undefined {
  if (status !== undefined && status < 500 && status !== 429) {
    return { code: 'no-route', what: `The address ${backend} answered HTTP ${status} without a problem document.` };
  }
  if (cause instanceof SyntaxError) {
    return { code: 'not-json', what: `The address ${backend} answered with a page instead of JSON.` };
  }
  const origin = originOf(backend);
  if (cause instanceof TypeError && origin !== undefined && origin !== location.origin) {
    return {
      code: 'other-origin',
      what: `The backend at ${origin} cannot be read from the origin ${location.origin}.`,
    };
  }
  return undefined;
}

/** The message of an error, which may be the browser's own, as a sentence. */
function sentenceOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return /[.!?]\s*$/.test(text) ? text.trimEnd() : `${text.trimEnd()}.`;
}
