import { expectHeader, expectProblem, expectStatus, expectThat } from '../bench/violation.js';
import { TEST_NUMBERS } from '../steps/card-steps.js';
import { expectPage, scriptAttribute } from '../steps/page-checks.js';
import type { Rule } from '../bench/rule.js';

const SEE = 'docs/backend-in-any-language.md#pages-and-scripts';

/** Rules of the pages in frames; the last one looks at the answers of all rules. */
export const PAGE_RULES: readonly Rule[] = [
  {
    id: 'page.frame',
    title: 'The frame page has a strict policy, names the shop’s pages, and may be embedded by them only',
    see: SEE,
    async check({ backend, page }) {
      const answer = await backend.call('frame');
      expectStatus(answer, 200);
      const policy = expectPage(answer);
      const ancestors = directive(policy, 'frame-ancestors');
      expectThat(ancestors.includes(page) && !ancestors.includes('*'), `frame-ancestors with ${page}`, policy);
      for (const name of ['frame-src', 'form-action']) {
        expectThat(directive(policy, name).includes('https:'), `${name} https:, because any ACS may come`, policy);
      }
      expectThat(policy.includes("require-trusted-types-for 'script'"), "require-trusted-types-for 'script'", policy);
      expectHeader(answer, 'referrer-policy', /^strict-origin$/);
      const origins = scriptAttribute(answer.text, 'frame.js', 'data-origins') ?? '';
      expectThat(origins.includes(JSON.stringify(page)), `a script frame.js with ${page} in data-origins`, answer.text);
    },
  },
  {
    id: 'page.scripts',
    title: 'frame.js and notification.js are served as JavaScript, with the messages of the package’s scripts',
    see: SEE,
    async check({ backend }) {
      for (const [path, message] of [
        ['frame.js', 'frame-ready'],
        ['notification.js', 'postMessage'],
      ] as const) {
        const answer = await backend.call(path);
        expectStatus(answer, 200);
        expectHeader(answer, 'content-type', /^(text|application)\/javascript\b/);
        expectHeader(answer, 'x-content-type-options', /^nosniff$/);
        expectThat(answer.text.includes(message), `the script ${path} of the package`, answer.text.slice(0, 200));
      }
    },
  },
  {
    id: 'page.fields',
    title: 'The frame of isolated card fields, where there is one, may be embedded by the shop’s pages only',
    see: SEE,
    async check({ backend, page }) {
      const answer = await backend.call('fields');
      if (answer.status === 404) return expectProblem(answer, 'not-found');
      expectStatus(answer, 200);
      const policy = expectPage(answer);
      const ancestors = directive(policy, 'frame-ancestors');
      expectThat(ancestors.includes(page) && !ancestors.includes('*'), `frame-ancestors with ${page}`, policy);
      expectThat(directive(policy, 'connect-src').join() === "'self'", "connect-src 'self'", policy);
      expectHeader(await backend.call('fields.js'), 'content-type', /^(text|application)\/javascript\b/);
    },
  },
  {
    id: 'data.no-card',
    title: 'No answer of all these calls contains a card number',
    see: 'docs/backend-in-any-language.md#card-data',
    check({ backend }) {
      expectThat(backend.texts.length > 0, 'answers of other rules', 'none');
      for (const number of Object.values(TEST_NUMBERS)) {
        const text = backend.texts.find((one) => one.replaceAll(/[\s-]/g, '').includes(number));
        expectThat(text === undefined, 'no card number', text?.slice(0, 300));
      }
      return Promise.resolve();
    },
  },
];

/** Values of a directive of a policy. */
function directive(policy: string, name: string): readonly string[] {
  const found = policy.split(';').map((one) => one.trim().split(/\s+/));
  return found.find(([first]) => first === name)?.slice(1) ?? [];
}
