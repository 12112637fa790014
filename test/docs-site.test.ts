import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { documentedEntries } from '../scripts/documented-entries.mjs';
import { elementReference } from '../scripts/element-reference.mjs';
import { DOCUMENTS } from '../src/elements/developer/documents.js';

/** Names of documents, such as `orders` or `reference/gateway`, that a text links by a pattern. */
const linked = (file: string, pattern: RegExp) =>
  Array.from(readFileSync(file, 'utf8').matchAll(pattern), ([, name = '']) => name).sort();

/** The page for readers of the code, which the README names below its lists. */
const CODE = 'life-of-a-payment';

it('the list of the README and the menu of the site name each document once', () => {
  const documents = readdirSync('docs').flatMap((name) => (name.endsWith('.md') ? [name.slice(0, -3)] : []));
  const inReadme = linked('README.md', /^\| \[[^\]]+\]\(docs\/([\w-]+)\.md\)/gm);
  const inMenu = linked('docs/site/config.mjs', /page\('[^']+', '([\w-]+)'\)/g);
  expect(inMenu).toEqual(documents.sort());
  expect(inReadme).toEqual(documents.filter((name) => name !== CODE));
});

it('README and menu have the same four parts, with at most 20 documents outside the reference', () => {
  const partsOf = (file: string, heading: RegExp, link: RegExp) =>
    readFileSync(file, 'utf8')
      .split(heading)
      .slice(1)
      .map((part) =>
        Array.from(part.matchAll(link), ([, name = '']) => name)
          .filter((name) => name !== CODE)
          .sort(),
      );
  const inReadme = partsOf('README.md', /^### /m, /^\| \[[^\]]+\]\(docs\/([\w-]+)\.md\)/gm);
  expect(inReadme).toHaveLength(4);
  expect(partsOf('docs/site/config.mjs', /^    items: /m, /page\('[^']+', '([\w-]+)'\)/g)).toEqual(inReadme);
  expect(inReadme.slice(0, 3).flat().length).toBeLessThanOrEqual(20);
});

it('the reference of the site has each entry of the package that has exports', () => {
  const { exports } = JSON.parse(readFileSync('package.json', 'utf8')) as {
    exports: Parameters<typeof documentedEntries>[0];
  };
  const names = readdirSync('src').flatMap((name) => (name.endsWith('.ts') ? [name.slice(0, -3)] : []));
  // Scripts and files that the build makes for the browser and for the command line.
  const entries = names.filter((name) => !['command', 'fields', 'late'].includes(name));
  expect(documentedEntries(exports).sort()).toEqual(entries.map((name) => `./dist/${name}.d.ts`).sort());
});

it('links of console lines begin with the documents below the homepage of the package', () => {
  const { homepage } = JSON.parse(readFileSync('package.json', 'utf8')) as { homepage: string };
  expect(DOCUMENTS).toBe(new URL('docs/', homepage).href);
});

it('the element reference shows attributes, defaults, methods and events', () => {
  const text = elementReference({
    modules: [
      {
        declarations: [
          {
            tagName: 'scudo-sample',
            description: 'A sample.\n\n@example <scudo-sample>',
            attributes: [{ name: 'accept-pending', fieldName: 'acceptPending' }],
            members: [
              { kind: 'field', name: 'acceptPending', type: { text: "'a' | 'b' | undefined" }, default: "'a'" },
              { kind: 'field', name: 'secret', privacy: 'private' },
              { kind: 'method', name: 'pay', return: { type: { text: 'Promise<void>' } }, description: 'Pays.' },
            ],
            events: [{ name: 'scudo-outcome', type: { text: 'ScudoOutcomeEvent' }, description: 'Fires.' }],
          },
        ],
      },
    ],
  });
  expect(text).toContain("| `acceptPending` | `accept-pending` | `'a' \\| 'b'` | `'a'` |");
  expect(text).toContain('| `pay()` | `Promise<void>` | Pays. |');
  expect(text).toContain('| `scudo-outcome` | `ScudoOutcomeEvent` | Fires. |');
  expect(text).not.toContain('secret');
  expect(text).not.toContain('@example');
});
