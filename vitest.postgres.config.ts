import { defineConfig } from 'vitest/config';

/** Tests that need a PostgreSQL server, processes of their own, or another runtime (`npm test -- stores`). */
export default defineConfig({
  test: {
    name: 'stores',
    environment: 'node',
    include: ['test/integration/**/*.test.ts'],
    setupFiles: ['test/setup.ts'],
    // Each file starts processes: two files at a time are enough for two cores.
    maxWorkers: 2,
    // They only end a test that hangs.
    testTimeout: 280_000,
    hookTimeout: 120_000,
    teardownTimeout: 60_000,
  },
});
