import { NoAnswerError } from '../client/no-answer-error.js';
import { testedBackend } from '../client/tested-backend.js';
import { orderSource, SetUpError, type Bench } from './bench/bench.js';
import type { Rule } from './bench/rule.js';
import { startTestGateway, type TestAccount } from './bench/test-gateway.js';
import { expectThat, Violation } from './bench/violation.js';

/** The backend under test, and the gateway that it calls. */
export interface ConformanceOptions extends TestAccount {
  /** Address of the backend. */
  readonly url: string;
  /** Address that creates orders. */
  readonly newOrder: string;
  /** Address at which the backend calls the gateway. */
  readonly gateway: string;
  /** Origin of a checkout page. */
  readonly page: string;
  /** Default: the platform's `fetch`. */
  readonly fetch?: typeof globalThis.fetch;
}

/** A bench with a gateway that runs. */
export interface RunningBench extends Bench {
  readonly stop: () => Promise<void>;
}

/** Starts the gateway, and connects the rules to the backend. */
export async function startBench(options: ConformanceOptions): Promise<RunningBench> {
  const { url, newOrder, gateway, page, fetch = globalThis.fetch, ...account } = options;
  const { merchantId, accountId, secret } = account;
  const merchantHost = new URL(url).hostname;
  const running = await startTestGateway({ url: gateway, merchantHost, merchantId, accountId, secret });
  return {
    backend: testedBackend(url, fetch),
    gateway: running,
    page,
    newOrder: orderSource(newOrder, fetch),
    stop: running.stop,
  };
}

/**
 * Checks the rules one after another, and prints a line for each and the counts at the end. A wrong set-up ends the
 * run: the rules that are left count as failed.
 * @returns true if the backend keeps all of them
 */
export async function checkBackend(
  bench: Bench,
  rules: readonly Rule[],
  print: (line: string) => void,
): Promise<boolean> {
  let passed = 0;
  try {
    for (const rule of rules) {
      const violation = await violationOf(rule, bench);
      if (!violation) passed++;
      print(violation ? failureLines(rule, violation) : `ok    ${rule.id.padEnd(34)} ${rule.title}`);
    }
  } catch (error) {
    if (!(error instanceof SetUpError)) throw error;
    print(`\n${error.message}`);
  }
  print(`\n${passed} passed, ${rules.length - passed} failed`);
  return passed === rules.length;
}

/**
 * Checks one rule, without disturbances that an earlier one has left.
 * @throws {Violation} for a rule that is broken, also when the backend has not made a call that the rule disturbs
 */
export async function checkRule(rule: Rule, bench: Bench): Promise<void> {
  bench.gateway.reset();
  await rule.check(bench);
  const unused = bench.gateway.reset();
  expectThat(unused.length === 0, 'the calls of the gateway that the rule disturbs', `none of ${unused.join(', ')}`);
}

async function violationOf(rule: Rule, bench: Bench): Promise<Violation | undefined> {
  try {
    await checkRule(rule, bench);
    return undefined;
  } catch (error) {
    if (error instanceof SetUpError) throw error;
    if (error instanceof NoAnswerError) return new Violation(error.expected, error.got);
    // Answers may have forms that a rule does not expect.
    return error instanceof Violation ? error : new Violation('answers that the rule can read', String(error));
  }
}

function failureLines({ id, title, see }: Rule, { expected, got }: Violation): string {
  return [
    `FAIL  ${id.padEnd(34)} ${title}`,
    `        expected  ${expected}`,
    `        got       ${got}`,
    `        see       ${see}`,
  ].join('\n');
}
