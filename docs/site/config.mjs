// The site of docs/. `npm run docs:serve` copies this file to `.vitepress/config.mjs` of a folder with the documents.
import { defineConfig } from 'vitepress';

const page = (text, name) => ({ text, link: `/docs/${name}` });

/** Each document of the README's list, by subject. test/docs-site.test.ts compares the two, without their order. */
export const SIDEBAR = [
  {
    text: 'Begin',
    items: [
      page('Quick start', 'quick-start'),
      page('Gateways and accounts', 'gateways'),
      page('Security', 'security'),
      page('Comparison', 'comparison'),
      page('Proof', 'proof'),
      page('Faults', 'faults'),
      page('Performance', 'performance'),
    ],
  },
  {
    text: 'The page',
    items: [
      page('Elements', 'element'),
      page('React', 'react'),
      page('Frameworks', 'frameworks'),
      page('Isolated card fields', 'isolated-fields'),
      page('Theming', 'theming'),
      page('Languages', 'languages'),
      page('Browsers', 'browsers'),
    ],
  },
  {
    text: 'The backend',
    items: [
      page('Backend', 'backend'),
      page('Orders and money', 'orders'),
      page('Capture, cancel, refund', 'capture-cancel-refund'),
      page('Notify your shop', 'shop-notifications'),
      page('Outcomes', 'outcomes'),
      page('Configuration', 'configuration'),
      page('Run as a service', 'serve'),
      page('In any language', 'backend-in-any-language'),
      page('Limits', 'limits'),
      page('Stored data', 'data'),
      page('Stores and scaling', 'scaling'),
    ],
  },
  {
    text: 'Run a shop',
    items: [
      page('Tests', 'testing'),
      page('Demo without a server', 'static-demo'),
      page('Going live', 'going-live'),
      page('Problems', 'problems'),
      page('Troubleshooting', 'troubleshooting'),
      page('Upgrade policy', 'upgrades'),
      { text: 'Changelog', link: '/CHANGELOG' },
    ],
  },
  {
    text: 'Reference',
    items: [
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
