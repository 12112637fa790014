/** The least scale at which a stage is made to fit the height of the window. */
const LEAST_SCALE = 0.75;

/** The least height of a device, so that a dialog fits. */
const LEAST_HEIGHT = 640;

/**
 * Makes a frame as high as its content, and scales it so that it fits its place: to the width always, to the height as
 * far as texts stay readable.
 *
 * @param place The element around the device. It scrolls when the device is larger.
 * @param width The width in CSS pixels of the page in the frame; 0 for the available width.
 */
export function fitDevice(place: HTMLElement, frame: HTMLIFrameElement, width: number): void {
  const page = frame.contentDocument;
  const device = frame.parentElement!;
  if (!page?.body) return;
  const available = place.clientWidth;
  const toWidth = width ? Math.min(1, available / width) : 1;
  frame.style.inlineSize = `${width || available}px`;
  const height = Math.max(page.body.scrollHeight, LEAST_HEIGHT);
  // On a phone the page of the studio scrolls, and the place has the height of the device.
  const isFixed = place.ownerDocument.defaultView!.matchMedia('(width >= 48rem)').matches;
  const toHeight = isFixed ? Math.min(1, Math.max(LEAST_SCALE, place.clientHeight / height)) : 1;
  const scale = Math.min(toWidth, toHeight);
  const inner = width || available / scale;
  frame.style.inlineSize = `${inner}px`;
  frame.style.blockSize = `${height}px`;
  frame.style.transform = scale === 1 ? '' : `scale(${scale})`;
  device.style.inlineSize = `${inner * scale}px`;
  device.style.blockSize = `${height * scale}px`;
}
