/** The least and the greatest height of a device, in CSS pixels. */
const LEAST_HEIGHT = 640;
const GREATEST_HEIGHT = 1024;

/**
 * Gives a frame the size of a device. The page in it scrolls, as on a device. A device that is wider than its place is
 * scaled.
 *
 * @param place The element around the device.
 * @param width The width in CSS pixels of the page in the frame; 0 for the available width.
 */
export function fitDevice(place: HTMLElement, frame: HTMLIFrameElement, width: number): void {
  const page = frame.contentDocument;
  const device = frame.parentElement!;
  if (!page?.body) return;
  const available = place.clientWidth;
  const inner = width || available;
  const scale = Math.min(1, available / inner);
  // In one column the place is as high as the device, and the device as high as its content.
  const isColumn = !window.matchMedia('(width >= 48rem)').matches;
  const height = isColumn
    ? Math.max(page.body.scrollHeight, LEAST_HEIGHT)
    : Math.min(place.clientHeight / scale, width ? GREATEST_HEIGHT : Infinity);
  frame.style.inlineSize = `${inner}px`;
  frame.style.blockSize = `${height}px`;
  frame.style.transform = scale === 1 ? '' : `scale(${scale})`;
  device.style.inlineSize = `${inner * scale}px`;
  device.style.blockSize = `${height * scale}px`;
}

/** The padding of the page, in CSS pixels. */
const PAGE_PADDING = 16;

/** Marks a device whose page continues below the frame. */
export function markMore(frame: HTMLIFrameElement): void {
  const page = frame.contentDocument?.scrollingElement;
  if (!page) return;
  const below = page.scrollHeight - page.scrollTop - page.clientHeight;
  frame.parentElement!.toggleAttribute('data-more', below > PAGE_PADDING);
}
