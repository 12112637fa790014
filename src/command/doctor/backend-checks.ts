import { randomUUID } from 'node:crypto';
import { encodeBase64url } from '../../protocol/values/base64url.js';
import { isLoopbackAddress } from '../../protocol/values/web-address.js';
import type { Answer } from '../client/answer.js';
import type { TestedBackend } from '../client/tested-backend.js';
import { outsideText } from '../outside-text.js';
import { findingOf, shortAnswerOf, type SetUpFault, type DoctorFinding } from './finding.js';

/** An id that no order has. */
const NO_ORDER = 'doctor-no-such-order';

/** Headers that a page sends. */
const PAGE_HEADERS = ['content-type', 'idempotency-key'];

/** Checks of the backend from outside, which need no order. */
export async function backendFindings(backend: TestedBackend, page: string): Promise<readonly DoctorFinding[]> {
  const transaction = randomUUID();
  const threeDSMethodData = encodeBase64url(JSON.stringify({ threeDSServerTransID: transaction }));
  const notification = () => backend.call('notifications/method', { form: { threeDSMethodData } });
  const frame = () => backend.call('frame');
  const findings = [
    await findingOf('tls', 'The address is https, or on this machine', () => Promise.resolve(tlsFault(backend.url))),
    await findingOf('mount', 'The handler answers below the address', async () =>
      mountFault(await backend.call(`orders/${NO_ORDER}`), backend.url),
    ),
  ];
  // Without the handler, every further check fails for the same reason.
  if (findings.some(({ fault }) => fault)) return findings;
  const formPosts = await findingOf('form-posts', 'Form posts of the bank reach the handler', async () => {
    const answer = await notification();
    return answer.status === 200 && answer.text.includes(transaction) ? undefined : readBeforeFault(answer);
  });
  return [
    ...findings,
    await findingOf('json-posts', 'JSON posts reach the handler unread', async () => {
      const json = { number: '4222000006285344' };
      const answer = await backend.call(`orders/${NO_ORDER}/protocol-versions`, { json });
      return problemCode(answer) === 'order-not-found' ? undefined : readBeforeFault(answer);
    }),
    formPosts,
    // A post that does not reach the handler has no page.
    ...(formPosts.fault
      ? []
      : [
          await findingOf('public-url', 'The pages load their scripts from the address of the backend', async () =>
            publicUrlFault(await notification(), backend.url),
          ),
        ]),
    await findingOf('scripts', 'The scripts of the pages are served as JavaScript', async () => {
      const answers = [await backend.call('frame.js'), await backend.call('notification.js')];
      const wrong = answers.find(({ status, headers }) => status !== 200 || !typeOf(headers).includes('javascript'));
      return wrong && { what: shortAnswerOf(wrong), fix: 'Let the web server pass these paths on to the handler.' };
    }),
    await findingOf('page-origin', 'The origin of the page may call', async () => {
      const answer = await backend.call(`orders/${NO_ORDER}`, { headers: { origin: page } });
      if (problemCode(answer) !== 'origin-refused') return undefined;
      return { what: `Calls from ${page} are refused.`, fix: `Add '${page}' to the option pages.` };
    }),
    ...(page === new URL(backend.url).origin
      ? []
      : [
          await findingOf('cors', 'The page on another origin may read answers and send its headers', () =>
            corsFault(backend, page),
          ),
        ]),
    await findingOf('frame-policy', 'The frame page has its own policy, and the page may embed it', async () =>
      framePolicyFault(await frame(), page),
    ),
    await findingOf('notification-policy', 'Notification pages may be embedded by the bank’s page', async () =>
      embeddingFault(await notification()),
    ),
    await findingOf('caching', 'No cache keeps answers about payments', async () =>
      cachingFault(await backend.call(`orders/${NO_ORDER}`)),
    ),
  ];
}

function tlsFault(url: string): SetUpFault | undefined {
  if (url.startsWith('https:') || isLoopbackAddress(url)) return undefined;
  return { what: `${url} is not https.`, fix: 'Serve the backend with TLS, and set publicUrl to the https address.' };
}

function mountFault(answer: Answer, url: string): SetUpFault | undefined {
  const code = problemCode(answer);
  if (code === 'order-not-found') return undefined;
  const what = `${shortAnswerOf(answer)}.`;
  if (code === 'not-found') {
    const { detail = '' } = answer.json as { readonly detail?: unknown };
    return {
      what: `${what} ${outsideText(detail)}`,
      fix: `Mount the handler at the path of publicUrl, and set publicUrl to ${url}.`,
    };
  }
  if (answer.status >= 300 && answer.status < 400) {
    return { what, fix: 'Use the address to which it redirects: posts do not survive a redirect.' };
  }
  return { what, fix: `Let the web server pass ${url}/… on to the handler, with its whole path.` };
}

