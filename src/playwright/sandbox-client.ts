/** A message of the sandbox's log, without card numbers, security codes and names of cardholders. */
export interface SandboxMessage {
  /** Time of the request, ISO 8601. */
  readonly at: string;
  /** Kind of the call, such as `authentications`, `auth` or `status`. */
  readonly kind: string;
  /** Fields of the request, which differ by kind. */
  readonly request: unknown;
  /** The answer; null without a body. */
  readonly response: unknown;
}

/**
 * A client of the sandbox's message log and clock, for tests.
 *
 * @example
 * import { SandboxClient } from 'scudo-checkout/playwright';
 *
 * const gateway = new SandboxClient('http://127.0.0.1:4174');
 * console.log((await gateway.messages('A1', 'auth')).length);
 */
export class SandboxClient {
  constructor(
    /** The address of the sandbox. */
    readonly url: string,
  ) {}

  /**
   * Reads the messages of an order.
   * @param order the shop's order id, or the gateway order id of one attempt
   * @param kind only messages of this kind; default: all
   * @throws {Error} if the sandbox does not answer 200.
   */
  async messages(order: string, kind?: string): Promise<SandboxMessage[]> {
    const messages = (await this.#json(`/messages?order=${encodeURIComponent(order)}`)) as SandboxMessage[];
    return kind === undefined ? messages : messages.filter((message) => message.kind === kind);
  }

  /**
   * Advances the sandbox's clock. Resolves when everything that became due is done.
   * @param seconds a positive number of seconds
   * @returns the sandbox's time, in milliseconds since 1970.
   * @throws {Error} if the clock is not drivable.
   */
  async advance(seconds: number): Promise<number> {
    const { now } = (await this.#json('/clock', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ advance: seconds }),
    })) as { now: string };
    return Date.parse(now);
  }

  async #json(path: string, init?: RequestInit): Promise<unknown> {
    const response = await fetch(`${this.url}${path}`, init);
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
    return response.json();
  }
}
