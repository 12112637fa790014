// Checks the prose of the documents against the block list: `node scripts/prose.mjs`. Part of `npm run lint`; the ESLint
// plugin in scripts/prose/ checks comments and test titles.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { blockedWords } from './prose/block-list.mjs';

const ROOT = new URL('..', import.meta.url).pathname;

/**
 * @param {string} text Markdown
 * @returns {{ readonly line: number, readonly word: string, readonly use: string }[]}
 */
export function proseProblems(text) {
  const prose = proseOf(text);
  return blockedWords(prose).map(({ index, word, use }) => ({ line: lineAt(prose, index), word, use }));
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

/** Replaces code by spaces and keeps line breaks, so that lines are still right. */
function proseOf(text) {
  const blank = (code) => code.replace(/[^\n]/g, ' ');
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
  for (const file of documents()) {
    for (const { line, word, use } of proseProblems(readFileSync(join(ROOT, file), 'utf8'))) {
      console.error(`${file}:${line}: “${word}”: ${use}`);
      problems++;
    }
  }
  if (problems > 0) process.exitCode = 1;
}
