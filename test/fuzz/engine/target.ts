/** An input: a text, or a tree of JSON. A corpus keeps it as JSON. */
export type Input = string | number | boolean | null | readonly Input[] | InputObject;
export interface InputObject {
  readonly [name: string]: Input;
}

/** One thing that is fuzzed. */
export interface Target {
  /** Also the name of the file of its corpus. */
  readonly name: string;
  /** The property that each case checks, for people. */
  readonly holds: string;
  /** Inputs to begin with, of which at least one is accepted. */
  readonly seeds: readonly Input[];
  /** True when each input is a text. */
  readonly isText?: true;
  /** The share of the cases, beside that of the others. Default: 1. */
  readonly share?: number;
  /**
   * The most steps of a case, for an input without characters and for each character. A step is a branch that is taken.
   */
  readonly steps?: readonly [base: number, each: number];
  /** Runs a case. Throws when the property does not hold. */
  readonly run: (input: Input) => unknown;
}

/** Limits of a target that names none. */
export const USUAL_STEPS = [20_000, 400] as const;

/** Test cards, whose numbers no error may contain. */
export const CARD_NUMBERS = ['4222000006285344', '5354560000000004', '4222000001227408', '374101000000608'] as const;

/** Throws unless `holds` is true. */
export function expectThat(holds: boolean, what: string): asserts holds {
  if (!holds) throw new Error(what);
}

/** Returns the result of a call, or undefined when it throws one of these errors. Any other error is a finding. */
export function unlessRefused<Result>(
  call: () => Result,
  errors: readonly (abstract new (...parameters: never[]) => Error)[],
): Result | undefined {
  try {
    return call();
  } catch (error) {
    expectRefusal(error, errors);
    return undefined;
  }
}

/** Throws unless the error is one of these and contains none of the card numbers. */
export function expectRefusal(
  error: unknown,
  errors: readonly (abstract new (...parameters: never[]) => Error)[],
  numbers: readonly string[] = CARD_NUMBERS,
): void {
  if (!errors.some((one) => error instanceof one)) throw error;
  expectNoCard(`${String(error)} ${JSON.stringify(error)}`, 'the error', numbers);
}

/** A UUID, which stays as it is (`withoutCardData`), and ends a number before it or begins one after it. */
const UUID = /(?<![0-9a-f])[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}(?![0-9a-f])/gi;

/** Throws if a text contains one of the card numbers. */
export function expectNoCard(text: string, where: string, numbers: readonly string[] = CARD_NUMBERS): void {
  const digits = text.replaceAll(UUID, 'UUID').replace(/[\s-]/g, '');
  for (const number of numbers) expectThat(!digits.includes(number), `There is a card number in ${where}: ${text}`);
}

/** Throws unless both have the same JSON. */
export function expectEqual(one: unknown, other: unknown, what: string): void {
  const [text, expected] = [JSON.stringify(one), JSON.stringify(other)];
  expectThat(text === expected, `${what}: ${text} instead of ${expected}`);
}

export const asText = (input: Input): string => (typeof input === 'string' ? input : JSON.stringify(input));

/** Returns a member of an input that is an object, and undefined for any other input. */
export function member(input: Input, name: string): Input | undefined {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return undefined;
  return Object.hasOwn(input, name) ? (input as InputObject)[name] : undefined;
}

/** Returns a member as a text, or '' when it is none. */
export function textOf(input: Input, name: string): string {
  const value = member(input, name);
  return typeof value === 'string' ? value : '';
}

/** Returns a member as a whole number within limits. */
export function numberOf(input: Input, name: string, most: number): number {
  const value = member(input, name);
  return typeof value === 'number' ? Math.min(Math.max(Math.trunc(value), 0), most) : 0;
}
