import { createHash } from 'node:crypto';
import { algorithmOf } from '../../protocol/values/securehash.js';
import { readXml } from '../../protocol/values/xml.js';
import { elementText } from '../../protocol/values/xml-values.js';

/** A hashed field: the code that a shop pastes, and what it returns. */
export interface HashSlot {
  readonly code: string;
  readonly valueOf: (message: Readonly<Record<string, string | undefined>>) => string | undefined;
}

const fieldSlot = (name: string): HashSlot => ({ code: `message.${name}`, valueOf: (message) => message[name] });

/** Elements of an answer that its hash may cover after the timestamp. */
const LATER_FIELDS = ['merchantid', 'orderid', 'result', 'message', 'pasref', 'authcode', 'paymentmethod', 'account'];

/** The orders of hashed fields that a run has found. */
export class HashOrders {
  readonly #found = new Set<readonly string[]>();
  #left: number;

  /** @param searches searches of all orders in one run, each of which computes up to 220,000 hashes */
  constructor(searches = 5) {
    this.#left = searches;
  }

  /**
   * Finds the fields that the hash of an XML answer covers, in their order. The first one is the timestamp, as in every
   * known message. Fields that the answer does not have are taken from the request.
   * @returns undefined when no order of them has this hash, and `not-searched` after too many searches
   */
  of(
    answer: string,
    secret: string,
    request: Readonly<Record<string, string>>,
  ): HashSlot[] | 'not-searched' | undefined {
    const document = documentOf(answer);
    if (!document) return undefined;
    const textOf = (name: string) => {
      const text = elementText(document[name === 'timestamp' ? '@timestamp' : name]);
      return typeof text === 'string' ? text : request[name];
    };
    const hash = (textOf('sha1hash') ?? textOf('sha256hash') ?? '').trim().toLowerCase();
    const algorithm = algorithmOf(hash);
    if (!algorithm) return undefined;
    const digest = (text: string) => createHash(algorithm).update(text).digest('hex');
    const texts = new Map(['timestamp', ...LATER_FIELDS].map((name) => [name, textOf(name) ?? '']));
    const isSearched = this.#left > 0;
    for (const order of this.#orders()) {
      const inner = digest(order.map((name) => texts.get(name)).join('.'));
      if (digest(`${inner}.${secret}`) !== hash) continue;
      this.#found.add(order);
      return order.map(fieldSlot);
    }
    return isSearched ? undefined : 'not-searched';
  }

  /** The orders that were found, and then all. */
  *#orders(): Generator<readonly string[]> {
    yield* [...this.#found];
    if (this.#left-- <= 0) return;
    for (const rest of arrangements(LATER_FIELDS)) yield ['timestamp', ...rest];
  }
}

function documentOf(answer: string): Readonly<Record<string, unknown>> | undefined {
  try {
    return readXml('response', answer);
  } catch {
    return undefined;
  }
}

/** Every arrangement of every part of a list. */
function* arrangements<Entry>(entries: readonly Entry[]): Generator<readonly Entry[]> {
  yield [];
  for (const [index, entry] of entries.entries()) {
    const others = entries.filter((_, place) => place !== index);
    for (const rest of arrangements(others)) yield [entry, ...rest];
  }
}

/** Hashed fields of requests whose order is an option. */
export const REQUEST_SLOTS = {
  authenticationSearch: ['request_timestamp', 'merchant_id', 'start_timestamp'].map(fieldSlot),
  paymentReport: [
    fieldSlot('timestamp'),
    fieldSlot('merchantId'),
    {
      code: "message.merchantTransactionId ? '' : message.accountId",
      valueOf: (message) => (message['merchantTransactionId'] ? '' : message['accountId']),
    },
    fieldSlot('merchantTransactionId'),
    fieldSlot('startDateTime'),
    fieldSlot('endDateTime'),
    {
      code: 'message.returnPii && message.returnPii[0].toUpperCase() + message.returnPii.slice(1)',
      valueOf: ({ returnPii: text }) => text && text.charAt(0).toUpperCase() + text.slice(1),
    },
  ],
  refundReport: [
    'timestamp',
    'merchantId',
    'accountId',
    'orderId',
    'merchantTransactionId',
    'startDateTime',
    'endDateTime',
  ].map(fieldSlot),
} as const satisfies Readonly<Record<string, readonly HashSlot[]>>;

/** Orders near an order: one field is left out, or is at another place. */
export function ordersNear(slots: readonly HashSlot[]): readonly (readonly HashSlot[])[] {
  const orders = slots.flatMap((slot, index) => {
    const others = slots.filter((_, place) => place !== index);
    return [others, ...slots.map((_, place) => [...others.slice(0, place), slot, ...others.slice(place)])];
  });
  const codes = (order: readonly HashSlot[]) => order.map(({ code }) => code).join();
  const own = codes(slots);
  return [...new Map(orders.map((order) => [codes(order), order])).values()].filter((order) => codes(order) !== own);
}
