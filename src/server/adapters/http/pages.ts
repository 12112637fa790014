import { html, raw } from 'hono/html';
import type { FrameMessage } from '../../../protocol/three-d-secure/frame-messages.js';
import { hexOf } from '../../../protocol/values/securehash.js';
import { isLoopbackAddress } from '../../../protocol/values/web-address.js';
import { Problem } from '../../domain/problems/problem.js';
import { notificationText } from './notification-texts.js';
import { frameScript, notificationScript } from './page-scripts.js';

/**
 * The pages that the backend serves into frames. Each has a strict policy of its own, so that the
 * checkout page needs none for them; none has an inline script, and every value is escaped.
 */
const COMMON = "default-src 'none'; script-src 'self'; base-uri 'none'; require-trusted-types-for 'script'";

interface NotificationPageOptions {
  readonly publicUrl: string;
  /** The shop's page with the order of the path; absent without an order. */
  readonly returnPage: string | undefined;
  /** Origins of pages that reach this backend through the proxy of a dev server, beside its own. */
  readonly proxies: readonly string[];
  readonly acceptLanguage: string | undefined;
}

/**
 * Notifies parent frames. `frame-ancestors` is left open: an ACS may sit between. At the top level the page has a link
 * to the shop's page, which its script removes in a frame.
 */
export function notificationPage(
  message: FrameMessage,
  { publicUrl, returnPage, proxies, acceptLanguage }: NotificationPageOptions,
): Response {
  const { language, direction, sentence, link } = notificationText(acceptLanguage);
  const page = html`<!doctype html>
    <html lang="${language}" dir="${direction}">
      <head>
        <meta charset="utf-8" />
        <meta name="color-scheme" content="light dark" />
        <meta name="viewport" content="width=device-width" />
        <title>${link}</title>
        <script
          src="${publicUrl}/notification.js"
          data-message="${JSON.stringify(message)}"
          data-proxies="${JSON.stringify(proxies)}"
          defer
        ></script>
      </head>
      <body>
        <p>${sentence}</p>
        ${returnPage === undefined ? '' : html`<p><a href="${returnPage}" target="_top">${link}</a></p>`}
      </body>
    </html>`;
  const response = htmlResponse(page, 200, `${COMMON}; form-action 'none'; frame-src 'none'`);
  // The address has the id of the order.
  response.headers.set('referrer-policy', 'no-referrer');
  return response;
}

/** Origins of the pages that may have a frame of the backend. A browser checks each page around it. */
export interface FrameAncestors {
  readonly pages: readonly string[];
  /** Other sites, whose pages show a checkout page in a frame. */
  readonly embedders: readonly string[];
}

/**
 * Frame page: embeddable by the shop's pages only; may embed any ACS. Its script has a relative address, because the
 * page may come through the proxy of a dev server.
 */
export function framePage({ publicUrl, pages, embedders }: FrameAncestors & { readonly publicUrl: string }): Response {
  const loopback = !publicUrl.startsWith('http:')
    ? ''
    : isLoopbackAddress(publicUrl)
      ? ' http://localhost:* http://*.localhost:* http://127.0.0.1:*'
      : ' http:';
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="color-scheme" content="light dark" />
        <title>Bank</title>
        <script src="frame.js" data-origins="${JSON.stringify(pages)}" defer></script>
      </head>
      <body></body>
    </html>`;
  return htmlResponse(
    page,
    200,
    `${COMMON}; frame-src https:${loopback}; form-action https:${loopback}; frame-ancestors ${[...pages, ...embedders].join(' ')}`,
    'private, max-age=600',
  );
}

/**
 * Page of the frame with the isolated card fields: embeddable by the shop's pages only, and loads only its own script
 * and styles. It has the fields as HTML, in the language and the arrangement that its address names.
 * @throws {Problem} internal-error, when the script cannot be read
 */
export async function fieldsPage(
  { pages, embedders }: FrameAncestors,
  script: () => Promise<string>,
  query: Readonly<Record<string, string>>,
): Promise<Response> {
  const { cardFieldsCss, cardFieldsHtml } = await import('../../../html/card-fields-html.js');
  const version = await versionOf(await readScript(script));
  const styles = `fields.css?v=${await versionOf(cardFieldsCss)}`;
  const { language, direction, title, element } = await cardFieldsHtml(query, styles);
  const page = html`<!doctype html>
    <html lang="${language}" dir="${direction}">
      <head>
        <meta charset="utf-8" />
        <meta name="color-scheme" content="light dark" />
        <meta name="viewport" content="width=device-width" />
        <title>${title}</title>
        <link rel="stylesheet" href="${styles}" />
        <script type="module" src="fields.js?v=${version}"></script>
      </head>
      <body data-origins="${JSON.stringify(pages)}">
        ${raw(element)}
      </body>
    </html>`;
  const policy = `${COMMON}; style-src 'self'; connect-src 'self'; form-action 'none'; trusted-types lit-html; frame-ancestors ${[...pages, ...embedders].join(' ')}`;
  const response = htmlResponse(page, 200, policy);
  // A process of its own, also beside pages of the same site, so that no page can measure the time that the fields
  // take.
  response.headers.set('origin-agent-cluster', '?1');
  // A checkout page with Cross-Origin-Embedder-Policy embeds only documents with these two headers.
  response.headers.set('cross-origin-embedder-policy', 'require-corp');
  response.headers.set('cross-origin-resource-policy', 'cross-origin');
  return response;
}

/**
 * The script of that page.
 * @throws {Problem} internal-error, when it cannot be read
 */
export async function fieldsScriptFile(script: () => Promise<string>): Promise<Response> {
  return textFile(await readScript(script), 'javascript');
}

/** The styles of that page. */
export async function fieldsStylesFile(): Promise<Response> {
  const { cardFieldsCss } = await import('../../../html/card-fields-html.js');
  return textFile(cardFieldsCss, 'css');
}

/** @throws {Problem} internal-error */
function readScript(read: () => Promise<string>): Promise<string> {
  return read().catch((cause: unknown) => {
    const why = 'fields.js of the package could not be read. Set the option fieldsScript (docs/isolated-fields.md).';
    throw new Problem('internal-error', [], { cause: new Error(why, { cause }) });
  });
}

/**
 * The beginning of a file's hash. Another version has another address, so that no cache has the file of an earlier one.
 */
async function versionOf(text: string): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return hexOf(new Uint8Array(hash, 0, 8));
}

export const frameScriptFile = () => textFile(frameScript, 'javascript');

export const notificationScriptFile = () => textFile(notificationScript, 'javascript');

function htmlResponse(body: ReturnType<typeof html>, status: number, policy: string, cache = 'no-store'): Response {
  return new Response(body as string, {
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policy,
      'cache-control': cache,
      'referrer-policy': 'strict-origin',
      'x-content-type-options': 'nosniff',
    },
  });
}

function textFile(body: string, type: 'javascript' | 'css'): Response {
  return new Response(body, {
    headers: {
      'content-type': `text/${type}; charset=utf-8`,
      'cache-control': 'public, max-age=600',
      'x-content-type-options': 'nosniff',
    },
  });
}
