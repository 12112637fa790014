import { Linter } from 'eslint';
import regexp from 'eslint-plugin-regexp';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

/** Folders of libraries whose code reads requests and answers. ESLint checks the patterns of `src/`. */
const FOLDERS = ['node_modules/zod/v4/core', 'node_modules/zod/v4/mini', 'node_modules/hono/dist'];

/** Patterns that see no text from outside: names, paths of routes, keys, and the client of Hono. */
const KNOWN = [
  'hono/dist/client/client.js',
  'hono/dist/client/utils.js',
  'hono/dist/router/reg-exp-router/trie.js',
  'hono/dist/utils/jwt/jws.js',
  'hono/dist/utils/url.js',
  'zod/v4/core/util.js',
];

const RULES = ['regexp/no-super-linear-backtracking', 'regexp/no-super-linear-move'];

it('patterns of libraries that read requests run in linear time', () => {
  const linter = new Linter();
  const files = FOLDERS.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
  ).filter((name) => name.endsWith('.js') && !/\/(cjs|helper|adapter|jsx|middleware)\//.test(name));
  const slow = files.filter((file) => {
    const problems = linter.verify(readFileSync(file, 'utf8'), {
      plugins: { regexp },
      linterOptions: { noInlineConfig: true },
      rules: Object.fromEntries(RULES.map((rule) => [rule, ['error', { report: 'potential' }]])),
    });
    expect(problems.filter(({ fatal }) => fatal)).toEqual([]);
    return problems.length > 0;
  });
  expect(files.length).toBeGreaterThan(50);
  expect(slow.map((file) => file.replace('node_modules/', '')).sort()).toEqual(KNOWN);
});
