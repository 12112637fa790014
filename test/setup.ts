import fc from 'fast-check';
import { afterAll, vi } from 'vitest';
import { loadChecks } from '../src/payment/backend-client/late-checks.js';
import { loadTasks } from '../src/payment/checkout/late-tasks.js';

// Code that is loaded late is there at once.
await Promise.all([loadChecks(), loadTasks()]);

/** The seed of every property test: a run repeats the last one, and a failure can be repeated on another machine. */
fc.configureGlobal({ seed: 20_261_121 });

// Files of the node project share one process for each worker: no file leaves a replaced global behind.
afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});
