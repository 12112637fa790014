// Checks the prose of documents, pages of the demo, comments and texts with textlint: `node scripts/prose.mjs`.
// `.textlintrc.json` has the rules. The ESLint plugin in scripts/prose/ checks how comments and test titles begin.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createLinter, loadTextlintrc } from 'textlint';
import tseslint from 'typescript-eslint';

/** The width that Biome gives to code, too. */
const COLUMNS = 120;
const ROOT = new URL('..', import.meta.url).pathname;
const SOURCES = ['src', 'demo', 'test', 'e2e', 'scripts', 'bench'];
/** Dependencies, code that scripts write, texts for shoppers, and wrong prose on purpose. */
const NOT_READ =
  /(^|\/)(node_modules|dist|page-scripts\.ts|elements\/i18n|gallery\/.*scenes\.ts|gallery\/sections\.ts|test\/prose\.test\.ts)/;

/**
 * Finds lines of prose that are too long. A row of a table is one line, and code has its own width.
 * @param {string} text Markdown
 * @returns {readonly number[]} the numbers of the lines
 */
export function longLines(text) {
  let isCode = false;
  return text.split('\n').flatMap((line, index) => {
    const isFence = /^\s*```/.test(line);
    if (isFence) isCode = !isCode;
    const isProse = !isFence && !isCode && !/^\s*\|/.test(line);
    return isProse && line.length > COLUMNS ? [index + 1] : [];
  });
}

/** The documents that people read. */
export function documents(root = ROOT) {
  const inRoot = readdirSync(root).filter((name) => name.endsWith('.md'));
  return [...inRoot, ...filesBelow(root, ['docs', '.github', '.changeset'], /\.md$/)];
}

/** Documents that scripts write from results: their words are checked, and not the length of their sentences. */
const WRITTEN = /^docs\/(?:faults|performance|proof)\.md$/;

function filesBelow(root, folders, pattern) {
  return folders.flatMap((folder) => {
    try {
      const names = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' });
      return names.map((name) => join(folder, name)).filter((name) => pattern.test(name) && !NOT_READ.test(name));
    } catch {
      return [];
    }
  });
}

/** Replaces by spaces and keeps line breaks, so that lines are still right. */
const blank = (code) => code.replace(/[^\n]/g, ' ');

const INLINE = /^<\/?(?:a|b|code|em|kbd|strong)\b/;

/**
 * The texts of a page as Markdown, without tags. The texts in attributes stay.
 * @param {string} html
 */
export function textOfPage(html) {
  return html
    .replace(/<(script|style)\b[\s\S]*?<\/\1>/g, blank)
    .replace(/<[^<>]*>/g, (tag) =>
      tag
        .replace(/(?<=\s(?:alt|aria-label|placeholder|title)=")[^"]+|[^\n]/g, (part) => (part.length > 1 ? part : ' '))
        // A text ends with its element, except in a sentence.
        .replace(/^ /, INLINE.test(tag) ? ' ' : '.'),
    )
    .replaceAll('&nbsp;', ' ')
    .replace(/^ +/gm, '');
}

/** A text of several words in one line. Others are names, styles, pages and statements of SQL. */
const SENTENCE = /^(?!`?(?:CREATE|INSERT|SELECT|UPDATE|DELETE) ).*\S +\S+ +\S.*$/;

/** Tags with code, and tags that list names for editors. */
const CODE_TAGS = /^@(?:example|slot|csspart|cssstate)\b/;
/** A line of a comment that is indented, such as a row of a list in columns. */
const COLUMNS_OF_TEXT = /^(?: *\* {2,}| {2,})\S/;

/**
 * The comments of a source file as Markdown, each on its own lines, and then its other texts, such as errors, lines of
 * the log and test titles. Examples in comments are code. A tag, and each of the other texts, begins an item.
 * @param {string} code TypeScript or JavaScript
 * @param {string} filePath by its ending, the parser expects JSX or not
 */
export function proseOf(code, filePath = 'file.ts') {
  const { comments, tokens } = tseslint.parser.parseForESLint(code, {
    comment: true,
    tokens: true,
    loc: true,
    filePath,
  }).ast;
  const [inComments, inTexts] = [linesOf(code), linesOf(code)];
  for (const { value, loc } of comments) {
    let isCode = false;
    value.split('\n').forEach((line, index) => {
      const text = line.replace(/^[\s*]+/, '').trim();
      if (text.startsWith('@')) isCode = CODE_TAGS.test(text);
      inComments[loc.start.line - 1 + index] =
        isCode || COLUMNS_OF_TEXT.test(line) ? '' : text.replace(/^@(\w+)(?: \{[^}]*\})?/, '- ');
    });
  }
  for (const { type, value, loc } of tokens) {
    if (!['String', 'Template', 'JSXText'].includes(type) || !SENTENCE.test(value)) continue;
    const text = value.replace(/^['"`}]|(?:['"`]|\$\{)$/g, '').replace(/\s+/g, ' ');
    inTexts[loc.start.line - 1] += `- ${text} `;
  }
  return [...inComments, ...inTexts].join('\n');
}

const linesOf = (code) => code.split('\n').map(() => '');

/** Checks Markdown by the rules of `.textlintrc.json`. */
export async function createProse() {
  const linter = createLinter({ descriptor: await loadTextlintrc({ configFilePath: join(ROOT, '.textlintrc.json') }) });
  return async (text) => {
    const { messages } = await linter.lintText(text, 'text.md');
    return messages.map(({ line, message, ruleId }) => ({ line, message: message.split('\n')[0], ruleId }));
  };
}

if (process.argv[1] === new URL(import.meta.url).pathname) {
  const check = await createProse();
  const read = (file) => readFileSync(join(ROOT, file), 'utf8');
  const report = (file, { line, message }) => {
    console.error(`${file}:${line}: ${message}`);
    process.exitCode = 1;
  };
  for (const file of documents()) {
    const text = read(file);
    for (const problem of await check(text))
      if (problem.ruleId === 'terminology' || !WRITTEN.test(file)) report(file, problem);
    for (const line of longLines(text))
      report(file, { line, message: `The line has more than ${COLUMNS} characters. Wrap it.` });
  }
  for (const file of filesBelow(ROOT, ['demo'], /\.html$/))
    for (const problem of await check(textOfPage(read(file)))) report(file, problem);
  for (const file of filesBelow(ROOT, SOURCES, /\.(ts|tsx|mjs)$/)) {
    const code = read(file);
    const lines = linesOf(code).length;
    for (const { line, message } of await check(proseOf(code, file)))
      report(file, { line: line > lines ? line - lines : line, message });
  }
}
