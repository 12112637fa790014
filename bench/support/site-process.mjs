/**
 * The process behind `site.mjs`: the pages of the benches, Scudo's backend with SQLite, the sequential backend, and the
 * sandbox on a site of its own. It delays what the browser asks for, as a network would, and the ACS's method page.
 */
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { getRequestListener } from '@hono/node-server';
import { createSandbox } from '../../dist/sandbox.js';
import { createGateway, createMerchantBackend, createSqliteOrderStore } from '../../dist/server.js';
import { ORDER } from './samples.mjs';
import { sequentialBackend } from './sequential-backend.mjs';

const [shopPort, sandboxPort, data, peer] = process.argv.slice(2);
const shopUrl = `http://localhost:${shopPort}`;
const publicUrl = `${shopUrl}/scudo`;
const sandboxUrl = `http://127.0.0.1:${sandboxPort}`;
const TYPES = { '.html': 'text/html', '.js': 'text/javascript', '.json': 'application/json', '.css': 'text/css' };

/** Attributes with which the form is shown before its order is read. */
const EXPECTED = 'methods="card" amount="1999" currency="EUR"';

/** Milliseconds of a round trip between browser and servers, and until the ACS's method page answers. */
let roundTrip = 0;
let methodTime = 0;

/** A timer of no time would still take a millisecond. */
const halfRoundTrip = async () => {
  if (roundTrip > 0) await pause(roundTrip / 2);
};

const sandbox = createSandbox({ baseUrl: sandboxUrl });
const gateway = createGateway({ baseUrl: sandboxUrl, merchantId: 'scudo', accountId: 'internet', secret: 'secret' });
const backend = createMerchantBackend({
  publicUrl,
  gateway,
  store: createSqliteOrderStore({ path: join(data, 'orders.db') }),
  limits: { versionChecksPerClient: 0 },
});
const sequential = sequentialBackend(gateway, publicUrl);

/** Answers with the time that the work took, which the page reads from its resource timing. */
async function shop(request) {
  await halfRoundTrip();
  const begun = performance.now();
  const answer = await route(request);
  const response = new Response(answer.body, answer);
  response.headers.set('server-timing', `work;dur=${(performance.now() - begun).toFixed(2)}`);
  await halfRoundTrip();
  return response;
}

async function route(request) {
  const { pathname, searchParams } = new URL(request.url);
  if (pathname.startsWith('/scudo/')) return backend.fetch(request, { ip: '203.0.113.9' });
  if (pathname.startsWith('/sequential/'))
    return Response.json(await sequential[pathname.slice('/sequential/'.length)](await request.json()));
  if (pathname.startsWith('/peer/')) return peerFile(pathname.slice('/peer/'.length));
  const folder = /^\/(late|scudo|card-frame)\.js$|^\/form\.css$|^\/(data|locales)\//.test(pathname)
    ? 'dist'
    : 'bench/pages';
  const order = searchParams.get('order') ?? '';
  const form = pathname === '/served.html' ? await backend.checkoutHtml(order, { backend: '/scudo' }) : '';
  await pause(Number(searchParams.get('after') ?? 0));
  return file(join(folder, pathname), (text) =>
    text
      .replace('ORDER_ID', order)
      .replace('PREPARE', searchParams.get('prepare') ?? 'on-number')
      .replace('EXPECTED', searchParams.has('expected') ? EXPECTED : '')
      .replace('FORM', () => form),
  );
}

/** A file of the peer. What it would load from its own servers is empty. */
async function peerFile(name) {
  if (peer && /^[a-z]+\.(js|css)$/.test(name)) return file(join(peer, name));
  const empty = { html: ['', 'text/html'], svg: ['<svg xmlns="http://www.w3.org/2000/svg"/>', 'image/svg+xml'] };
  const [text, type] = empty[name.split('.').at(-1)] ?? ['{}', 'application/json'];
  return new Response(text, { headers: { 'content-type': type } });
}

async function file(path, edit) {
  const type = TYPES[extname(path)] ?? 'application/octet-stream';
  const content = await readFile(path).catch(() => undefined);
  if (content === undefined) return new Response('', { status: 404 });
  return new Response(edit && type === 'text/html' ? edit(content.toString()) : content, {
    headers: { 'content-type': type },
  });
}

/** The gateway's calls are not delayed. The method page answers after the method time; `Infinity` is never. */
async function issuer(request) {
  const { pathname } = new URL(request.url);
  if (!pathname.startsWith('/acs/')) return sandbox.fetch(request);
  if (pathname === '/acs/method/profile') await waitFor(methodTime, request.signal);
  await halfRoundTrip();
  const response = await sandbox.fetch(request);
  await halfRoundTrip();
  return response;
}

function waitFor(ms, signal) {
  if (ms !== Infinity) return pause(ms);
  return new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
}

const listen = (answer, port) =>
  new Promise((resolve) => createServer(getRequestListener(answer)).listen(Number(port), '127.0.0.1', resolve));
await Promise.all([listen(shop, shopPort), listen(issuer, sandboxPort)]);

process.on('message', async ({ id, network, order }) => {
  if (network) [roundTrip, methodTime] = [network.roundTrip, network.methodTime ?? Infinity];
  const answer = order ? (await backend.orders.create(ORDER)).id : undefined;
  process.send({ id, answer });
});
process.on('disconnect', () => process.exit());
process.send({ id: 0 });
