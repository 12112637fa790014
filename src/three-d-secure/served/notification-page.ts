/**
 * Script of the two notification pages, to which the ACS sends the browser (3D Secure 2 Authentication Interface,
 * Events). The backend writes the message into an attribute. The script posts it to each window above, because an ACS
 * can have frames of its own, and only to windows of this origin, such as the frame page. On a developer's machine that
 * may come through a proxy, at the origin of a checkout page.
 */
const { message = 'null', proxies = '[]' } = document.currentScript?.dataset ?? {};
const receivers = [location.origin, ...(JSON.parse(proxies) as string[])];

if (window !== parent) document.querySelector('a')?.remove();

for (let current: Window = window; current !== current.parent; ) {
  current = current.parent;
  for (const origin of new Set(receivers)) current.postMessage(JSON.parse(message), origin);
}
