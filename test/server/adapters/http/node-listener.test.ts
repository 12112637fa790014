import { once } from 'node:events';
import { createServer, request as send, type IncomingMessage, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import type { ProblemReport } from '../../../../src/server.js';
import { nodeListener, type NodeConnection } from '../../../../src/server/adapters/http/node-listener.js';
import { shop } from '../../scripted-gateway.js';

let stop = () => Promise.resolve();
afterEach(() => stop());

/** Serves a listener on a free port, and returns its origin. */
async function served(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  stop = async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  };
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Serves an answer that a test chooses. */
const answering = (answer: (request: Request, connection: NodeConnection) => Promise<Response> | Response) =>
  served(nodeListener(async (request, connection) => answer(request, connection), 'https://shop.example'));

/** A shop with the order A1, and the problems that it reports. */
async function reportingShop() {
  const problems: ProblemReport[] = [];
  const place = shop({ onProblem: (problem) => void problems.push(problem) });
  await place.order({ id: 'A1' });
  return { listener: place.backend.listener, problems };
}

const json = (body: string): RequestInit => ({ method: 'POST', headers: { 'content-type': 'application/json' }, body });
const form = (): RequestInit => ({ method: 'POST', body: new URLSearchParams({ cres: 'x' }) });

/** Listeners that call another one as frameworks do. */
const FRAMEWORKS: Readonly<Record<string, (listener: RequestListener) => RequestListener>> = {
  'node:http': (listener) => listener,
  'a framework that removes the mount path and keeps originalUrl': (listener) => (request, response) => {
    Object.assign(request, { originalUrl: request.url });
    request.url = request.url?.replace('/scudo', '') ?? '/';
    listener(request, response);
  },
  'a framework that works before the handler': (listener) => (request, response) => {
    setImmediate(() => listener(request, response));
  },
};

describe.each(Object.entries(FRAMEWORKS))('the listener in %s', (_name, framework) => {
  it('the listener answers calls of a page and form posts', async () => {
    const { listener } = await reportingShop();
    const origin = await served(framework(listener));
    const order = await fetch(`${origin}/scudo/orders/A1`);
    expect(await order.json()).toMatchObject({ id: 'A1', state: 'open' });
    const number = JSON.stringify({ number: '4222000006285344' });
    const check = await fetch(`${origin}/scudo/orders/A1/protocol-versions`, json(number));
    expect([check.status, await check.json()]).toMatchObject([200, { enrolled: true }]);
    const notification = await fetch(`${origin}/scudo/notifications/challenge`, form());
    expect(notification.headers.get('content-type')).toMatch('text/html');
  });
});

describe('the limit of a body', () => {
  it('the listener answers 413 for a declared length above the limit, and closes the connection', async () => {
    const { listener } = await reportingShop();
    const origin = await served(listener);
    const response = await fetch(`${origin}/scudo/orders/A1/protocol-versions`, json('x'.repeat(70_000)));
    expect([response.status, response.headers.get('connection')]).toEqual([413, 'close']);
    expect(await response.json()).toMatchObject({ code: 'too-large' });
  });

  it('the listener reads no more than the limit of a body without a length', async () => {
    const { listener } = await reportingShop();
    const outgoing = send(`${await served(listener)}/scudo/orders/A1/protocol-versions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
    });
    const answered = once(outgoing, 'response') as Promise<[IncomingMessage]>;
    // The body has no end.
    outgoing.write('x'.repeat(70_000));
    const [response] = await answered;
    expect([response.statusCode, response.headers.connection]).toEqual([413, 'close']);
    outgoing.destroy();
  });
});

describe('a body that the server has read', () => {
  const cause = /read before the handler: mount the handler before parsers of bodies, such as express\.json\(\)/;

  it('the listener names it, with what to do', async () => {
    const { listener, problems } = await reportingShop();
    const origin = await served((request, response) => {
      request.resume().once('end', () => listener(request, response));
    });
    for (const [path, init] of [
      ['orders/A1/protocol-versions', json('{}')],
      ['status', form()],
    ] as const) {
      const response = await fetch(`${origin}/scudo/${path}`, init);
      expect(response.status).toBe(400);
      expect(JSON.stringify(await response.json())).toMatch(cause);
    }
    // A notification wakes the checkout page, which needs none of its fields.
    const notification = await fetch(`${origin}/scudo/notifications/challenge`, form());
    expect(notification.status).toBe(200);
    expect(problems.map(({ code }) => code)).toEqual(Array(3).fill('invalid-request'));
    for (const problem of problems) expect(String(problem.cause)).toMatch(cause);
    expect((await fetch(`${origin}/scudo/orders/A1`)).status).toBe(200);
  });

  it('fetch names it, with what to do', async () => {
    const { backend } = shop();
    const request = new Request('https://shop.example/scudo/status', form());
    await request.formData();
    const response = await backend.fetch(request, { ip: '203.0.113.7' });
    expect(response.status).toBe(400);
    expect(JSON.stringify(await response.json())).toMatch(cause);
  });
});

it('a request without the mount path is answered 404 with the reason', async () => {
  const { backend } = shop();
  const response = await backend.fetch(new Request('https://shop.example/orders/A1'));
  expect(response.status).toBe(404);
  expect(((await response.json()) as { detail: string }).detail).toMatch(
    /^The call came to \/orders\/A1; publicUrl says \/scudo: .* or mount backend\.listener\.$/,
  );
});

it('the listener passes the address of the client on', async () => {
  const origin = await answering((_request, { ip }) => Response.json({ ip }));
  expect(await (await fetch(origin)).json()).toEqual({ ip: '127.0.0.1' });
});

it('the listener aborts the signal of the request when the client leaves, and not after an answer', async () => {
  const signals: AbortSignal[] = [];
  const origin = await answering(({ signal, url }) => {
    signals.push(signal);
    if (url.endsWith('/answered')) return new Response('done');
    return new Promise((resolve) => {
      signal.addEventListener('abort', () => resolve(new Response('late')));
    });
  });
  await (await fetch(`${origin}/answered`)).text();
  const outgoing = send(`${origin}/waiting`).on('error', () => undefined);
  outgoing.end();
  await expect.poll(() => signals.length).toBe(2);
  outgoing.destroy();
  await expect.poll(() => signals.map(({ aborted }) => aborted)).toEqual([false, true]);
});

it('the listener sends several cookies, each in a header of its own', async () => {
  const origin = await answering(() => {
    const headers = new Headers({ 'x-one': '1' });
    for (const cookie of ['a=1; Path=/', 'b=2; Expires=Wed, 21 Oct 2026 07:28:00 GMT']) {
      headers.append('set-cookie', cookie);
    }
    return new Response('ok', { status: 201, headers });
  });
  const response = await fetch(origin);
  expect(response.status).toBe(201);
  expect(response.headers.getSetCookie()).toEqual(['a=1; Path=/', 'b=2; Expires=Wed, 21 Oct 2026 07:28:00 GMT']);
});

it('the listener sends no body to HEAD, and keeps method, path, query and headers of a request', async () => {
  const seen: unknown[] = [];
  const origin = await answering(({ method, url, headers }) => {
    seen.push([method, url, headers.get('x-one')]);
    return new Response('body');
  });
  const response = await fetch(`${origin}/scudo//a?b=c&d`, { method: 'HEAD', headers: { 'x-one': '1' } });
  expect([response.status, await response.text()]).toEqual([200, '']);
  expect(seen).toEqual([['HEAD', 'https://shop.example/scudo//a?b=c&d', '1']]);
});

it('the listener answers 400 for a method without a web request, and 500 for an answer that fails', async () => {
  const origin = await answering(() => Promise.reject(new Error('wrong')));
  const outgoing = send(origin, { method: 'TRACE' });
  outgoing.end();
  const [refused] = (await once(outgoing, 'response')) as [IncomingMessage];
  refused.resume();
  expect(refused.statusCode).toBe(400);
  expect((await fetch(origin)).status).toBe(500);
});

it('the listener streams an answer, and ends the connection of one that breaks off', async () => {
  const origin = await answering(
    () =>
      new Response(
        new ReadableStream({
          start(controller) {
            controller.enqueue(new TextEncoder().encode('half'));
          },
          pull: (controller) => controller.error(new Error('broken')),
        }),
      ),
  );
  await expect(fetch(origin).then((response) => response.text())).rejects.toThrow();
});
