import { playwright } from '@vitest/browser-playwright';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { launchOptions } from './scripts/browser.mjs';
import { mountedBackend } from './test/browser/mounted-backend.js';

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'node',
          environment: 'node',
          include: ['test/*.test.ts', 'test/{protocol,payment,server,sandbox,demo}/**/*.test.ts'],
        },
      },
      {
        plugins: [mountedBackend()],
        resolve: {
          alias: {
            // @open-wc/testing wants Web Test Runner's commands and its own chai: Vitest has both.
            '@web/test-runner-commands': path('test/browser/no-commands.ts'),
            '@esm-bundle/chai': path('test/browser/chai.ts'),
          },
        },
        optimizeDeps: { include: ['@open-wc/testing', 'axe-core', 'fast-check', 'lit', 'zod/mini'] },
        test: {
          name: 'browser',
          include: ['test/{elements,three-d-secure}/**/*.test.ts'],
          setupFiles: ['test/browser/setup.ts'],
          globalSetup: ['test/browser/second-site.ts'],
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({ launchOptions: await launchOptions() }),
            instances: [{ browser: 'chromium' }],
          },
        },
      },
    ],
  },
});
