import type * as z from 'zod/mini';

/** A value of a schema that has no fields of its own, or fields of any name. */
export interface SchemaLeaf {
  /** The dotted name on the wire. `0` stands for each element of a list. */
  readonly field: string;
  readonly isOpen: boolean;
}

type Definition =
  | { readonly type: 'object'; readonly shape: Readonly<Record<string, z.core.$ZodType>> }
  | { readonly type: 'optional' | 'catch'; readonly innerType: z.core.$ZodType }
  | { readonly type: 'array'; readonly element: z.core.$ZodType }
  | { readonly type: 'union'; readonly options: readonly z.core.$ZodType[] }
  | { readonly type: 'pipe'; readonly in: z.core.$ZodType; readonly out: z.core.$ZodType }
  | { readonly type: 'record' | 'unknown' | 'transform' | 'string' };

/** The schemas inside a schema, with the step that leads to each. */
export function partsOf(schema: z.core.$ZodType): readonly (readonly [step: string, part: z.core.$ZodType])[] {
  const def = schema._zod.def as unknown as Definition;
  switch (def.type) {
    case 'object':
      return Object.entries(def.shape);
    case 'optional':
    case 'catch':
      return [['', def.innerType]];
    case 'array':
      return [['0', def.element]];
    case 'union':
      return def.options.map((option) => ['', option] as const);
    case 'pipe':
      // A transformation accepts anything, so that the fields are those of the other side.
      return [['', def.in._zod.def.type === 'transform' ? def.out : def.in]];
    default:
      return [];
  }
}

/** Returns each leaf of a message's schema. */
export function leavesOfSchema(schema: z.core.$ZodType, above: readonly string[] = []): SchemaLeaf[] {
  const parts = partsOf(schema);
  if (parts.length > 0) return parts.flatMap(([step, part]) => leavesOfSchema(part, step ? [...above, step] : above));
  return [{ field: above.join('.'), isOpen: ['record', 'unknown'].includes(schema._zod.def.type) }];
}

/** Returns a schema and all schemas inside it. */
export function schemasIn(schema: z.core.$ZodType): z.core.$ZodType[] {
  return [schema, ...partsOf(schema).flatMap(([, part]) => schemasIn(part))];
}
