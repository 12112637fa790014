import { defineConfig } from 'vitest/config';

/** The rules of the adapter contract against backends that run as servers (`npm test -- conformance`). */
export default defineConfig({
  test: {
    name: 'conformance',
    environment: 'node',
    include: ['test/conformance/**/*.test.ts'],
    setupFiles: ['test/setup.ts'],
    // They only end a test that hangs.
    testTimeout: 100_000,
    hookTimeout: 60_000,
    teardownTimeout: 30_000,
  },
});
