import { uuidOfPrefix } from '../protocol/values/order-id-prefix.js';
import { MESSAGE_KINDS, type MessageKind } from '../sandbox/core/message-kind.js';
import type { LoggedMessage } from '../sandbox/log/message-log.js';
import { checkChoice } from './choice.js';
import { createdOrders } from './created-orders.js';
import { SandboxClockClient } from './sandbox-clock.js';

/** A message of the sandbox's log, without card numbers, security codes and names of cardholders. */
export type SandboxMessage = LoggedMessage;

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
   * Reads the messages of an order. An order of the fixture `orders` has none before its first payment.
   * @param order the shop's order id, or the gateway order id of one attempt
   * @param kind only messages of this kind; default: all
   * @throws {RangeError} for an unknown kind, and for an order that neither the sandbox nor the fixture `orders` knows
   * @throws {Error} if the sandbox does not answer 200.
   */
  async messages(order: string, kind?: MessageKind): Promise<SandboxMessage[]> {
    if (kind !== undefined) checkChoice('The kind of a message', kind, MESSAGE_KINDS);
    const messages = await this.#read(`/messages?order=${encodeURIComponent(order)}`);
    if (messages.length === 0 && !createdOrders.has(order)) await this.#refuseUnknown(order);
    return kind === undefined ? messages : messages.filter((message) => message.kind === kind);
  }

  /**
   * Lists the orders that the sandbox has seen, by the shop's order ids. Use it to show that an order of your own shop
   * has sent nothing. An own id of more than 31 characters that is no UUID is listed in its short form.
   * @throws {Error} if the sandbox does not answer 200.
   */
  async orders(): Promise<string[]> {
    const messages = await this.#read('/messages');
    return [...new Set(messages.flatMap(({ request }) => orderOf(request) ?? []))];
  }

  async #read(path: string): Promise<SandboxMessage[]> {
    const response = await fetch(`${this.url}${path}`);
    if (!response.ok) throw new Error(`/messages answered ${response.status}: ${await response.text()}`);
    return (await response.json()) as SandboxMessage[];
  }

  async #refuseUnknown(order: string): Promise<void> {
    const known = await this.orders();
    const list = known.length === 0 ? 'no order' : known.slice(-MOST_NAMED).join(', ');
    throw new RangeError(
      `The sandbox at ${this.url} has never seen the order "${order}". It knows ${list}. An order is seen with its first ` +
        'payment: to show that one has sent nothing, compare gateway.orders().',
    );
  }

  /** Puts the sandbox's clock forward by seconds, as `clock.advance` does. */
  advance(seconds: number): Promise<Date> {
    return this.clock.advance(seconds);
  }
}

/** The orders that an error names, the newest ones. */
const MOST_NAMED = 20;

/** The end of a gateway order id, which differs with each attempt (docs/reference/gateway.md#order-ids). */
const ATTEMPT = /-[0-9a-hjkmnp-tv-z]{10}$/;

/** The order of a request of the log, without the part of the attempt. */
function orderOf(request: unknown): string | undefined {
  const { order, order_id, orderid } = (request ?? {}) as {
    readonly order?: { readonly id?: string } | null;
    readonly order_id?: string;
    readonly orderid?: string;
  };
  const prefix = (orderid ?? order_id ?? order?.id)?.replace(ATTEMPT, '');
  return prefix === undefined ? undefined : (uuidOfPrefix(prefix) ?? prefix);
}
