/**
 * The clock of a sandbox, for tests. It moves for all orders of the sandbox, so that tests which advance it need a
 * sandbox of their own; the fixture `test` has one for each worker.
 *
 * @example
 * import { SandboxClockClient } from 'scudo-checkout/playwright';
 *
 * const clock = new SandboxClockClient('http://127.0.0.1:4174');
 * await clock.advance(3600);
 */
export class SandboxClockClient {
  constructor(
    /** The address of the sandbox. */
    readonly url: string,
  ) {}

  /**
   * Puts the clock forward. Resolves when everything that became due is done.
   * @param seconds a number of seconds, such as 3600 for an hour
   * @returns the sandbox's time
   * @throws {RangeError} for what is not a number of seconds
   * @throws {Error} if the clock is not drivable: start the sandbox with `--drivable-clock`
   */
  async advance(seconds: number): Promise<Date> {
    if (!(Number.isFinite(seconds) && seconds >= 0)) {
      throw new RangeError(`advance must be a number of seconds, such as 3600 for an hour; got ${String(seconds)}.`);
    }
    const response = await fetch(`${this.url}/clock`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ advance: seconds }),
    });
    if (response.status === 404) {
      throw new Error(`The clock of ${this.url} is not drivable. Start the sandbox with --drivable-clock.`);
    }
    if (!response.ok) throw new Error(`/clock answered ${response.status}: ${await response.text()}`);
    return new Date(((await response.json()) as { readonly now: string }).now);
  }

  /** Reads the sandbox's time. */
  now(): Promise<Date> {
    return this.advance(0);
  }
}
