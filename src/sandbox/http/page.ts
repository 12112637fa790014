import { html } from 'hono/html';
import type { Settings } from '../core/settings.js';

/** Escaped markup, as `hono/html` makes it. */
export type Markup = ReturnType<typeof html>;

export interface Page {
  readonly title: string;
  /** Class of the body, which the style sheet uses. */
  readonly layout: string;
  readonly body: Markup;
  /** Path of the icon; absent for pages in frames, which show none. */
  readonly icon?: string;
  readonly status?: number;
  /** The merchant's address that a form of this page posts to. */
  readonly posts?: string;
  /** True when that address redirects the shopper, maybe to a page of another site of the merchant. */
  readonly redirects?: boolean;
}

/** Browsers apply `form-action` to redirects as well. */
const ANY_SITE = 'https: http://localhost:* http://*.localhost:* http://127.0.0.1:*';

/**
 * Makes a page. Its CSP allows files of the own host only, no inline script or style, and forms to itself and to the
 * one merchant. Every site may frame it, because every merchant does.
 */
export async function pageResponse(
  { title, layout, body, icon, status = 200, posts, redirects = false }: Page,
  settings: Settings,
): Promise<Response> {
  const page = await html`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>${title}</title>
    ${icon === undefined ? '' : html`<link rel="icon" type="image/svg+xml" href="${settings.local(icon)}">`}
    <link rel="stylesheet" href="${settings.local('/acs/acs.css')}">
    <script src="${settings.local('/acs/acs.js')}" defer></script>
  </head>
  <body class="${layout}">
${body}
  </body>
</html>
`;
  const insecure = settings.allowInsecure ? settings.merchantHosts.map((host) => ` http://${host}:*`).join('') : '';
  const targets = posts !== undefined && (redirects ? `${ANY_SITE}${insecure}` : new URL(posts).origin);
  const formAction = targets ? `'self' ${targets}` : "'self'";
  return new Response(String(page), {
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': [
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        ...(icon === undefined ? [] : ["img-src 'self'"]),
        `form-action ${formAction}`,
        "base-uri 'none'",
        "require-trusted-types-for 'script'",
      ].join('; '),
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    },
  });
}
