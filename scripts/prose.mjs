// Checks the prose of the documents and of the demo's pages against the block list, and the lines of the documents:
// `node scripts/prose.mjs`. Part of `npm run lint`; the ESLint plugin in scripts/prose/ checks comments, test titles
// and the texts of the code.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { blockedWords } from './prose/block-list.mjs';

/** The width that Biome gives to code, too. */
const COLUMNS = 120;
const ROOT = new URL('..', import.meta.url).pathname;

/**
 * @param {string} text Markdown
 * @returns {{ readonly line: number, readonly word: string, readonly use: string }[]}
 */
export function proseProblems(text) {
  return problemsIn(proseOf(text));
}

/**
 * @param {string} html
 * @returns {{ readonly line: number, readonly word: string, readonly use: string }[]}
 */
export function pageProblems(html) {
  return problemsIn(textOf(html));
}

const problemsIn = (prose) =>
  blockedWords(prose).map(({ index, word, use }) => ({ line: lineAt(prose, index), word, use }));

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

/** The documents that people read, without generated lists of test titles. */
export function documents(root = ROOT) {
  const inRoot = readdirSync(root).filter((name) => name.endsWith('.md'));
  const inFolders = ['docs', '.github', '.changeset'].flatMap((folder) => {
    try {
      return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name));
    } catch {
      return [];
    }
  });
  return [...inRoot, ...inFolders.filter((name) => name.endsWith('.md'))];
}

/** The pages of the demo. */
export function pages(root = ROOT) {
  const names = readdirSync(join(root, 'demo'), { recursive: true, encoding: 'utf8' });
  return names.filter((name) => name.endsWith('.html')).map((name) => join('demo', name));
}

/** Replaces by spaces and keeps line breaks, so that lines are still right. */
const blank = (code) => code.replace(/[^\n]/g, ' ');

/** Removes tags, except for the texts in their attributes. */
function textOf(html) {
  return html
    .replace(/<(script|style)\b[\s\S]*?<\/\1>/g, blank)
    .replace(/<[^<>]*>/g, (tag) =>
      tag.replace(/(?<=\s(?:alt|aria-label|placeholder|title)=")[^"]+|[^\n]/g, (part) =>
        part.length > 1 ? part : ' ',
      ),
    )
    .replaceAll('&nbsp;', ' ');
}

/** Removes code. */
function proseOf(text) {
  return text
    .replace(/^```[\s\S]+?^```/gm, blank)
    .replace(/^<!-- [\s\S]*?-->/gm, blank)
    .replace(/`[^`\n]+`/g, blank);
}

function lineAt(text, index) {
  return text.slice(0, index).split('\n').length;
}

if (process.argv[1] === new URL(import.meta.url).pathname) {
  let problems = 0;
  for (const file of pages()) {
    for (const { line, word, use } of pageProblems(readFileSync(join(ROOT, file), 'utf8'))) {
      console.error(`${file}:${line}: “${word}”: ${use}`);
      problems++;
    }
  }
  for (const file of documents()) {
    const text = readFileSync(join(ROOT, file), 'utf8');
    for (const { line, word, use } of proseProblems(text)) {
      console.error(`${file}:${line}: “${word}”: ${use}`);
      problems++;
    }
    for (const line of longLines(text)) {
      console.error(`${file}:${line}: the line has more than ${COLUMNS} characters: wrap it`);
      problems++;
    }
  }
  if (problems > 0) process.exitCode = 1;
}
