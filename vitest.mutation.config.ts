import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import config from './vitest.config.js';

const node = config.test?.projects?.find(
  (project) => typeof project === 'object' && 'test' in project && project.test.name === 'node',
);
if (typeof node !== 'object' || !('test' in node)) throw new Error('vitest.config.ts has no project "node".');

/**
 * The unit tests that `npm run mutation` repeats for each change. Stryker runs them in a worker thread, where
 * `process.umask()` cannot be set.
 */
export default defineConfig({
  ...node,
  root: fileURLToPath(new URL('.', import.meta.url)),
  test: {
    ...node.test,
    include: [process.env['SCUDO_MUTATION_TESTS'] ?? 'test/{protocol,payment,server}/**/*.test.ts'],
    exclude: ['test/**/*.more.test.ts', 'test/server/adapters/store/**'],
  },
});
