import { expect, it } from 'vitest';
import type * as lateFrames from '../../src/three-d-secure/late-frames.js';

it('the steps of 3-D Secure are there once they are loaded, and not before', async () => {
  // Another address is another module, which has loaded nothing yet.
  const address = new URL('../../src/three-d-secure/late-frames.ts?unloaded', import.meta.url).href;
  const { loadedFrames, loadFrames } = (await import(/* @vite-ignore */ address)) as typeof lateFrames;
  expect(loadedFrames()).toBeUndefined();
  const frames = await loadFrames();
  expect(frames.collectBrowserData).toBeTypeOf('function');
  expect(loadedFrames()).toBe(frames);
});
