/**
 * The demo without a server: a service worker answers for the shop, its backend, the gateway and the bank. All other
 * files come from the static host. CONTRIBUTING.md (The demo without a server) describes the folder that
 * scripts/demo-static.mjs builds.
 */
import { openParts, type Parts } from './parts.js';

declare const self: ServiceWorkerGlobalScope;

/** Address of the folder, with a slash at its end. */
const { scope } = self.registration;

/** Beginnings of the paths that the worker answers, and the part that has each. */
const ROUTES: readonly (readonly [path: RegExp, part: keyof Parts])[] = [
  [/^scudo\//, 'backend'],
  [/^reserving\//, 'reserving'],
  [/^sandbox(\/|$)/, 'sandbox'],
  [/^(shop\/|still-bank(\/|$)|(minimal|isolated|orders)\.html$)/, 'shop'],
];

/** The browser stops an idle worker. The next request starts it again, with what the database has. */
let opened: Promise<Parts> | undefined;
const parts = () => (opened ??= openParts(scope));

self.addEventListener('install', () => void self.skipWaiting());
// The page waits for this before it starts (demo/pages/start.ts).
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

self.addEventListener('fetch', (event) => {
  const { request } = event;
  if (!request.url.startsWith(scope)) return;
  const path = new URL(request.url).pathname.slice(new URL(scope).pathname.length);
  const [, name] = ROUTES.find(([beginning]) => beginning.test(path)) ?? [];
  if (name === undefined) return;
  event.respondWith(answer(request, name));
  event.waitUntil(parts().then(({ doDueWork }) => doDueWork()));
});

async function answer(request: Request, name: keyof Parts): Promise<Response> {
  const part = (await parts())[name];
  return (await part(await copyOf(request))) ?? new Response(null, { status: 404 });
}

/** A request that is no navigation, because one of those cannot be copied with another body. */
async function copyOf(request: Request): Promise<Request> {
  const { url, method, headers, signal } = request;
  const body = method === 'GET' || method === 'HEAD' ? null : await request.arrayBuffer();
  return new Request(url, { method, headers, signal, body });
}
