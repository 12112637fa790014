/**
 * Script of the two notification pages, to which the ACS sends the browser (3D Secure 2 Authentication Interface,
 * Events). The backend writes the message into an attribute. The script posts it to each window above, because an ACS
 * can have frames of its own, and only to windows of this origin, such as the frame page. On a developer's machine that
 * may come through a proxy, at the origin of a checkout page.
 */
const { message = 'null', proxies = '[]' } = document.currentScript?.dataset ?? {};
const others = JSON.parse(proxies) as string[];
// A page in a sandbox cannot recognize the windows of its server.
const receivers = window.origin === 'null' ? [location.origin, ...others] : others;

if (window !== parent) document.querySelector('a')?.remove();

/** Returns true for a window of this origin. The browser reports a message to another origin on the console. */
function isOwn(window: Window): boolean {
  try {
    return window.location.origin === location.origin;
  } catch {
    return false;
  }
}

for (let current: Window = window; current !== current.parent; ) {
  current = current.parent;
  const origins = isOwn(current) ? [location.origin] : new Set(receivers);
  for (const origin of origins) current.postMessage(JSON.parse(message), origin);
}
