import type * as checkModule from './answer-checks.js';

type Checks = typeof checkModule;

let checks: Checks | undefined;

/** Returns the checks of answers, which are part of late.js, or undefined when they have not been loaded. */
export function loadedChecks(): Checks | undefined {
  return checks;
}

/** Loads the checks of answers. After a failure the next call tries again. */
export async function loadChecks(): Promise<Checks> {
  checks ??= await import('./answer-checks.js');
  return checks;
}
