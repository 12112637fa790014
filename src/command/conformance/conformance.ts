import { NoAnswerError } from '../client/no-answer-error.js';
import { SetUpError } from './bench/bench.js';
import { checkBackend, startBench } from './check-backend.js';
import { checkBenchSetUp } from './check-set-up.js';
import { CONFORMANCE_USAGE, parseConformance } from './conformance-options.js';
import { RULES } from './rules.js';

/**
 * Runs `scudo-checkout conformance` and returns its exit code.
 * @throws {CommandUsageError}
 */
export async function runConformance(args: readonly string[], print: (line: string) => void): Promise<0 | 1 | 2> {
  const command = parseConformance(args);
  if (command === 'help') {
    print(CONFORMANCE_USAGE);
    return 0;
  }
  const { only, ...options } = command;
  const rules = RULES.filter(({ id }) => only.length === 0 || only.some((start) => id.startsWith(start)));
  const bench = await startBench(options).catch((error: unknown) => {
    print(`The sandbox cannot listen at ${options.gateway}: ${(error as Error).message}`);
  });
  if (!bench) return 2;
  try {
    // A backend that is not finished has rules that need less.
    if (only.length === 0) await checkBenchSetUp(bench);
    return (await checkBackend(bench, rules, print)) ? 0 : 1;
  } catch (error) {
    if (!(error instanceof SetUpError) && !(error instanceof NoAnswerError)) throw error;
    print(`${error.message}\n\nNo rule was checked.`);
    return 2;
  } finally {
    await bench.stop();
  }
}
