// The site of docs/. `npm run docs:serve` copies this file to `.vitepress/config.mjs` of a folder with the documents.
import { defineConfig } from 'vitepress';

const page = (text, name) => ({ text, link: `/docs/${name}` });

/** Each document of the README's list, by subject. test/docs-site.test.ts compares the two, without their order. */
export const SIDEBAR = [
  {
    text: 'Start',
    items: [
      page('Quick start', 'quick-start'),
      page('Gateways and accounts', 'gateways'),
      page('Security', 'security'),
      page('Comparison', 'comparison'),
    ],
  },
  {
    text: 'Build',
    items: [
      page('Elements', 'element'),
      page('Frameworks', 'frameworks'),
      page('Isolated card fields', 'isolated-fields'),
      page('Theming', 'theming'),
      page('Languages', 'languages'),
      page('Backend', 'backend'),
      page('Run as a service', 'serve'),
      page('Tests', 'testing'),
    ],
  },
  {
    text: 'Operate',
    items: [
      page('Orders and money', 'orders'),
      page('Capture, cancel, refund', 'capture-cancel-refund'),
      page('Going live', 'going-live'),
      page('When the gateway is down', 'gateway-down'),
      page('Stores and scaling', 'scaling'),
      page('Limits', 'limits'),
      page('Stored data', 'data'),
      page('Troubleshooting', 'troubleshooting'),
    ],
  },
  {
    text: 'Reference',
    items: [
      page('Configuration', 'configuration'),
      page('In any language', 'backend-in-any-language'),
      page('Metrics and traces', 'monitoring'),
      page('Outcomes', 'outcomes'),
      page('Problems', 'problems'),
      page('Browsers', 'browsers'),
      page('Proof', 'proof'),
      page('Faults', 'faults'),
      page('Performance', 'performance'),
      { text: 'Changelog', link: '/CHANGELOG' },
      page('Elements', 'reference/elements'),
      { text: 'Page and backend entries', link: '/api/' },
      page('Gateway', 'reference/gateway'),
      page('Browser lessons', 'reference/browser-lessons'),
      page('Life of a payment', 'life-of-a-payment'),
      page('Decisions', 'decisions/README'),
    ],
  },
];

export default defineConfig({
  title: 'Scudo',
  description: 'Checkout element with EMV 3-D Secure 2, redirect payment methods, and a backend handler',
  // Below any path of any host.
  base: process.env.DOCS_BASE ?? '/',
  cleanUrls: true,
  outDir: '../site',
  rewrites: { 'README.md': 'index.md' },
  ignoreDeadLinks: 'localhostLinks',
  themeConfig: {
    sidebar: SIDEBAR,
    outline: [2, 3],
    search: { provider: 'local' },
    docFooter: { prev: 'Previous', next: 'Next' },
  },
});
