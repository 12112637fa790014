import { SetUpError } from './bench/bench.js';
import { checkBackend, startBench } from './check-backend.js';
import { CONFORMANCE_USAGE, parseConformance } from './conformance-options.js';
import { RULES } from './rules.js';

/**
 * Runs `scudo-checkout conformance` and returns its exit code.
 * @throws {CommandUsageError}
 */
export async function runConformance(args: readonly string[], print: (line: string) => void): Promise<0 | 1> {
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
  if (!bench) return 1;
  try {
    return (await checkBackend(bench, rules, print)) ? 0 : 1;
  } catch (error) {
    if (!(error instanceof SetUpError)) throw error;
    print(`\n${error.message}\n\n0 passed, ${rules.length} failed`);
    return 1;
  } finally {
    await bench.stop();
  }
}