/** A page on another origin needs the headers of CORS, also on the answers to preflights. */
async function corsFault(backend: TestedBackend, page: string): Promise<SetUpFault | undefined> {
  const path = `orders/${NO_ORDER}`;
  const asked = { 'access-control-request-method': 'POST', 'access-control-request-headers': PAGE_HEADERS.join(',') };
  const preflight = await backend.call(`${path}/authentications`, {
    method: 'OPTIONS',
    headers: { origin: page, ...asked },
  });
  const fix = 'Let proxies pass OPTIONS on to the handler, keep its headers, and add none of CORS themselves.';
  const answer = await backend.call(path, { headers: { origin: page } });
  // The check of the page's origin reports it.
  if (problemCode(answer) === 'origin-refused') return undefined;
  for (const { call, headers } of [answer, preflight]) {
    const allowed = headers.get('access-control-allow-origin');
    if (allowed === page) continue;
    const value = allowed === null ? 'no Access-Control-Allow-Origin' : outsideText(allowed);
    return { what: `${call} is answered with ${value}, not ${page}.`, fix };
  }
  const named = (preflight.headers.get('access-control-allow-headers') ?? '')
    .toLowerCase()
    .split(',')
    .map((name) => name.trim());
  const missing = PAGE_HEADERS.filter((name) => !named.includes(name));
  if (preflight.status < 300 && missing.length === 0) return undefined;
  const header = missing.length === 0 ? '' : `, without ${missing.join(' and ')} in Access-Control-Allow-Headers`;
  return { what: `${preflight.call} is answered ${preflight.status}${header}.`, fix };
}

function readBeforeFault(answer: Answer): SetUpFault {
  const what = `${shortAnswerOf(answer)}.`;
  if (answer.text.includes('read before the handler')) {
    return {
      what,
      fix: 'Mount the handler before parsers of bodies, such as express.json() and express.urlencoded().',
    };
  }
  if (answer.status === 415) {
    return { what, fix: 'Let the framework pass bodies of all types on: a scope without parsers (docs/backend.md).' };
  }
  if (answer.status === 403) {
    return {
      what,
      fix: 'Exempt the path from CSRF protection and firewall rules: the bank’s page posts from its own site.',
    };
  }
  return { what, fix: 'Let web server and framework pass method, content type and body on unchanged.' };
}

function publicUrlFault(answer: Answer, url: string): SetUpFault | undefined {
  const [, source = ''] = /src="([^"]+)\/notification\.js/.exec(answer.text) ?? [];
  if (source === url) return undefined;
  const what = `The notification page loads its script from "${outsideText(source)}", and the backend is at ${url}.`;
  return { what, fix: `Set publicUrl to ${url}, or call doctor with the address that pages use.` };
}

function framePolicyFault(answer: Answer, page: string): SetUpFault | undefined {
  const policy = answer.headers.get('content-security-policy') ?? '';
  if (!policy.includes('frame-src https:')) {
    const what = policy === '' ? 'has no Content-Security-Policy' : `has the policy "${outsideText(policy)}"`;
    return { what: `The frame page ${what}.`, fix: 'Let the proxy keep the header of the handler below its path.' };
  }
  const [, ancestors = ''] = /frame-ancestors ([^;,]*)/.exec(policy) ?? [];
  if (!ancestors.split(' ').includes(page)) {
    return {
      what: `frame-ancestors has "${outsideText(ancestors)}", not ${page}.`,
      fix: `Add '${page}' to the option pages.`,
    };
  }
  return secondPolicyFault(answer);
}

function embeddingFault(answer: Answer): SetUpFault | undefined {
  const policy = answer.headers.get('content-security-policy') ?? '';
  if (!policy.includes('frame-ancestors')) return frameOptionsFault(answer) ?? secondPolicyFault(answer);
  const what = `The notification page has frame-ancestors: "${outsideText(policy)}".`;
  return {
    what,
    fix: 'Let the proxy keep the header of the handler: the bank’s page is around the notification page.',
  };
}

/**
 * A header that proxies and frameworks add to all pages. Browsers ignore it beside `frame-ancestors`, as the frame page
 * has it (docs/reference/browser-lessons.md#blocked-frames).
 */
function frameOptionsFault({ headers, call }: Answer): SetUpFault | undefined {
  const options = headers.get('x-frame-options');
  if (options === null) return undefined;
  return {
    what: `${call} has the header X-Frame-Options: ${outsideText(options)}, which blocks the page.`,
    fix: 'Remove the header below the path of the backend. Its pages have frame-ancestors where it is needed.',
  };
}

/** Another header of that kind. */
function secondPolicyFault({ headers, call }: Answer): SetUpFault | undefined {
  // Two headers are joined by a comma, and a browser obeys both.
  if (headers.get('content-security-policy')?.includes(',')) {
    const what = `${call} has a second Content-Security-Policy.`;
    return { what, fix: 'Let the proxy add no policy below the path of the backend.' };
  }
  return undefined;
}

function cachingFault({ headers, call }: Answer): SetUpFault | undefined {
  const control = headers.get('cache-control') ?? '';
  const age = headers.get('age');
  if (control.includes('no-store') && age === null) return undefined;
  const what =
    age === null ? `has Cache-Control "${outsideText(control)}"` : `came from a cache (Age: ${outsideText(age)})`;
  return {
    what: `${call} ${what}.`,
    fix: 'Let proxies and CDNs keep Cache-Control: no-store, and cache nothing below the path.',
  };
}

function problemCode({ json }: Answer): unknown {
  return typeof json === 'object' && json !== null ? (json as { readonly code?: unknown }).code : undefined;
}

const typeOf = (headers: Headers) => headers.get('content-type') ?? '';
