import { BoundedMap } from '../core/bounded-map.js';
import type { MessageKind } from '../core/message-kind.js';
import { masked } from './masking.js';

/** One message: encoded fields decoded, card data masked. */
export interface LoggedMessage {
  readonly at: string;
  readonly kind: MessageKind;
  /** The message's content; null where it could not be read. */
  readonly request: unknown;
  /** Null for an answer without a body. */
  readonly response: unknown;
  /** The HTTP status of the answer, for calls of the merchant's backend. */
  readonly http_status?: number;
}

/**
 * The subject of a message. A transaction gets its order with the authentication, after its version check was logged.
 */
export interface MessageSubject {
  readonly order?: string | undefined;
}

export interface MessageDraft {
  readonly request: unknown;
  readonly response: unknown;
  readonly httpStatus?: number;
  readonly about?: MessageSubject | undefined;
}

/** A bounded log of all messages, which are masked before they are kept. The oldest entries are dropped first. */
export class MessageLog {
  readonly #entries: BoundedMap<
    number,
    { readonly message: LoggedMessage; readonly about: MessageSubject | undefined }
  >;
  #count = 0;

  constructor(
    readonly now: () => Date,
    capacity = 10_000,
  ) {
    this.#entries = new BoundedMap(capacity);
  }

  record(kind: MessageKind, { request, response, httpStatus, about }: MessageDraft): void {
    const message = {
      at: this.now().toISOString(),
      kind,
      request: masked(request),
      response: masked(response),
      ...(httpStatus === undefined ? {} : { http_status: httpStatus }),
    };
    this.#entries.set(this.#count++, { message, about });
  }

  /** Returns the messages of an order and of all its gateway order ids, or all messages; newest last. */
  list(order?: string): LoggedMessage[] {
    const messages: LoggedMessage[] = [];
    for (const { message, about } of this.#entries.values()) {
      if (order === undefined || isAttemptOf(about?.order, order)) messages.push(message);
    }
    return messages;
  }
}

/** The longest order id that leaves room for a hyphen and ten random characters in a gateway order id of 50. */
const LONGEST_PREFIX = 39;
/**
 * The end of a gateway order id: ten random letters and digits (docs/reference/gateway.md#order-ids), or the number
 * of an attempt of version 0.1.0.
 */
const ATTEMPT = /^-([0-9a-hjkmnp-tv-z]{10}|\d+)$/;

/** Returns whether a gateway order id is an order's own id or belongs to one of its attempts. */
function isAttemptOf(gatewayOrderId: string | undefined, order: string): boolean {
  if (gatewayOrderId === undefined) return false;
  const prefix = order.slice(0, LONGEST_PREFIX);
  return (
    gatewayOrderId === order ||
    (gatewayOrderId.startsWith(order) && ATTEMPT.test(gatewayOrderId.slice(order.length))) ||
    (gatewayOrderId.startsWith(prefix) && ATTEMPT.test(gatewayOrderId.slice(prefix.length)))
  );
}
