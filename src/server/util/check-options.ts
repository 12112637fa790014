import type * as z from '../../protocol/zod.js';
import { OptionError, type OptionMistake } from './option-error.js';
import { nameOf } from './option-rule.js';

/** Checks options against their schema and returns every mistake. */
export function mistakesOf(schema: z.ZodMiniType, options: unknown): OptionMistake[] {
  const { error } = schema.safeParse(options, { reportInput: true, error: () => 'has a wrong value' });
  return (error?.issues ?? []).map(({ path, message }) => ({
    option: nameOf(path),
    message: `${nameOf(path)} ${message}`,
  }));
}

/** @throws {OptionError} when there is a mistake */
export function refuseMistakes(mistakes: readonly OptionMistake[]): void {
  const [first, ...others] = mistakes;
  if (first) throw new OptionError([first, ...others]);
}
