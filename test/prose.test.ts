import { Linter } from 'eslint';
import { describe, expect, it } from 'vitest';
import { createProse, documents, longLines, proseOf, textOfPage } from '../scripts/prose.mjs';
import prose from '../scripts/prose/eslint-plugin.mjs';

const IN_TESTS = { 'prose/comments': 'error', 'prose/test-titles': 'error' } as const;

function messagesOf(code: string, rules: Linter.RulesRecord = IN_TESTS): string[] {
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
    [`// ${'long '.repeat(24)}`, '1: A comment has at most 120 columns.'],
    ["it('is refused', () => {});", fragment('is')],
    ["it.each([1])('With %s it is refused', () => {});", fragment('With')],
    ["test.only('that is late is refused', () => {});", fragment('that')],
    ['test(`of ${1} is refused`, () => {});', fragment('of')],
    ["it('closed by the shopper', () => {});", fragment('closed by')],
    ["it('closed, it makes no calls', () => {});", fragment('closed,')],
    ["it('opens it again', () => {});", fragment('opens it')],
    ["it('helps', () => {});", fragment('helps')],
    ["it.each([1])('refuses %j', () => {});", fragment('refuses %j')],
    ['it(`${1}: the return message`, () => {});', fragment('${')],
  ])('the prose rules of ESLint report %j', (code, message) => {
    expect(messagesOf(code)).toEqual([message]);
  });

  it.each([
    '/** Returns the order. */',
    '// Waits for what the shopper typed.',
    '// What if the ACS does not answer? The table has a limit.',
    "it('returns 409 when the order is already paid', () => {});",
    "it('asks the shopper to tell the shop', () => {});",
    "it('a closed clock makes no calls', () => {});",
    'it(`an order with ${1} is pending`, () => {});',
    "it('issues a refund', () => {});",
    "describe('with a card', () => {});",
    "describe.each([1])('of %s', () => {});",
    "test.describe('when it is late', () => {});",
    "test.step('by the right code', () => {});",
  ])('the prose rules of ESLint accept %j', (code) => {
    expect(messagesOf(code)).toEqual([]);
  });
});

describe('the prose rule for titles of flows', () => {
  const rules: Linter.RulesRecord = { 'prose/test-titles': ['error', { subject: true }] };

  it('the prose rule for titles of flows reports a verb without a subject', () => {
    expect(messagesOf("test('leaves the page for another method', () => {});", rules)).toEqual([fragment('leaves')]);
  });

  it('the prose rule for titles of flows accepts a full statement', () => {
    expect(messagesOf("test('a redirect payment leaves the page', () => {});", rules)).toEqual([]);
  });
});

describe('the prose of documents, pages and sources', async () => {
  const check = await createProse();
  const LONG = `${'The page sends one more call to the backend '.repeat(4)}.`;

  it.each([
    ['# Title\n\nThe page is told, and goes\non.\n', ['told', 'goes']],
    [`A short line.\n\n${LONG}`, ['sentence length']],
    ['It pays, waits, asks, stops, retries, resumes, and ends.', ['comma']],
    [textOfPage('<p>The page\nis told.</p>\n<img alt="A silent page">\n<p>It mends.</p>'), ['told', 'silent', 'mends']],
    [proseOf('let a; // the page is told'), ['told']],
    [proseOf('/**\n * The payment goes\n * on afterwards.\n */'), ['goes']],
    [proseOf("throw new Error('The page is told nothing.');"), ['told']],
    [proseOf('const line = `${count} orders stay silent.`;'), ['silent']],
    [proseOf("it('mends the form at once', () => {});"), ['mends']],
    [proseOf('const page = <p>The page is told.</p>;', 'page.tsx'), ['told']],
  ])('the prose check reports %j', async (text, words) => {
    const messages = (await check(text)).map(({ message }) => message);
    expect(messages).toEqual(words.map((word) => expect.stringContaining(word) as string));
  });

  it.each([
    '`told` is a name.\n\n```js\ntold();\n```\n',
    textOfPage('<p class="silent" id="told">Paid</p><script>silent()</script>'),
    proseOf("const name = 'told'; const names = 'silent told';"),
    proseOf('/**\n * Returns the order.\n * @example\n * log(`told`); // nobody\n */'),
    proseOf(`/**\n${' * @param order the order of the shop, which it reads from the store\n'.repeat(4)} */`),
  ])('the prose check accepts %j', async (text) => {
    expect(await check(text)).toEqual([]);
  });

  it('the prose check names the line of a comment', async () => {
    expect(await check(proseOf('const a = 1;\n/**\n * Returns it.\n *\n * The page is told.\n */\n'))).toMatchObject([
      { line: 5 },
    ]);
  });

  it('the prose check reports lines of more than 120 characters, except in tables and code', () => {
    const long = `a ${'b'.repeat(119)}`;
    expect(longLines([long.slice(1), long, `- ${long}`, `| ${long} |`, '```js', long, '```', long].join('\n'))).toEqual(
      [2, 3, 8],
    );
  });

  it('the prose check reads the documents of all folders', () => {
    expect(documents()).toEqual(
      expect.arrayContaining(['README.md', 'CHANGELOG.md', 'docs/orders.md', 'docs/reference/gateway.md']),
    );
  });
});
