import type { ReactiveControllerHost } from 'lit';
import type { BackendFault } from '../../payment/backend-client/backend-error.js';
import type { Clock } from '../../payment/clock.js';
import { warnDeveloper } from './console-line.js';
import { SET_UP_MISTAKES, type SetUpMistakeCode } from './set-up-mistakes.js';

/** The part of an element that its set-up is about. */
interface CheckedElement extends HTMLElement, Pick<ReactiveControllerHost, 'addController'> {
  readonly backend: string;
  readonly order: string;
  readonly adapter?: unknown;
  readonly clock: Clock;
}

/** A language that could not be loaded. */
interface FailedLanguage {
  readonly language: string;
  readonly error: unknown;
}

/** A file of icons, addresses or phone numbers that could not be loaded. */
interface FailedData {
  readonly dataError: unknown;
}

interface Mistake {
  readonly code: SetUpMistakeCode;
  /** The mistake, which may have texts of the backend. */
  readonly what: string;
  /** The subject, such as an attribute: a mistake is written once for each. Default: the backend. */
  readonly subject?: string;
  /** Text of this file, which is written as it is. */
  readonly more?: string;
}

/** Milliseconds. An app may set the properties some time after it has inserted the element. */
const PATIENCE = 3_000;

/** The form checks `layout` and `labels` itself, because both may change while it is shown (arrangement.ts). */
const ATTRIBUTE_VALUES: Readonly<Record<string, readonly string[]>> = {
  fields: ['inline', 'isolated'],
  prepare: ['on-number', 'on-pay'],
  challenge: ['dialog', 'inline'],
};

/** The languages of the package, which are in another file of the build. */
export const KNOWN_LANGUAGES =
  'ar bg ca cs da de el en en-US es es-419 et fa fi fil fr fr-CA he hi hr hu id is it ja ko lt lv ms nb nl pl pt pt-BR ro ru sk sl sr-Latn sv th tr uk vi zh-Hans zh-Hant';
/** Other tags that are resolved to one of these. */
const OTHER_LANGUAGES = 'no nn iw in tl sr zh';
const primary = (tag: string) => tag.toLowerCase().split(/[-_]/)[0] ?? '';
const PRIMARY = new Set(`${KNOWN_LANGUAGES} ${OTHER_LANGUAGES}`.split(' ').map(primary));

const reported = new WeakMap<HTMLElement, Set<string>>();

/** Writes a mistake, once for each element and subject. */
function write(host: CheckedElement, { code, what, subject = host.backend, more = '' }: Mistake): void {
  const key = `${code} ${subject}`;
  const keys = reported.get(host) ?? new Set();
  reported.set(host, keys);
  if (keys.has(key)) return;
  keys.add(key);
  warnDeveloper(`${withoutCards(what)}${more} ${SET_UP_MISTAKES[code].fix} (docs/troubleshooting.md#${code})`);
}

/** The most characters of a text from outside. */
const MAX_LENGTH = 300;

/** A text without control characters and without what can be a card number: a backend may repeat what it received. */
function withoutCards(text: string): string {
  const plain = text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ');
  const masked = plain.replaceAll(/\p{Nd}(?:[\s\p{Pd}]*\p{Nd}){11,}/gu, '[digits removed]');
  return masked.length > MAX_LENGTH ? `${masked.slice(0, MAX_LENGTH - 1)}…` : masked;
}

/**
 * Checks the attributes of an element: unknown values at once, and a missing backend or order when it is still missing
 * after some seconds.
 */
function checkSetUp(host: CheckedElement): void {
  const name = `<${host.localName}>`;
  for (const [attribute, values] of Object.entries(ATTRIBUTE_VALUES)) {
    const value = host.getAttribute(attribute);
    if (value === null || values.includes(value)) continue;
    const what = `${name} has ${attribute}="${value}", which is none of its values: ${values.join(', ')}.`;
    write(host, { code: 'unknown-value', what, subject: `${attribute} ${value}` });
  }
  if (mistakesOf(host).length === 0) return;
  const cancel = host.clock.after(PATIENCE, () => {
    for (const mistake of mistakesOf(host)) write(host, mistake);
  });
  host.addController({ hostDisconnected: cancel });
}

