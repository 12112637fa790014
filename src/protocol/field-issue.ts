import type * as z from 'zod/mini';

/** One thing wrong with a message: which field, by its dotted wire name, and what was expected. */
export interface FieldIssue {
  readonly field: string;
  readonly message: string;
  /** True when the field is not there at all; otherwise its value is wrong. */
  readonly missing: boolean;
}

/** A message from outside that is not what its schema says. Never carries the value itself. */
export class MessageError extends Error {
  override readonly name = 'MessageError';

  constructor(
    /** The message's name, such as `authentication response`. */
    readonly what: string,
    readonly issues: readonly FieldIssue[],
  ) {
    super(`Bad ${what}: ${issues.map(({ field, message }) => `${field || '(whole)'} ${message}`).join('; ')}`);
  }
}

/**
 * Checks a message against its schema.
 * @throws {MessageError} naming every offending field.
 */
export function parseMessage<Schema extends z.ZodMiniType>(what: string, schema: Schema, value: unknown): z.output<Schema> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw new MessageError(what, fieldIssues(result.error.issues, value));
}

interface Issue {
  readonly code?: string;
  readonly path: PropertyKey[];
  readonly message: string;
  readonly errors?: readonly (readonly Issue[])[];
}

/** zod's issues as field names; a union speaks through the branch that came closest. */
export function fieldIssues(issues: readonly unknown[], value: unknown): FieldIssue[] {
  return (issues as readonly Issue[]).flatMap((issue) => {
    const { path } = issue;
    const missing = path.length > 0 && valueAt(value, path) === undefined;
    return { field: path.map(String).join('.'), message: missing ? 'is missing' : messageOf(issue), missing };
  });
}

function messageOf({ code, message }: Issue): string {
  // zod/mini brings no words of its own: what is left without ours is a wrong type or value.
  return message === 'Invalid input' ? (code === 'invalid_type' ? 'has the wrong type' : 'is not one of the known values') : `must be ${message}`;
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  let current = value;
  for (const key of path) {
    if (typeof current !== 'object' || current === null) return undefined;
    current = (current as Record<PropertyKey, unknown>)[key];
  }
  return current;
}
