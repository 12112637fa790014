import * as analyzer from '@custom-elements-manifest/analyzer';
import { readFileSync } from 'node:fs';
import type TypeScript from 'typescript';
import { expect, it } from 'vitest';
import config from '../custom-elements-manifest.config.mjs';

interface Manifest {
  readonly modules: readonly {
    readonly path: string;
    readonly declarations: readonly { readonly events?: readonly { readonly name?: string }[] }[];
  }[];
}

/** The declarations of the analyzer do not include its own functions. It has its own version of TypeScript. */
const { create, ts } = analyzer as unknown as {
  readonly create: (input: {
    readonly modules: readonly TypeScript.SourceFile[];
    readonly plugins: readonly unknown[];
    readonly context: { readonly dev: boolean };
  }) => Manifest;
  readonly ts: typeof TypeScript;
};

const FILE = 'src/elements/checkout/checkout-element.ts';

it('the manifest lists the events of an element by name, and its published path', () => {
  const source = ts.createSourceFile(FILE, readFileSync(FILE, 'utf8'), ts.ScriptTarget.ES2022, true);
  const { modules } = create({ modules: [source], plugins: config.plugins, context: { dev: false } });
  expect(modules.map(({ path }) => path)).toEqual(['dist/elements/checkout/checkout-element.js']);
  const events = modules.flatMap(({ declarations }) => declarations.flatMap((declaration) => declaration.events ?? []));
  expect(events.map(({ name }) => name)).toEqual(['scudo-step', 'scudo-challenge', 'scudo-redirect', 'scudo-outcome']);
});
