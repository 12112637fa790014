import { playwright } from '@vitest/browser-playwright';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import { launchOptions } from './scripts/browser.mjs';
import { mountedBackend } from './test/browser/mounted-backend.js';

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));

/**
 * The runner's limits. They only end a test that hangs: they are far above what any test needs on a machine whose cores
 * are busy, so that no result depends on its speed.
 */
const limits = {
  testTimeout: 30_000,
  hookTimeout: 60_000,
  expect: { poll: { timeout: 25_000 } },
} satisfies TestProjectInlineConfiguration['test'];

/** Tests of the React components with one version of React, in the part `frameworks` of `.ci/run`. */
const reactProject = async (version: '18' | '19'): Promise<TestProjectInlineConfiguration> => ({
  resolve: {
    alias: version === '18' ? [{ find: /^(react|react-dom)(?=\/|$)/, replacement: '$1-18' }] : [],
  },
  optimizeDeps: { include: ['react', 'react/jsx-runtime', 'react-dom/client', 'lit'] },
  // Each version has its own copy of prepared dependencies.
  cacheDir: `node_modules/.vite/react-${version}`,
  test: {
    ...limits,
    name: `react-${version}`,
    include: ['test/react/**/*.test.ts'],
    setupFiles: ['test/setup.ts'],
    globalSetup: ['test/react/server-html.ts'],
    browser: {
      enabled: true,
      headless: true,
      screenshotFailures: false,
      connectTimeout: 180_000,
      provider: playwright({ launchOptions: await launchOptions() }),
      instances: [{ browser: 'chromium' }],
    },
  },
});

/** Long tests, in the part `frameworks` of `.ci/run`. */
const LONG = ['test/**/*.more.test.ts'];

/** Tests in Node. */
function nodeProject(options: { readonly name: string; readonly include: string[]; readonly isolate: boolean }) {
  return {
    // The samples of docs/ and the pages of the demo import the package by its name.
    resolve: {
      alias: {
        'scudo-checkout/payment': path('src/payment.ts'),
        'scudo-checkout/server': path('src/server.ts'),
        'scudo-checkout/back-office': path('src/back-office.ts'),
        'scudo-checkout/store-conformance': path('src/store-conformance.ts'),
        'scudo-checkout/sandbox': path('src/sandbox.ts'),
        'scudo-checkout': path('src/index.ts'),
      },
    },
    test: { ...limits, ...options, environment: 'node' as const, exclude: LONG, setupFiles: ['test/setup.ts'] },
  };
}

export default defineConfig({
  test: {
    // Vitest's default leaves one core idle, which is half of a machine with two.
    maxWorkers: availableParallelism(),
    teardownTimeout: 60_000,
    projects: [
      nodeProject({
        name: 'node',
        include: [
          'test/*.test.ts',
          'test/{protocol,payment,html,server,sandbox,command,playwright,demo,fuzz}/**/*.test.ts',
        ],
        // Isolated files spend half of the CPU time on processes and imports. setup.ts restores replaced globals.
        isolate: false,
      }),
      // A world fails when anything reads the real time, also what another file of the process has left behind.
      nodeProject({ name: 'simulation', include: ['test/simulation/**/*.test.ts'], isolate: true }),
      {
        // They install the packed package, and compile for each framework.
        test: {
          ...limits,
          testTimeout: 120_000,
          hookTimeout: 180_000,
          name: 'more',
          environment: 'node',
          include: LONG,
          setupFiles: ['test/setup.ts'],
        },
      },
      await reactProject('18'),
      await reactProject('19'),
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
          ...limits,
          name: 'browser',
          include: ['test/{elements,three-d-secure}/**/*.test.ts'],
          setupFiles: ['test/setup.ts', 'test/browser/setup.ts'],
          globalSetup: ['test/browser/second-site.ts'],
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            // Time for a started browser to answer. Vitest's default is a minute.
            connectTimeout: 180_000,
            provider: playwright({ launchOptions: await launchOptions() }),
            instances: [{ browser: 'chromium' }],
          },
        },
      },
    ],
  },
});
