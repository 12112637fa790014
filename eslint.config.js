import { readdirSync } from 'node:fs';
import { configs as lit } from 'eslint-plugin-lit';
import regexp from 'eslint-plugin-regexp';
import { configs as wc } from 'eslint-plugin-wc';
import tseslint from 'typescript-eslint';
import imports from './scripts/imports/eslint-plugin.mjs';
import prose from './scripts/prose/eslint-plugin.mjs';

/** The folders below each of these import each other in one direction only, as do the files. */
const LAYERS = [
  ...readdirSync(new URL('src', import.meta.url), { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? [`src/${entry.name}`] : [],
  ),
  'demo',
];

const NO_HTML = 'Text from outside stays text and is never parsed as HTML.';

export default tseslint.config(
  {
    ignores: [
      'dist/',
      '.demo/',
      'demo/examples/',
      '.cache/',
      'node_modules/',
      'coverage/',
      'src/**/page-scripts.ts',
      'test/frameworks/',
    ],
  },
  {
    files: ['**/*.ts'],
    extends: [tseslint.configs.strictTypeChecked, tseslint.configs.stylisticTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
      // Both forms are in use: records keyed by wire names, and interfaces with a comment for each member.
      '@typescript-eslint/consistent-type-definitions': 'off',
      '@typescript-eslint/consistent-indexed-object-style': 'off',
      // An interface has a name in declarations and messages of the compiler, which an alias has not.
      '@typescript-eslint/no-empty-object-type': ['error', { allowInterfaces: 'with-single-extends' }],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/no-confusing-void-expression': 'off',
      '@typescript-eslint/prefer-promise-reject-errors': 'off',
      '@typescript-eslint/only-throw-error': ['error', { allowRethrowing: true, allowThrowingUnknown: true }],
      // In headers and forms an empty string means that the value is absent.
      '@typescript-eslint/prefer-nullish-coalescing': ['error', { ignorePrimitives: { string: true } }],
      '@typescript-eslint/dot-notation': 'off',
      // They take a fifth of the time, and only see TypeScript's enums, which no-restricted-syntax forbids.
      '@typescript-eslint/no-unsafe-enum-assignment': 'off',
      '@typescript-eslint/no-unsafe-enum-comparison': 'off',
      '@typescript-eslint/no-unused-vars': ['error', { varsIgnorePattern: '^_', argsIgnorePattern: '^_' }],
      '@typescript-eslint/require-await': 'off',
      // Hono's types follow the chain of calls, which its constructor does not know.
      '@typescript-eslint/no-unsafe-class-instance-assignment': 'off',
      eqeqeq: 'error',
      'no-restricted-properties': [
        'error',
        ...['innerHTML', 'outerHTML', 'insertAdjacentHTML', 'setHTMLUnsafe', 'srcdoc'].map((property) => ({
          property,
          message: NO_HTML,
        })),
      ],
      'no-restricted-syntax': [
        'error',
        // Templates write `.innerHTML=${…}`, which no-restricted-properties does not find.
        {
          selector:
            'TaggedTemplateExpression TemplateElement[value.raw=/\\.(innerHTML|outerHTML|srcdoc)\\s*=\\s*["\']?$/]',
          message: NO_HTML,
        },
        { selector: 'TSEnumDeclaration', message: 'Write a union of texts.' },
      ],
      'no-restricted-imports': ['error', { patterns: [{ group: ['lit/directives/unsafe-*'], message: NO_HTML }] }],
    },
  },
  {
    files: ['src/**/*.ts', 'demo/**/*.ts', 'scripts/**/*.mjs'],
    extends: [regexp.configs['flat/recommended']],
    rules: {
      // Every pattern that sees input runs in linear time, from its start and when it moves through a text.
      'regexp/no-super-linear-backtracking': ['error', { report: 'potential' }],
      'regexp/no-super-linear-move': ['error', { report: 'potential' }],
      // Groups structure a pattern. Character ranges that are written out show which characters a document allows.
      'regexp/no-unused-capturing-group': 'off',
      'regexp/no-useless-non-capturing-group': 'off',
      // A pattern attribute is compiled with the flag v, which wants more escapes.
      'regexp/no-useless-escape': 'off',
      'regexp/prefer-w': 'off',
      'regexp/use-ignore-case': 'off',
    },
  },
  {
    files: ['src/**/*.ts', 'demo/**/*.ts'],
    plugins: { imports },
    rules: { 'imports/no-circles': ['error', LAYERS] },
  },
  {
    files: ['**/*.{ts,mjs,js}'],
    plugins: { prose },
    rules: { 'prose/comments': 'error', 'prose/test-titles': 'error' },
  },
  { files: ['e2e/**/*.ts'], rules: { 'prose/test-titles': ['error', { subject: true }] } },
  {
    files: ['src/**/*.ts', 'demo/**/*.ts'],
    rules: { 'max-lines': ['error', { max: 300, skipBlankLines: true, skipComments: true }] },
  },
  { files: ['src/**/*.ts'], ignores: ['src/command.ts'], rules: { 'no-console': 'error' } },
  {
    // These layers also run in a service worker (demo/worker) and in other runtimes.
    files: ['src/{protocol,server,sandbox}/**/*.ts'],
    rules: { 'no-restricted-globals': ['error', 'Buffer', 'setImmediate'] },
  },
  // JSX is a namespace of React, Preact and Solid.
  { files: ['src/frameworks/*.ts'], rules: { '@typescript-eslint/no-namespace': 'off' } },
  {
    files: ['src/**/*.ts'],
    ignores: ['src/protocol/zod.ts'],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          paths: ['zod', 'zod/mini'].map((name) => ({ name, message: 'Import src/protocol/zod.ts (decision 0015).' })),
          patterns: [{ group: ['lit/directives/unsafe-*'], message: NO_HTML }],
        },
      ],
    },
  },
  {
    files: ['src/elements/**/*.ts'],
    extends: [lit['flat/recommended'], wc['flat/best-practice']],
    rules: { 'wc/guard-super-call': 'off' },
  },
  {
    files: ['test/**/*.ts', 'e2e/**/*.ts', 'demo/pages/**/*.ts'],
    rules: {
      '@typescript-eslint/no-non-null-assertion': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      // Tests read bodies and logs of many shapes.
      '@typescript-eslint/no-explicit-any': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/unbound-method': 'off',
      '@typescript-eslint/no-misused-spread': 'off',
      '@typescript-eslint/no-unnecessary-condition': 'off',
      '@typescript-eslint/no-unnecessary-type-assertion': 'off',
      '@typescript-eslint/no-unused-expressions': 'off',
      '@typescript-eslint/no-empty-function': 'off',
      'no-restricted-properties': 'off',
    },
  },
  {
    files: ['test/samples/**/*.ts'],
    rules: {
      '@typescript-eslint/no-unused-vars': ['error', { ignoreRestSiblings: true }],
      '@typescript-eslint/no-floating-promises': [
        'error',
        { allowForKnownSafeCalls: [{ from: 'package', name: 'test', package: 'node:test' }] },
      ],
    },
  },
);
