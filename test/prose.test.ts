import { Linter } from 'eslint';
import { describe, expect, it } from 'vitest';
import { documents, proseProblems } from '../scripts/prose.mjs';
import prose from '../scripts/prose/eslint-plugin.mjs';

function messagesOf(code: string): string[] {
  const rules = { 'prose/comments': 'error', 'prose/test-titles': 'error' } as const;
  return new Linter().verify(code, { plugins: { prose }, rules }).map(({ line, message }) => `${line}: ${message}`);
}

const fragment = (word: string) => `1: A title that starts with “${word}” needs the group around it: name the subject.`;

describe('the prose rules of ESLint', () => {
  it.each([
    ['/** What the shopper typed. */', '1: Start with a verb or a noun, not with “What”.'],
    ['/**\n * Whether it is valid.\n */', '1: Start with a verb or a noun, not with “Whether”.'],
    ['// Where the frame is.', '1: Start with a verb or a noun, not with “Where”.'],
    ['/** Which browser the tests use. */', '1: Start with a verb or a noun, not with “Which”.'],
    ['/** That of the payment. */', '1: Start with a verb or a noun, not with “That”.'],
    ['// Tells the page.', '1: “Tells”: reports, returns, distinguishes.'],
    ['/** Returns what the page hears. */', '1: “hears”: receives, listens to.'],
    ['// The process forgets it.', '1: “forgets”: deletes, drops.'],
    ['let a; // the page is told', '1: “told”: reported, emitted, shown, received.'],
    ['/**\n * The payment goes\n * on afterwards.\n */', '1: “goes on”: continues, resumes.'],
    ["it('mends the form', () => {});", '1: “mends”: fix.'],
    ["test.describe('what became of it', () => {});", '1: “became of”: the result of, the state of.'],
    ["it.each([1])('stays silent', () => {});", '1: “silent”: without an answer, times out.'],
    ['test(`answers ${1} oftener`, () => {});', '1: “oftener”: at most every …, minimum interval.'],
    ["it('is refused', () => {});", fragment('is')],
    ["it.each([1])('With %s it is refused', () => {});", fragment('With')],
    ["test.only('that is late is refused', () => {});", fragment('that')],
    ['test(`of ${1} is refused`, () => {});', fragment('of')],
  ])('the prose rules of ESLint report %j', (code, message) => {
    expect(messagesOf(code)).toEqual([message]);
  });

  it.each([
    '/** Returns the order. */',
    '// Waits for what the shopper typed.',
    '// What if the ACS does not answer? The table has a limit.',
    "it('returns 409 when the order is already paid', () => {});",
    "it('asks the shopper to tell the shop', () => {});",
    "it('issues a refund', () => {});",
    "describe('with a card', () => {});",
    "describe.each([1])('of %s', () => {});",
    "test.describe('when it is late', () => {});",
    "test.step('by the right code', () => {});",
    "say('nobody');",
    "const text = 'nobody is told';",
  ])('the prose rules of ESLint accept %j', (code) => {
    expect(messagesOf(code)).toEqual([]);
  });
});

describe('the prose check of documents', () => {
  it('reports line and word, across line breaks', () => {
    expect(proseProblems('# Title\n\nThe page is told, and goes\non.\n')).toMatchObject([
      { line: 3, word: 'told' },
      { line: 3, word: 'goes\non' },
    ]);
  });

  it('ignores code', () => {
    expect(proseProblems('`told` is a name.\n\n```js\ntold();\n```\n')).toEqual([]);
  });

  it('reads the documents of all folders', () => {
    expect(documents()).toEqual(
      expect.arrayContaining(['README.md', 'CHANGELOG.md', 'docs/orders.md', 'docs/reference/gateway.md']),
    );
  });
});
