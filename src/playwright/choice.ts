/**
 * Checks a choice of a test at once. Without types, a wrong one would wait for a page until the test ends.
 * @throws {RangeError} naming the choices
 */
export function checkChoice(what: string, choice: string, choices: readonly string[]): void {
  if (choices.includes(choice)) return;
  throw new RangeError(`${what} must be one of ${choices.map((one) => `"${one}"`).join(', ')}; got "${choice}".`);
}
