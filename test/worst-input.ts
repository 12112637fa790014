import { Session } from 'node:inspector/promises';
import type * as z from 'zod/mini';

/**
 * Texts that are slow for patterns with two ways to match, for trimming, and for parsers. Each makes a text of `size`
 * characters.
 */
export const WORST: Readonly<Record<string, (size: number) => string>> = {
  'dots after an @': (size) => `a@${'.'.repeat(size - 3)}@`,
  'dots and letters before an @': (size) => `${'a.'.repeat(size / 2 - 1)}@`,
  'letters around dots after an @': (size) => `a@${'a.'.repeat(size / 2 - 2)}@`,
  'equals signs before a letter': (size) => `${'='.repeat(size - 1)}x`,
  'spaces before a letter': (size) => `${' '.repeat(size - 1)}x`,
  'digits before a letter': (size) => `${'4'.repeat(size - 1)}x`,
  'digits with spaces': (size) => '4 '.repeat(size / 2),
  zeros: (size) => '0'.repeat(size),
  'opening brackets': (size) => '['.repeat(size),
  'opening angle brackets': (size) => '<'.repeat(size),
  'percent signs': (size) => '%'.repeat(size),
  'hyphens between letters': (size) => 'a-'.repeat(size / 2),
  commas: (size) => ','.repeat(size),
  'slashes before a letter': (size) => `${'/'.repeat(size - 1)}x`,
  'an address of slashes and dots': (size) => `https://a/${'/..'.repeat(size / 3 - 4)}`,
  'groups of a UUID': (size) => '00000000-0000-4000-8000-'.repeat(size / 24),
};

/** The most steps for each character of a text. More of them grow faster than the text. */
const MOST = 50;

interface Slow {
  readonly what: string;
  readonly steps: number;
}

/**
 * Sends every worst text and returns those that take more than 50 steps for each character.
 * @param send makes one request and returns the steps that it took
 */
export async function slowTexts(size: number, send: (text: string) => Promise<number>): Promise<Slow[]> {
  const slow: Slow[] = [];
  for (const [what, make] of Object.entries(WORST)) {
    const steps = await send(make(size));
    if (steps > MOST * size) slow.push({ what, steps });
  }
  return slow;
}

let session: Session | undefined;

/**
 * Counts the steps of a call: how often its functions, loops and branches run, in the package and its libraries. The
 * machine has no influence. Patterns are no steps; `test/linear-patterns.test.ts` and ESLint check them.
 */
export async function stepsOf(call: () => Promise<unknown>): Promise<number> {
  session ??= await startCounting();
  await call();
  // Each answer starts the counters again. The steps that build the next request are few.
  const { result } = await session.post('Profiler.takePreciseCoverage');
  const counts = result.flatMap(({ functions }) => functions.flatMap(({ ranges }) => ranges.map(({ count }) => count)));
  return counts.reduce((sum, count) => sum + count, 0);
}

async function startCounting(): Promise<Session> {
  const started = new Session();
  started.connect();
  await started.post('Profiler.enable');
  await started.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
  return started;
}

export type Path = readonly string[];

/**
 * The path of every field of a message that is no object. Throws for a type of schema that it does not know, so that no
 * field is left out.
 */
export function fieldsOf(schema: z.ZodMiniType, path: Path = []): Path[] {
  const def = (schema as any)._zod.def as any;
  switch (def.type) {
    case 'object':
      return Object.entries(def.shape as Record<string, z.ZodMiniType>).flatMap(([name, inner]) =>
        fieldsOf(inner, [...path, name]),
      );
    case 'optional':
    case 'catch':
      return fieldsOf(def.innerType as z.ZodMiniType, path);
    case 'array':
      return fieldsOf(def.element as z.ZodMiniType, [...path, '0']);
    case 'union':
      return (def.options as z.ZodMiniType[]).flatMap((option) => fieldsOf(option, path));
    case 'pipe':
      return fieldsOf((def.in._zod.def.type === 'transform' ? def.out : def.in) as z.ZodMiniType, path);
    case 'record':
      return [[...path, 'key']];
    case 'string':
    case 'enum':
    case 'literal':
    case 'boolean':
    case 'number':
    case 'unknown':
      return [path];
    default:
      throw new Error(`${path.join('.')} has a schema of the type ${String(def.type)}, which is not known here.`);
  }
}

/** The message with another value at a path. Objects on the way are made. */
export function withValue(message: unknown, [name, ...rest]: Path, value: unknown): unknown {
  if (name === undefined) return value;
  const isList = Array.isArray(message) || (message === undefined && name === '0');
  const inner = withValue((message as Record<string, unknown> | undefined)?.[name], rest, value);
  return isList ? [inner] : { ...(message as object | undefined), [name]: inner };
}

/** A form or a query with a value that is encoded only where it must be, so that it stays as large as it is. */
export function pairs(fields: Readonly<Record<string, string>>): string {
  return Object.entries(fields)
    .map(([name, value]) => `${name}=${value.replace(/[&+%# ]/g, encodeURIComponent)}`)
    .join('&');
}
