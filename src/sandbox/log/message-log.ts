import type { MessageKind } from '../core/message-kind.js';
import { isAttemptOfOrder } from './attempt-of-order.js';
import { masked } from './masking.js';

/** One message: encoded fields decoded, card data masked. */
export interface LoggedMessage {
  /** The time of the message, ISO 8601 in UTC. */
  readonly at: string;
  /** The kind of the message. */
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

/** A message with its subject. */
export interface LogEntry {
  readonly message: LoggedMessage;
  readonly about: MessageSubject | undefined;
  /** Characters of the message as JSON. */
  readonly size: number;
}

interface Capacity {
  /** The most messages. Default: 10,000. */
  readonly entries?: number;
  /** The most characters of all messages as JSON. Default: 16,777,216. */
  readonly characters?: number;
}

/**
 * A log of all messages, which are masked before they are kept. It is bounded in messages and in characters, and the
 * oldest messages are dropped first.
 * @example
 * const sandbox = createSandbox();
 * const kinds = sandbox.messages.list(id).map(({ kind }) => kind); // sandbox.messages is a MessageLog
 */
export class MessageLog {
  readonly #entries = new Set<LogEntry>();
  readonly #most: Required<Capacity>;
  #characters = 0;

  constructor(
    /** Returns the time of a message. */
    readonly now: () => Date,
    { entries = 10_000, characters = 16_777_216 }: Capacity = {},
  ) {
    this.#most = { entries, characters };
  }

  /** Characters of all messages that are kept. */
  get characters(): number {
    return this.#characters;
  }

  /** Adds a message. */
  record(kind: MessageKind, { request, response, httpStatus, about }: MessageDraft): void {
    const message = {
      at: this.now().toISOString(),
      kind,
      request: masked(request),
      response: masked(response),
      ...(httpStatus === undefined ? {} : { http_status: httpStatus }),
    };
    this.#keep({ message, about, size: JSON.stringify(message).length });
  }

  #keep(entry: LogEntry): void {
    this.#entries.add(entry);
    this.#characters += entry.size;
    // A set keeps the order in which its entries were added.
    for (const oldest of this.#entries) {
      if (this.#entries.size <= this.#most.entries && this.#characters <= this.#most.characters) break;
      this.#entries.delete(oldest);
      this.#characters -= oldest.size;
    }
  }

  /** Returns the messages with their subjects, newest last. */
  entries(): Iterable<LogEntry> {
    return this.#entries;
  }

  /** Adds the messages that `entries` of another log returned. */
  restore(entries: Iterable<LogEntry>): void {
    for (const entry of entries) this.#keep(entry);
  }

  /** Returns the messages of an order and of all its gateway order ids, or all messages; newest last. */
  list(order?: string): LoggedMessage[] {
    const messages: LoggedMessage[] = [];
    for (const { message, about } of this.#entries) {
      if (order === undefined || isAttemptOfOrder(about?.order ?? '', order)) messages.push(message);
    }
    return messages;
  }
}
