/**
 * The script of the two notification pages, to which the ACS sends the browser (spec: Events). The
 * backend has put the message into its attribute. It goes to every window above, as an ACS may
 * have frames of its own, and only to those of this very origin: the frame page is one.
 */
const message: unknown = JSON.parse(document.currentScript?.dataset['message'] ?? 'null');

for (let current: Window = window; message && current !== current.parent; ) {
  current = current.parent;
  current.postMessage(message, location.origin);
}
