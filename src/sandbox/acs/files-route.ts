import { Hono } from 'hono';
import { acsScript } from './page-scripts.js';
import { acsStyles } from './acs.styles.js';

/**
 * Serves the script and the style sheet of the pages. They are files because the pages' CSP allows nothing inline.
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
  route.get('/acs/acs.js', file(acsScript, 'text/javascript')).get('/acs/acs.css', file(acsStyles, 'text/css'));
  return route;
}
