import type * as frameModule from './frames.js';

type Frames = typeof frameModule;

let frames: Promise<Frames> | undefined;

/**
 * Loads the steps of 3-D Secure that are part of late.js (docs/decisions/0014-late-code.md), once. After a failure the
 * next call tries again.
 */
export function loadFrames(): Promise<Frames> {
  frames ??= import('./frames.js').catch((error: unknown) => {
    frames = undefined;
    throw error;
  });
  return frames;
}
