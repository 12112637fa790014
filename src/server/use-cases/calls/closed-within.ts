import type { Uses } from '../../ports/ports.js';

/**
 * Pauses until the time is over or something new arrives, and returns true as soon as the backend begins to close.
 * @param ms milliseconds
 */
export async function isClosedWithin(
  { pause, closing }: Uses<'closing' | 'pause'>,
  ms: number,
  news?: { arrived(): Promise<unknown> },
): Promise<boolean> {
  if (closing.aborted) return true;
  let wake: () => void = () => undefined;
  const closed = new Promise<void>((resolve) => (wake = resolve));
  closing.addEventListener('abort', wake, { once: true });
  await Promise.race([pause(ms), closed, ...(news ? [news.arrived()] : [])]);
  closing.removeEventListener('abort', wake);
  return closing.aborted;
}
