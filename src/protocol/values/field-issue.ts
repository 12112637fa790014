import type * as z from '../zod.js';

/** A wrong field of a message, by its name with dots, and what was expected. */
export interface FieldIssue {
  /** The name of the field with dots, such as `card.number`. */
  readonly field: string;
  /** The rule that the field breaks. */
  readonly message: string;
  /** True when the field is absent; otherwise its value is wrong. */
  readonly missing: boolean;
  /** The amount that `message` names, in minor units. */
  readonly amount?: string;
}

/**
 * A message that does not match its schema. Never carries the value itself.
 * @example
 * await backend.orders.create(order).catch((error: unknown) => {
 *   if (error instanceof MessageError) console.error(error.issues.map(({ field, message }) => `${field}: ${message}`));
 * });
 */
export class MessageError extends Error {
  override readonly name = 'MessageError';

  constructor(
    /** The message's name, such as `authentication response`. */
    readonly what: string,
    /** The wrong fields. */
    readonly issues: readonly FieldIssue[],
  ) {
    super(`Bad ${what}: ${issues.map(({ field, message }) => `${field || '(whole)'} ${message}`).join('; ')}`);
  }
}

/**
 * Checks a message against its schema.
 * @throws {MessageError} naming every offending field.
 */
export function parseMessage<Schema extends z.ZodMiniType>(
  what: string,
  schema: Schema,
  value: unknown,
): z.output<Schema> {
  const { data, issues } = checkMessage(schema, value);
  if (issues) throw new MessageError(what, issues);
  return data;
}

export type CheckedMessage<Schema extends z.ZodMiniType> =
  | { readonly data: z.output<Schema>; readonly issues?: never }
  | { readonly data?: never; readonly issues: readonly FieldIssue[] };

/**
 * The message of an issue to which the schema gives none. It is given for each check: all copies of zod in a page share
 * their global messages, and one of the merchant's could repeat a card number.
 */
const NO_MESSAGE = 'Invalid input';

/** Checks a message against its schema and returns the issues instead of throwing them. */
export function checkMessage<Schema extends z.ZodMiniType>(schema: Schema, value: unknown): CheckedMessage<Schema> {
  const result = schema.safeParse(value, { reportInput: true, error: () => NO_MESSAGE });
  return result.success ? { data: result.data } : { issues: result.error.issues.map(fieldIssue) };
}

interface Issue {
  readonly code?: string;
  readonly path: readonly PropertyKey[];
  readonly message: string;
  /** The value, used only to distinguish a missing field from a wrong one. */
  readonly input?: unknown;
}

function fieldIssue({ code, path, message, input }: Issue): FieldIssue {
  const missing = path.length > 0 && input === undefined;
  return { field: path.map(String).join('.'), message: missing ? 'is missing' : wordsOf(code, message), missing };
}

/** The message of a field whose value has another type. */
export const WRONG_TYPE = 'has the wrong type';

/** An issue without a message of ours is a wrong type or value. */
function wordsOf(code: string | undefined, message: string): string {
  if (message !== NO_MESSAGE) return `must be ${message}`;
  return code === 'invalid_type' ? WRONG_TYPE : 'is not one of the known values';
}
