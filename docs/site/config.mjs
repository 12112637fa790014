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

// Below any path of any host.
const base = process.env.DOCS_BASE ?? '/';

/** The color of the mark, and lighter ones for dark pages. */
const COLORS = `
  :root { --vp-c-brand-1: #5b3fd6; --vp-c-brand-2: #6d53dd; --vp-c-brand-3: #5b3fd6; --vp-c-brand-soft: #5b3fd61f }
  .dark { --vp-c-brand-1: #b3a4f5; --vp-c-brand-2: #9e8bf0; --vp-c-brand-3: #6d53dd; --vp-c-brand-soft: #b3a4f529 }`;

export default defineConfig({
  title: 'Scudo',
  description: 'Checkout element with EMV 3-D Secure 2, redirect payment methods, and a backend handler',
  base,
  head: [
    ['link', { rel: 'icon', type: 'image/svg+xml', href: `${base}demo/favicon.svg` }],
    ['style', {}, COLORS],
  ],
  cleanUrls: true,
  outDir: '../site',
  rewrites: { 'README.md': 'index.md' },
  ignoreDeadLinks: 'localhostLinks',
  themeConfig: {
    logo: '/demo/favicon.svg',
    sidebar: SIDEBAR,
    outline: [2, 3],
    search: { provider: 'local' },
    docFooter: { prev: 'Previous', next: 'Next' },
  },
});
