import { join } from 'node:path';
import ts from 'typescript';

/** The package's entries, and the names of their files in `src/`. */
export const ENTRIES = {
  'scudo-checkout': 'index',
  'scudo-checkout/payment': 'payment',
  'scudo-checkout/react': 'react',
  'scudo-checkout/server': 'server',
  'scudo-checkout/back-office': 'back-office',
  'scudo-checkout/html': 'html',
  'scudo-checkout/store-conformance': 'store-conformance',
  'scudo-checkout/sandbox': 'sandbox',
  'scudo-checkout/playwright': 'playwright',
};

/** The strictest compiler settings that a merchant may have. Imports of the package are read from `src/`. */
export const STRICT_SETTINGS: ts.CompilerOptions = {
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
  paths: Object.fromEntries(
    Object.entries(ENTRIES).map(([entry, file]) => [entry, [join(process.cwd(), `src/${file}.ts`)]]),
  ),
};
