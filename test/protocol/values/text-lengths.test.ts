import { describe, expect, it } from 'vitest';
import type * as z from 'zod/mini';

/** The answers of the merchant's own backend, which the page reads. All other modules have messages from outside. */
const OWN_ANSWERS = ['adapter-answers', 'outcome-codes', 'problem', 'problem-document'];

const modules = import.meta.glob<Record<string, unknown>>('../../../src/protocol/**/*.ts', {
  query: '',
  import: '*',
  eager: true,
});

interface Leaf {
  readonly name: string;
  readonly schema: z.ZodMiniType;
}

const isSchema = (value: unknown): value is z.ZodMiniType =>
  typeof value === 'object' && value !== null && '_zod' in value;

/** Every string schema of a message. Throws for a type of schema that it does not know, so that none is left out. */
function stringsOf(name: string, schema: z.ZodMiniType): Leaf[] {
  const def = (schema as any)._zod.def as any;
  switch (def.type) {
    case 'string':
      return [{ name, schema }];
    case 'object':
      return Object.entries(def.shape as Record<string, z.ZodMiniType>).flatMap(([key, inner]) =>
        stringsOf(`${name}.${key}`, inner),
      );
    case 'catch':
    case 'optional':
    case 'catch':
      return stringsOf(name, def.innerType as z.ZodMiniType);
    case 'array':
      return stringsOf(`${name}[]`, def.element as z.ZodMiniType);
    case 'union':
      return (def.options as z.ZodMiniType[]).flatMap((option, index) => stringsOf(`${name}|${index}`, option));
    case 'pipe':
      return [...stringsOf(`${name}<`, def.in as z.ZodMiniType), ...stringsOf(`${name}>`, def.out as z.ZodMiniType)];
    case 'record':
      return [...stringsOf(`${name}{}`, def.keyType as z.ZodMiniType), ...stringsOf(`${name}{}`, def.valueType)];
    case 'enum':
    case 'literal':
    case 'boolean':
    case 'custom':
    case 'number':
    case 'transform':
    case 'unknown':
      return [];
    default:
      throw new Error(`${name} is a schema of the type ${String(def.type)}, which this test does not know.`);
  }
}

const leaves = Object.entries(modules).flatMap(([path, exported]) => {
  const file = path.replace(/^.*\/|\.ts$/g, '');
  if (OWN_ANSWERS.includes(file)) return [];
  return Object.entries(exported).flatMap(([name, value]) =>
    isSchema(value) ? stringsOf(`${file}/${name}`, value) : [],
  );
});

describe('the length of a text', () => {
  it('the maximum length of a text is checked in every message from outside', () => {
    expect(leaves.length).toBeGreaterThan(250);
    for (const field of [
      'paymentRequestSchema.payer.email',
      'challengeReportSchema.cres',
      'redirectRequestSchema.account_holder_name',
    ])
      expect(leaves.some(({ name }) => name.includes(field))).toBe(true);
  });

  it.each(leaves)('ends the check of $name when it is too long', ({ schema }) => {
    // The text is wrong in other ways, too, so that a check after the length would add an issue.
    const { error } = schema.safeParse(`\u0000 ${'@.='.repeat(22_000)}`);
    expect(error?.issues.map(({ code }) => code)).toEqual(['too_big']);
  });
});
