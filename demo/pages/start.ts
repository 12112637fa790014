/**
 * Starts a page of the demo without a server as soon as the service worker answers for the shop. The build of that demo
 * (scripts/demo-static.mjs) puts this script in place of the page's own, whose address is in `data-page`.
 */
const { src, dataset } = document.currentScript as HTMLScriptElement;
const page = new URL(dataset['page'] ?? '', document.baseURI).href;

// Absent in pages that came by http from another machine, and in private windows of some browsers.
const workers = navigator.serviceWorker as ServiceWorkerContainer | undefined;

if (!workers) {
  show('This demo needs a service worker. Open it by https or on localhost, in a window that is not private.');
} else if (workers.controller) {
  void import(/* @vite-ignore */ page);
} else {
  start(workers).catch((error: unknown) => show(`The demo did not start: ${String(error)}`));
}

/** The page itself may come from the worker, so it is loaded again with it. */
async function start(container: ServiceWorkerContainer): Promise<void> {
  const known = await container.getRegistration(src);
  if (known?.active) {
    const reload = document.createElement('button');
    reload.type = 'button';
    reload.textContent = 'Reload';
    reload.addEventListener('click', () => location.reload());
    return show('The browser has loaded this page without the demo’s shop, as it does for a forced reload.', reload);
  }
  show('The demo’s shop starts in your browser…');
  container.addEventListener('controllerchange', () => location.reload(), { once: true });
  await container.register(new URL('worker.js', src));
}

function show(...content: (string | Node)[]): void {
  const note = document.createElement('p');
  note.setAttribute('role', 'status');
  note.append(...content);
  document.body.prepend(note);
}

export {};
