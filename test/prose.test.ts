import { Linter } from 'eslint';
import { describe, expect, it } from 'vitest';
import { documents, longLines, pageProblems, pages, proseProblems } from '../scripts/prose.mjs';
import prose from '../scripts/prose/eslint-plugin.mjs';

const IN_TESTS = { 'prose/comments': 'error', 'prose/test-titles': 'error' } as const;
const IN_SOURCES = { 'prose/comments': 'error', 'prose/texts': 'error' } as const;

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
    ['// Tells the page.', '1: “Tells”: reports, returns, distinguishes.'],
    ['/** Returns what the page hears. */', '1: “hears”: receives, listens to.'],
    ['// The process forgets it.', '1: “forgets”: deletes, drops.'],
    ['let a; // the page is told', '1: “told”: reported, emitted, shown, received.'],
    ['/**\n * The payment goes\n * on afterwards.\n */', '1: “goes on”: continues, resumes.'],
    ["it('mends the form', () => {});", '1: “mends”: fix.'],
    [`// ${'long '.repeat(24)}`, '1: A comment has at most 120 columns.'],
    ["test.describe('what became of it', () => {});", '1: “became of”: the result of, the state of.'],
    ["it.each([1])('the ACS stays silent', () => {});", '1: “silent”: without an answer, times out.'],
    ['test(`answers ${1} oftener`, () => {});', '1: “oftener”: at most every …, minimum interval.'],
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
    "say('nobody');",
    "const text = 'nobody is told';",
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

describe('the prose rule for texts', () => {
  it.each([
    ["throw new Error('The page is told nothing.');", '1: “told”: reported, emitted, shown, received.'],
    ['console.warn(`${1} orders stay silent.`);', '1: “silent”: without an answer, times out.'],
    ['const page = html`<p>The card tells\nits brand.</p>`;', '1: “tells”: reports, returns, distinguishes.'],
  ])('the prose rule for texts reports %j', (code, message) => {
    expect(messagesOf(code, IN_SOURCES)).toEqual([message]);
  });

  it.each(["const name = 'told';", "const names = 'silent told';", "throw new Error('The page receives nothing.');"])(
    'the prose rule for texts accepts %j',
    (code) => {
      expect(messagesOf(code, IN_SOURCES)).toEqual([]);
    },
  );
});

describe('the prose check of pages', () => {
  it('the prose check of pages reports words of texts and of attributes that people read', () => {
    const page = '<p>The page\nis told.</p>\n<img alt="A silent page">\n<p>It goes&nbsp;on.</p>';
    expect(pageProblems(page)).toMatchObject([
      { line: 2, word: 'told' },
      { line: 4, word: 'goes on' },
      { line: 3, word: 'silent' },
    ]);
  });

  it('the prose check of pages ignores names and scripts', () => {
    expect(pageProblems('<p class="silent" id="told">Paid</p><script>silent()</script>')).toEqual([]);
  });

  it('the prose check of pages reads the pages of the demo', () => {
    expect(pages()).toEqual(expect.arrayContaining(['demo/minimal.html', 'demo/pages/index.html']));
  });
});

describe('the prose check of documents', () => {
  it('reports line and word, across line breaks', () => {
    expect(proseProblems('# Title\n\nThe page is told, and goes\non.\n')).toMatchObject([
      { line: 3, word: 'told' },
      { line: 3, word: 'goes\non' },
    ]);
  });

  it('the prose check of documents ignores code', () => {
    expect(proseProblems('`told` is a name.\n\n```js\ntold();\n```\n')).toEqual([]);
  });

  it('the prose check of documents reports lines of more than 120 characters, except in tables and code', () => {
    const long = `a ${'b'.repeat(119)}`;
    expect(longLines([long.slice(1), long, `- ${long}`, `| ${long} |`, '```js', long, '```', long].join('\n'))).toEqual(
      [2, 3, 8],
    );
  });

  it('reads the documents of all folders', () => {
    expect(documents()).toEqual(
      expect.arrayContaining(['README.md', 'CHANGELOG.md', 'docs/orders.md', 'docs/reference/gateway.md']),
    );
  });
});
