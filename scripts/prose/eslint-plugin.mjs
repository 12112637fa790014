// ESLint rules for comments and test titles. textlint checks their words and sentences (scripts/prose.mjs).

/** Relative clauses are not a beginning: a docblock or comment starts with a verb or a noun. */
const RELATIVE_START = /^(?:What|How|Whether|Where|Who|Whose|Whom|Which|That)\b(?![^.]*\?)/;

/** First words of a test title that continue the group around it. A title is read without the group. */
const FRAGMENT_START =
  /^(?:is|are|was|were|has|have|can|cannot|may|must|of|with|without|by|as|for|from|that|whose|who|which|because|during|when|its|such)\b/i;

/** A participle, a verb with a pronoun that the group explains, or fewer than three words: the subject is missing. */
const FRAGMENTS = [
  /^[a-z]+(?:ed|en|wn|pt|nt)(?: (?:by|with|without|as|at|in|on|to|from|for|when|and)\b|,)/,
  /^[a-z]+s (?:[a-z]+ )?(?:for )?it\b/,
  /^\S+(?:\s\S+)?$/,
];

/** Verbs that begin a title without a subject. Flows are listed without a group, so their titles name the subject. */
const VERB_START =
  /^(?:accepts|answers|asks|cancels|comes|continues|emits|ends|keeps|leaves|loses|offers|opens|pays|refuses|rejects|reports|returns|sends|shows|starts|stays|stops|waits)\b/;

/** The formatter's width, which leaves comments as they are. */
const COLUMNS = 120;
const TITLED = new Set(['describe', 'it', 'test']);

/** @type {import('eslint').Rule.RuleModule} */
const comments = {
  meta: {
    type: 'suggestion',
    docs: { description: 'Comments start with a verb or a noun, and have short lines' },
    schema: [],
    messages: {
      start: 'Start with a verb or a noun, not with “{{word}}”.',
      long: 'A comment has at most {{columns}} columns.',
    },
  },
  create(context) {
    const { sourceCode } = context;
    return {
      Program() {
        for (const comment of sourceCode.getAllComments()) {
          const { loc } = comment;
          const prose = proseOf(comment).replace(/^[\s*]+/, '');
          const start = RELATIVE_START.exec(prose);
          if (start) context.report({ loc, messageId: 'start', data: { word: start[0] } });
          for (let line = loc.start.line; line <= loc.end.line; line++) {
            const text = sourceCode.lines[line - 1];
            // An address has no place for a break.
            if (text.length > COLUMNS && !text.includes('://'))
              context.report({ loc: { line, column: COLUMNS }, messageId: 'long', data: { columns: COLUMNS } });
          }
        }
      },
    };
  },
};

/** @type {import('eslint').Rule.RuleModule} */
const testTitles = {
  meta: {
    type: 'suggestion',
    docs: { description: 'Test titles are full statements without the group around them' },
    schema: [
      {
        type: 'object',
        properties: { subject: { type: 'boolean', description: 'Titles do not start with a verb' } },
        additionalProperties: false,
      },
    ],
    messages: {
      fragment: 'A title that starts with “{{word}}” needs the group around it: name the subject.',
    },
  },
  create(context) {
    const [{ subject = false } = {}] = context.options;
    return {
      CallExpression({ callee, arguments: [title] }) {
        if (!title || !TITLED.has(calledName(callee))) return;
        const text = textOf(title);
        const fragment = isGroup(callee) ? undefined : fragmentOf(title, text, subject);
        if (fragment) context.report({ node: title, messageId: 'fragment', data: { word: fragment } });
      },
    };
  },
};

/** The beginning of a title that is not a full statement. */
function fragmentOf(title, text, subject) {
  if (title.type === 'TemplateLiteral' && title.quasis[0].value.raw === '') return '${';
  const patterns = [FRAGMENT_START, ...FRAGMENTS, ...(subject ? [VERB_START] : [])];
  return patterns.map((pattern) => pattern.exec(text)?.[0]).find((found) => found !== undefined);
}

/** The text of a comment without the asterisks of its lines, so that phrases match across lines. */
function proseOf(comment) {
  return comment.value
    .split('\n')
    .map((line) => line.trim().replace(/^\*/, '').trim())
    .join(' ');
}

/** `it` of `it(…)`, `it.skip(…)`, `it.each(…)(…)` and `test.describe(…)`. */
function calledName(callee) {
  if (callee.type === 'Identifier') return callee.name;
  if (callee.type === 'MemberExpression') return calledName(callee.object);
  if (callee.type === 'CallExpression') return calledName(callee.callee);
  if (callee.type === 'TaggedTemplateExpression') return calledName(callee.tag);
  return '';
}

/** True for groups and steps: `describe(…)`, `describe.each(…)(…)`, `test.describe(…)` and `test.step(…)`. */
function isGroup(callee) {
  switch (callee.type) {
    case 'Identifier':
      return callee.name === 'describe';
    case 'MemberExpression':
      return isGroup(callee.object) || ['describe', 'step'].includes(callee.property.name);
    case 'CallExpression':
      return isGroup(callee.callee);
    case 'TaggedTemplateExpression':
      return isGroup(callee.tag);
    default:
      return false;
  }
}

function textOf(node) {
  if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : '';
  if (node.type === 'TemplateLiteral') return node.quasis.map(({ value }) => value.cooked ?? '').join(' … ');
  return '';
}

export default { meta: { name: 'prose' }, rules: { comments, 'test-titles': testTitles } };
