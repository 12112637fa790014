import type * as checkModule from './answer-checks.js';

type Checks = typeof checkModule;

let checks: Checks | undefined;
let hasFailed = false;

/** Returns the checks of answers, which are part of late.js, or undefined when they have not been loaded. */
export function loadedChecks(): Checks | undefined {
  return checks;
}

/** Loads the checks of answers. After a failure the next call tries again. */
export async function loadChecks(): Promise<Checks> {
  try {
    checks ??= await import('./answer-checks.js');
    hasFailed = false;
    return checks;
  } catch (error) {
    hasFailed = true;
    throw error;
  }
}

/** True when the checks could not be loaded. Some browsers then load them only with another page. */
export function areChecksMissing(): boolean {
  return hasFailed;
}
