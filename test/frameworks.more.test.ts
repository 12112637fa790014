import { join } from 'node:path';
import ts from 'typescript';
import { expect, it } from 'vitest';

/** A shop's settings, with the declarations of the built package, which are checked as well. */
const SETTINGS: ts.CompilerOptions = {
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  noEmit: true,
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  lib: ['lib.es2023.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
  types: [],
  skipLibCheck: true,
};

const jsx = (jsxImportSource: string): ts.CompilerOptions => ({ jsx: ts.JsxEmit.ReactJSX, jsxImportSource });

/** Messages of the compiler about a sample, and about the declarations of the package that it imports. */
function messagesOf(sample: string, options: ts.CompilerOptions): string[] {
  const file = join(process.cwd(), 'test/frameworks', sample);
  const program = ts.createProgram([file], { ...SETTINGS, ...options });
  return ts.getPreEmitDiagnostics(program).map((message) => {
    const { line = 0 } = message.file?.getLineAndCharacterOfPosition(message.start ?? 0) ?? {};
    return `${message.file?.fileName ?? ''}:${line + 1} ${ts.flattenDiagnosticMessageText(message.messageText, '\n')}`;
  });
}

const REACT_18 = {
  ...jsx('react'),
  paths: {
    react: [join(process.cwd(), 'node_modules/types-react-18/index.d.ts')],
    'react/jsx-runtime': [join(process.cwd(), 'node_modules/types-react-18/jsx-runtime.d.ts')],
  },
};

it.each<[string, string, ts.CompilerOptions]>([
  ['a page', 'browser.ts', {}],
  ['React 19', 'react.tsx', jsx('react')],
  ['React 18', 'react.tsx', REACT_18],
  ['Preact', 'preact.tsx', jsx('preact')],
  ['Solid', 'solid.tsx', { jsx: ts.JsxEmit.Preserve, jsxImportSource: 'solid-js' }],
  ['Vue', 'vue.ts', {}],
  ['Svelte', 'svelte.ts', {}],
])('the sample for %s compiles with strict and exactOptionalPropertyTypes', (_name, sample, options) => {
  expect(messagesOf(sample, options)).toEqual([]);
});