/** The attributes that are missing, and a language without texts. */
function mistakesOf(host: CheckedElement): Mistake[] {
  const { localName, lang, backend, order, adapter } = host;
  const name = `<${localName}>`;
  const { language } = host as unknown as { readonly language?: { readonly tag: string } };
  const mistakes: Mistake[] = [];
  if (lang !== '' && !PRIMARY.has(primary(lang)) && primary(language?.tag ?? 'en') !== primary(lang)) {
    const what = `${name} has lang="${lang}", and there are no texts for it.`;
    const more = ` The languages are ${KNOWN_LANGUAGES.replaceAll(' ', ', ')}.`;
    mistakes.push({ code: 'unknown-language', what, subject: lang, more });
  }
  if (backend === '' && adapter === undefined) {
    mistakes.push({ code: 'no-backend', what: `${name} has no attribute backend.` });
  } else if (backend !== '' && originOf(backend) === undefined) {
    mistakes.push({ code: 'no-backend', what: `${name} has backend="${backend}", which is not an address.` });
  }
  if (order === '') mistakes.push({ code: 'no-order', what: `${name} has no attribute order.` });
  return mistakes;
}

/** The origin of a backend; undefined for text that is not an address. */
function originOf(backend: string): string | undefined {
  try {
    return new URL(backend, document.baseURI).origin;
  } catch {
    return undefined;
  }
}

/**
 * Writes the reason of a failed call, or of a language or data file that did not load, if it is a mistake of the set-up. Checks whether
 * form posts reach the backend of a client. Without a failure, checks the attributes of the element.
 * @param fetch sends the form post
 */
export function explain(element: HTMLElement, failure: unknown, fetch: typeof globalThis.fetch): void {
  // The element in the frame of isolated card fields has no attributes.
  if (!('backend' in element)) return;
  const host = element as CheckedElement;
  if (failure === undefined) return checkSetUp(host);
  if (typeof failure !== 'object' || failure === null) return;
  if ('language' in failure) {
    const { language, error } = failure as FailedLanguage;
    const what = `The language ${language} did not load: ${textOf(error)}`;
    return write(host, { code: 'language-not-loaded', what, subject: language });
  }
  if ('dataError' in failure) {
    const what = `A data file did not load: ${textOf((failure as FailedData).dataError)}`;
    return write(host, { code: 'data-not-loaded', what, subject: what });
  }
  if ('framePage' in failure) return void checkFormPosts(host, String(failure.framePage), fetch);
  if (!('fault' in failure)) return;
  const { fault, message, cause } = failure as { fault: BackendFault; message: string; cause?: unknown };
  const mistake = mistakeOf(host, fault, message, cause);
  if (mistake) write(host, mistake);
}

/**
 * Posts a form to the backend, as an ACS does. A framework may refuse forms before the handler, and the payment then waits
 * for a notification that never comes.
 */
async function checkFormPosts(host: CheckedElement, framePage: string, fetch: typeof globalThis.fetch): Promise<void> {
  const address = new URL('notifications/method', framePage);
  if (address.origin !== location.origin) return;
  const response = await fetch(address, { method: 'POST', body: new URLSearchParams({ probe: '1' }) }).catch(
    () => undefined,
  );
  if (!response || response.status === 204 || response.status >= 500 || isRefusalPage(response)) return;
  const what = `The backend answered a form post to ${address.pathname} with HTTP ${response.status}.`;
  write(host, { code: 'form-posts-refused', what });
}

/** The answer of a backend that reads forms and does not know this one (docs/openapi.yaml, methodNotification). */
function isRefusalPage({ status, headers }: Response): boolean {
  return status === 400 && /^text\/html\b/i.test(headers.get('content-type') ?? '');
}

function mistakeOf(host: CheckedElement, fault: BackendFault, message: string, cause: unknown): Mistake | undefined {
  const { backend, order } = host;
  switch (fault.kind) {
    case 'malformed':
      return { code: 'bad-answer', what: `The backend at ${backend} sent an answer with another form. ${message}.` };
    case 'unanswered':
      return unansweredMistake(backend, fault.status, cause);
    case 'problem':
      break;
  }
  switch (fault.code) {
    case 'order-not-found':
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
        }
      );
    }
    case 'origin-refused':
    case 'not-found':
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

function textOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
