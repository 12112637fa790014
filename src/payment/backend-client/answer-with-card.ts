import { renamed, wireName } from '../../protocol/values/camel-case.js';
import type { Card } from './backend-client.js';
import type { HeldCardAnswer, HeldCardCall } from './card-frame-calls.js';

/** The options of `answerWithCard`. */
export interface CardCallOptions {
  /** The address of the backend, with a slash at the end. */
  readonly base: string;
  readonly order: string;
  /** Returns the card, or only its number for a version check; undefined if the reference does not stand for one. */
  readonly held: (reference: string) => { readonly number: string; readonly card?: Card | undefined } | undefined;
  /** The secret of the frame, a UUID, without which the backend does not find its transactions. */
  readonly frameKey: string;
  readonly fetch: typeof globalThis.fetch;
  readonly signal: AbortSignal;
}

const UNANSWERED: HeldCardAnswer = { status: 0, body: '' };
const UNSENT: HeldCardAnswer = { ...UNANSWERED, unsent: true };

/**
 * Makes a call of the adapter contract in the frame: adds the card, and returns the answer of the backend as text. An
 * answer that contains the card number is not returned.
 */
export async function answerWithCard(
  { path, reference, body, idempotencyKey }: HeldCardCall,
  { base, order, held, frameKey, fetch, signal }: CardCallOptions,
): Promise<HeldCardAnswer> {
  const { number, card } = held(reference) ?? {};
  const isCheck = path === 'protocol-versions';
  // The frame was loaded again, or has dropped the card. The page knows if an earlier try of the call was sent.
  if (number === undefined || (!isCheck && !card)) return UNSENT;
  const headers = { accept: 'application/json', 'content-type': 'application/json' };
  let isSent = false;
  try {
    const address = new URL(`orders/${encodeURIComponent(order)}/${path}`, base);
    const init: RequestInit = {
      method: 'POST',
      headers: idempotencyKey === undefined ? headers : { ...headers, 'idempotency-key': idempotencyKey },
      body: JSON.stringify({
        ...body,
        ...(isCheck ? { number, frame_key: frameKey } : { card: renamed({ ...card, frameKey }, wireName) }),
      }),
      cache: 'no-store',
      credentials: 'same-origin',
      signal,
    };
    isSent = true;
    const response = await fetch(address, init);
    const text = await response.text();
    if (text.replace(/[\s-]/g, '').includes(number)) return UNANSWERED;
    return { status: response.status, retryAfter: response.headers.get('retry-after') ?? undefined, body: text };
  } catch {
    return isSent ? UNANSWERED : UNSENT;
  }
}
