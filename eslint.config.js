import { configs as lit } from 'eslint-plugin-lit';
import { configs as wc } from 'eslint-plugin-wc';
import tseslint from 'typescript-eslint';

const NO_HTML = 'Text from outside is text: no HTML is made of it.';

export default tseslint.config(
  { ignores: ['dist/', '.demo/', '.cache/', 'node_modules/', 'coverage/', 'src/**/page-scripts.ts'] },
  {
    files: ['**/*.ts'],
    extends: [tseslint.configs.strictTypeChecked, tseslint.configs.stylisticTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
      // Records keyed by wire names, and interfaces that say what each member is, read best as they are.
      '@typescript-eslint/consistent-type-definitions': 'off',
      '@typescript-eslint/consistent-indexed-object-style': 'off',
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/no-confusing-void-expression': 'off',
      '@typescript-eslint/prefer-promise-reject-errors': 'off',
      '@typescript-eslint/only-throw-error': ['error', { allowRethrowing: true, allowThrowingUnknown: true }],
      // An empty string is as good as nothing in many a header and form.
      '@typescript-eslint/prefer-nullish-coalescing': ['error', { ignorePrimitives: { string: true } }],
      '@typescript-eslint/dot-notation': 'off',
      '@typescript-eslint/no-unused-vars': ['error', { varsIgnorePattern: '^_', argsIgnorePattern: '^_' }],
      '@typescript-eslint/require-await': 'off',
      // A router is its chain: Hono's types say what was added, its constructor does not.
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
        // Templates know it as `.innerHTML=${…}`, where no-restricted-properties does not look.
        {
          selector:
            'TaggedTemplateExpression TemplateElement[value.raw=/\\.(innerHTML|outerHTML|srcdoc)\\s*=\\s*["\']?$/]',
          message: NO_HTML,
        },
      ],
      'no-restricted-imports': ['error', { patterns: [{ group: ['lit/directives/unsafe-*'], message: NO_HTML }] }],
    },
  },
  {
    files: ['src/**/*.ts', 'demo/**/*.ts'],
    rules: { 'max-lines': ['error', { max: 300, skipBlankLines: true, skipComments: true }] },
  },
  { files: ['src/**/*.ts'], ignores: ['src/command.ts'], rules: { 'no-console': 'error' } },
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
      // Bodies and logs of many shapes are looked at here.
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
);
