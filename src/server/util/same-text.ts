import { createHash, timingSafeEqual } from 'node:crypto';

/** Compares secret texts in constant time. */
export function isSameText(one: string, other: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(one), digest(other));
}
