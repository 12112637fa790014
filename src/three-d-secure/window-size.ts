import type { ChallengeWindowSize } from '../protocol/three-d-secure/three-d-secure-values.js';

/** Width and height in pixels. */
export interface PixelSize {
  readonly width: number;
  readonly height: number;
}

/** The sizes of EMV 3-D Secure, width by height, largest first (docs/reference/browser-lessons.md#window-sizes). */
const WINDOWS: readonly (readonly [size: ChallengeWindowSize, pixels: PixelSize])[] = [
  ['WINDOWED_500X600', { width: 500, height: 600 }],
  ['WINDOWED_600X400', { width: 600, height: 400 }],
  ['WINDOWED_390X400', { width: 390, height: 400 }],
  ['WINDOWED_250X400', { width: 250, height: 400 }],
];

/** Returns the largest size that fits the available space, or full screen if not even the smallest fits. */
export function windowSizeFor(space: PixelSize): ChallengeWindowSize {
  return WINDOWS.find(([, { width, height }]) => width <= space.width && height <= space.height)?.[0] ?? 'FULL_SCREEN';
}

/** Returns the dimensions of a size; undefined for full screen. */
export function pixelsOf(size: ChallengeWindowSize): PixelSize | undefined {
  return WINDOWS.find(([name]) => name === size)?.[1];
}
