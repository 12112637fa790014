import { BoundedMap } from '../bounded-map.js';
import { masked } from './masking.js';

/** The messages' names, in the order in which a payment sends them. */
export type MessageKind =
  | 'protocol-versions'
  /** The method page was asked for. */
  | 'method'
  /** The method page posts to the merchant. */
  | 'method-notification'
  | 'authentications'
  | 'creq'
  | 'challenge-attempt'
  | 'cres'
  /** GET authentications/{id} */
  | 'authentication-data'
  | 'auth'
  /** What became of an authorization. */
  | 'query'
  | 'payment-set'
  /** What the shopper chose on the simulator's page. */
  | 'testpay'
  /** The message that the shopper takes back to the merchant. */
  | 'return'
  /** The same to the merchant's status URL: each attempt to deliver it. */
  | 'status'
  | 'payment-credit'
  | 'search'
  | 'payments-report'
  | 'refunds-report';

/** One message (design: Outcomes and order states, last paragraph), encoded fields decoded, card data masked. */
export interface LoggedMessage {
  readonly at: string;
  readonly kind: MessageKind;
  /** The message's content; null where none could be read. */
  readonly request: unknown;
  /** Null for an answer without a body. */
  readonly response: unknown;
  /** The answer's status, for the calls of the merchant's backend. */
  readonly http_status?: number;
}

/** Whom a message is about. A transaction learns its order with the authentication, after its version check was logged. */
export interface MessageSubject {
  readonly order?: string | undefined;
}

export interface MessageDraft {
  readonly request: unknown;
  readonly response: unknown;
  readonly httpStatus?: number;
  readonly about?: MessageSubject | undefined;
}

/** The log of all messages, masked before they are kept; the oldest go first. */
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

  /** The messages of an order and its further attempts (`ID-2`, `ID-3`), or all; newest last. */
  list(order?: string): LoggedMessage[] {
    const messages: LoggedMessage[] = [];
    for (const { message, about } of this.#entries.values()) {
      if (order === undefined || belongs(about?.order, order)) messages.push(message);
    }
    return messages;
  }
}

function belongs(attempt: string | undefined, order: string): boolean {
  return (
    attempt === order || (attempt?.startsWith(`${order}-`) === true && /^\d+$/.test(attempt.slice(order.length + 1)))
  );
}
