import { fixtureCleanup } from '@open-wc/testing';
import { afterEach } from 'vitest';
import { loadLateParts } from '../../src/elements/late/load-late-parts.js';
import { loadChecks } from '../../src/payment/backend-client/late-checks.js';
import { loadTasks } from '../../src/payment/checkout/late-tasks.js';

// Code that is loaded late is there at once. The flow e2e/late-code.spec.ts loads it.
await Promise.all([loadChecks(), loadLateParts(), loadTasks()]);

afterEach(() => {
  fixtureCleanup();
  // A test may end during a challenge, which the tab remembers.
  for (const key of Object.keys(sessionStorage)) if (key.startsWith('scudo-')) sessionStorage.removeItem(key);
});
