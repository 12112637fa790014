/**
 * Script of the two notification pages, to which the ACS sends the browser (3D Secure 2 Authentication Interface,
 * Events). The backend writes the message into an attribute. The script posts it to each window above, because an ACS
 * can have frames of its own, and only to windows of this origin, such as the frame page.
 */
const message: unknown = JSON.parse(document.currentScript?.dataset['message'] ?? 'null');

for (let current: Window = window; message && current !== current.parent; ) {
  current = current.parent;
  current.postMessage(message, location.origin);
}
