import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { expect, it } from 'vitest';
import type { OrderStore } from '../src/server.js';
import { storeChecks } from '../src/store-conformance.js';

/** Values of the shop that the samples of the README use. */
const SHOP = `
import type { Gateway, StoredCard } from 'scudo-checkout/server';
declare function ship(order: string, change: string): Promise<void>;
declare function alertStaff(order: string, flag: string): void;
declare const card: StoredCard;
declare const gateway: Gateway;
declare const orderId: string;
`;

const ROOT = process.cwd();
const FILE = join(ROOT, 'test', 'readme-sample.ts');

/** The strictest settings that a merchant may have. */
const SETTINGS: ts.CompilerOptions = {
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  noEmit: true,
  skipLibCheck: true,
  target: ts.ScriptTarget.ES2023,
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  lib: ['lib.es2023.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
  types: ['node'],
  // The sources have other settings than a merchant's own code.
  paths: {
    'scudo-checkout/server': [join(ROOT, 'src/server.ts')],
    'scudo-checkout/store-conformance': [join(ROOT, 'src/store-conformance.ts')],
  },
};

/** The compiler's messages about a sample. */
function messagesOf(sample: string): string[] {
  const host = ts.createCompilerHost(SETTINGS);
  const { getSourceFile, fileExists, readFile } = host;
  host.fileExists = (name) => name === FILE || fileExists(name);
  host.readFile = (name) => (name === FILE ? sample : readFile(name));
  host.getSourceFile = (name, language, ...rest) =>
    name === FILE ? ts.createSourceFile(name, sample, language) : getSourceFile(name, language, ...rest);
  const program = ts.createProgram([FILE], SETTINGS, host);
  const source = program.getSourceFile(FILE);
  return [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)].map(
    ({ messageText, start = 0 }) => {
      const line = sample.slice(0, start).split('\n').at(-1) ?? '';
      return `${line}… ${ts.flattenDiagnosticMessageText(messageText, '\n')}`;
    },
  );
}

/** The JavaScript samples of a section of the README. */
function samplesOf(heading: string): string[] {
  const text = readFileSync('README.md', 'utf8');
  const begin = text.indexOf(`\n## ${heading}\n`);
  const section = text.slice(begin, text.indexOf('\n## ', begin + 1));
  return Array.from(section.matchAll(/^```js\n([\s\S]*?)^```$/gm), ([, code = '']) => code);
}

it('the backend samples of the README compile in strict TypeScript', () => {
  const [mounting = '', ...calls] = samplesOf('The handler in your backend');
  expect(calls.length).toBeGreaterThanOrEqual(3);
  const functions = calls.map((code, index) => `export async function sample${index}() {\n${code}}\n`);
  expect(messagesOf([SHOP, mounting, ...functions].join('\n'))).toEqual([]);
});

const [STORE_SAMPLE = ''] =
  /(?<=<!-- test\/samples\.test\.ts runs the checks against this store\. -->\n```ts\n)[\s\S]*?(?=\n```)/.exec(
    readFileSync('docs/scaling.md', 'utf8'),
  ) ?? [];

it('the store of docs/scaling.md compiles in strict TypeScript', () => {
  expect(STORE_SAMPLE).toContain('createMyOrderStore');
  expect(messagesOf(STORE_SAMPLE)).toEqual([]);
});

it('the store of docs/scaling.md passes the checks of the store’s contract', async () => {
  const own = STORE_SAMPLE.slice(0, STORE_SAMPLE.indexOf('\nfor (const { name'));
  const { outputText } = ts.transpileModule(
    own.replaceAll(/^import .*$/gm, '').replace('function', 'export function'),
    {
      compilerOptions: { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2023 },
    },
  );
  const url = `data:text/javascript,${encodeURIComponent(outputText)}`;
  const { createMyOrderStore } = (await import(/* @vite-ignore */ url)) as { createMyOrderStore: () => OrderStore };
  for (const { run } of storeChecks) {
    const store = createMyOrderStore();
    await run(async () => ({ open: () => store }));
  }
});

it('a sample with a wrong option does not compile', () => {
  const sample = `import { createGateway } from 'scudo-checkout/server';\ncreateGateway({ baseUrl: 'https://a', merchantId: 'a', secrets: 'a' });\n`;
  expect(messagesOf(sample).join()).toContain('secrets');
});
