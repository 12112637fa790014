import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { TestProject } from 'vitest/node';

/**
 * A scripted ACS on a site of its own (127.0.0.1, while the tests run on localhost), for the tests
 * of the frames. The path selects its behaviour, the query is where it sends the browser, and it returns
 * the posts that it received.
 */
export default async function secondSite(project: TestProject): Promise<() => void> {
  const posts: { path: string; fields: Record<string, string> }[] = [];
  const server = createServer((request, response) => {
    void (async () => {
      const address = new URL(request.url ?? '/', 'http://127.0.0.1');
      response.setHeader('access-control-allow-origin', '*');
      if (address.pathname === '/posts') {
        response.end(JSON.stringify(posts));
        return;
      }
      let body = '';
      for await (const chunk of request) body += String(chunk);
      const fields = Object.fromEntries(new URLSearchParams(body));
      posts.push({ path: address.pathname, fields });
      response.setHeader('content-type', 'text/html');
      response.end(page(address.pathname.split('/')[1] ?? '', address.searchParams, fields));
    })();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  project.provide('acs', `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  return () => {
    server.closeAllConnections();
    server.close();
  };
}

/** The parts of the query that are not fields of the form. */
const SETTINGS = ['to', 'method', 'enctype', 'target', 'size'];

function page(behaviour: string, query: URLSearchParams, posted: Record<string, string>): string {
  const answer = Object.fromEntries([...query].filter(([name]) => !SETTINGS.includes(name)));
  // The merchant's session data come back, unless the query names others.
  const inputs = Object.entries({
    ...(posted['threeDSSessionData'] ? { threeDSSessionData: posted['threeDSSessionData'] } : {}),
    ...answer,
  })
    .map(([name, value]) => `<input name="${name}" value="${value}">`)
    .join('');
  const { method = 'post', enctype = '', target = '', size = '0' } = Object.fromEntries(query);
  const filling = size === '0' ? '' : `<input name="filling" value="${'A'.repeat(Number(size))}">`;
  const form = `<form method="${method}" enctype="${enctype}" target="${target}" action="${query.get('to') ?? ''}">${inputs}${filling}</form>`;
  switch (behaviour) {
    case 'notify':
      return `${form}<script>document.forms[0].submit()</script>`;
    case 'nested':
      // An ACS with a frame of its own, in which it ends.
      return `<iframe name="inner"></iframe>${form.replace('<form', '<form target="inner"')}<script>document.forms[0].submit()</script>`;
    case 'go':
      // An ACS that sends the browser on without a form.
      return `<script>location.href = ${JSON.stringify(query.get('to') ?? '')}</script>`;
    case 'abilities':
      // Tries what needs a click, or is not allowed at all.
      return `<script>
        let asked = 'none';
        try { asked = String(confirm('x')); } catch { asked = 'error'; }
        let moved = 'top';
        try { top.location.href = '/moved'; } catch { moved = 'refused'; }
        fetch('/note', { method: 'POST', body: new URLSearchParams({ asked, moved }) });
      </script>`;
    case 'forge':
      return `<script>for (let w = window; w !== w.parent;) { w = w.parent; w.postMessage(JSON.parse(decodeURIComponent('${encodeURIComponent(query.get('message') ?? '{}')}')), '*'); }</script>`;
    default:
      return '<p>Nothing more will happen.</p>';
  }
}

declare module 'vitest' {
  interface ProvidedContext {
    acs: string;
  }
}
