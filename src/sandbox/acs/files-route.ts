import { Hono } from 'hono';
import { acsScript } from './page-scripts.js';
import { acsStyles } from './acs.styles.js';

/** The icon of the sandbox's pages: a shield in the colour of the ACS pages. */
const FAVICON = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">
<rect width="32" height="32" rx="8" fill="#0b4f8a"/>
<path d="M16 6 7.5 9v7c0 5 3.4 8.3 8.5 10.2 5.1-1.9 8.5-5.2 8.5-10.2V9Z" fill="#ffffff"/>
</svg>
`;

/**
 * Serves the script, the style sheet and the icon of the pages. They are files because the pages' CSP allows nothing
 * inline.
 */
export function acsFilesRoute(): Hono {
  const file = (text: string, type: string) => () =>
    new Response(text, {
      headers: {
        'content-type': `${type}; charset=utf-8`,
        'cache-control': 'no-cache',
        'x-content-type-options': 'nosniff',
      },
    });
  const route = new Hono();
  route
    .get('/acs/acs.js', file(acsScript, 'text/javascript'))
    .get('/acs/acs.css', file(acsStyles, 'text/css'))
    .get('/acs/favicon.svg', file(FAVICON, 'image/svg+xml'));
  return route;
}
