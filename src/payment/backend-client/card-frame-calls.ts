import { CARD_CALLS, type CardCall } from '../../protocol/adapter/card-frame-lists.js';
import type { Card } from './backend-client.js';
import { BackendError } from './backend-error.js';

/**
 * Calls through the frame with the isolated card fields. The page has a reference instead of the card, so that flow,
 * client and outcomes work as with a card of its own. The frame exchanges the reference for the card before it calls
 * the backend.
 */

/** A call whose card is in the frame. */
export interface HeldCardCall {
  readonly path: CardCall;
  /** Stands for the card. */
  readonly reference: string;
  /** The body without the card. */
  readonly body: Readonly<Record<string, unknown>>;
  readonly idempotencyKey?: string;
}

/** The answer of the backend to a call of the frame; `status` is 0 without an answer. */
export interface HeldCardAnswer {
  readonly status: number;
  /** True when the frame has not sent the call. */
  readonly unsent?: boolean | undefined;
  readonly retryAfter?: string | undefined;
  readonly body: string;
}

/** Returns the card that the page knows: a reference, and no text. */
export function heldCard(reference: string): Card {
  return { number: reference, expiryMonth: '', expiryYear: '', securityCode: '', fullName: '' };
}

interface CardBody {
  readonly number?: string;
  readonly card?: { readonly number: string };
}

/**
 * Returns a `fetch` for `fetchBackend` that makes calls with card data through the frame, and all others itself.
 *
 * @param callFrame makes a call in the frame; rejects when it is aborted
 * @param fetch makes the other calls
 */
export function fetchThroughFrame(
  callFrame: (call: HeldCardCall, signal: AbortSignal | undefined) => Promise<HeldCardAnswer>,
  fetch: typeof globalThis.fetch,
): typeof globalThis.fetch {
  return async (input, init) => {
    const address = input instanceof Request ? input.url : input.toString();
    const path = CARD_CALLS.find((call) => address.endsWith(`/${call}`));
    if (path === undefined) return fetch(input, init);
    const { number, card, ...body } = JSON.parse(typeof init?.body === 'string' ? init.body : '{}') as CardBody;
    const idempotencyKey = new Headers(init?.headers).get('idempotency-key') ?? undefined;
    const { status, unsent, retryAfter, ...answer } = await callFrame(
      { path, reference: card?.number ?? number ?? '', body, ...(idempotencyKey ? { idempotencyKey } : {}) },
      init?.signal ?? undefined,
    );
    if (unsent) throw new BackendError({ kind: 'unsent' }, 'The frame with the card fields has no card.');
    // Statuses that no call has, and those whose response has no body, count as no answer.
    if (status < 200 || status > 599 || status === 204 || status === 205 || status === 304)
      throw new TypeError('The frame with the card fields got no answer.');
    return new Response(answer.body, {
      status,
      headers: retryAfter === undefined ? {} : { 'retry-after': retryAfter },
    });
  };
}
