import { MESSAGE_KINDS, type MessageKind } from '../sandbox/core/message-kind.js';
import { checkChoice } from './choice.js';
import { SandboxClockClient } from './sandbox-clock.js';

/** A message of the sandbox's log, without card numbers, security codes and names of cardholders. */
export interface SandboxMessage {
  /** Time of the request, ISO 8601. */
  readonly at: string;
  /** Kind of the call, such as `authentications`, `auth` or `status`. */
  readonly kind: MessageKind;
  /** Fields of the request, which differ by kind. */
  readonly request: unknown;
  /** The answer; null without a body. */
  readonly response: unknown;
  /** The HTTP status of the answer, for calls of the merchant's backend. */
  readonly http_status?: number;
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
  /** The sandbox's clock. */
  readonly clock: SandboxClockClient;

  constructor(
    /** The address of the sandbox. */
    readonly url: string,
  ) {
    this.clock = new SandboxClockClient(url);
  }

  /**
   * Reads the messages of an order.
   * @param order the shop's order id, or the gateway order id of one attempt
   * @param kind only messages of this kind; default: all
   * @throws {RangeError} for an unknown kind
   * @throws {Error} if the sandbox does not answer 200.
   */
  async messages(order: string, kind?: MessageKind): Promise<SandboxMessage[]> {
    if (kind !== undefined) checkChoice('The kind of a message', kind, MESSAGE_KINDS);
    const response = await fetch(`${this.url}/messages?order=${encodeURIComponent(order)}`);
    if (!response.ok) throw new Error(`/messages answered ${response.status}: ${await response.text()}`);
    const messages = (await response.json()) as SandboxMessage[];
    return kind === undefined ? messages : messages.filter((message) => message.kind === kind);
  }

  /** Puts the sandbox's clock forward by seconds, as `clock.advance` does. */
  advance(seconds: number): Promise<Date> {
    return this.clock.advance(seconds);
  }
}
