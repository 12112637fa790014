import type * as frameModule from './frames.js';

type Frames = typeof frameModule;

let frames: Frames | undefined;

/** Returns the steps of 3-D Secure that are part of late.js, or undefined when they have not been loaded. */
export function loadedFrames(): Frames | undefined {
  return frames;
}

/**
 * Loads the steps of 3-D Secure that are part of late.js (docs/decisions/0032-card-form-in-the-first-file.md). After a
 * failure the next call tries again.
 */
export async function loadFrames(): Promise<Frames> {
  frames ??= await import('./frames.js');
  return frames;
}
