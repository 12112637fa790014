import type { PaymentRequest, RedirectRequest } from '../../../protocol/adapter/adapter-requests.js';
import { sentValues } from '../../../protocol/redirect/redirect-fields.js';
import { maskCardNumber } from '../../../protocol/values/card-number.js';
import type { Fingerprint } from './fingerprint-key.js';

/** The request that an Idempotency-Key belongs to, as it is stored with its answer. It has no security code. */
export interface KeyedRequest {
  /** Last part of the route, such as `authentications`. */
  readonly call: string;
  /** Transaction of a card payment, or the masked card without one; the method of a redirect payment. */
  readonly subject: string;
  /** Fingerprint of the card, or of the payer of a redirect payment. Absent once the order takes no further payment. */
  readonly fingerprint?: string;
}

/**
 * Compares a stored request with a given one. Fingerprints of different keys cannot be compared, and an order that is
 * final has none: then the rest of the request decides.
 */
export function isSameRequest(stored: KeyedRequest, given: KeyedRequest): boolean {
  if (stored.call !== given.call || stored.subject !== given.subject) return false;
  const key = keyIdOf(stored);
  return key === undefined || key !== keyIdOf(given) || stored.fingerprint === given.fingerprint;
}

/** Calls with the same scope are processed one at a time: those of one transaction, or all redirect payments. */
export function scopeOf({ call, subject }: KeyedRequest): string {
  return call === 'redirects' ? call : `${call} ${subject}`;
}

/** True for a call of a card payment: its authentication, or the authorization that follows. */
export function isCardCall({ call }: KeyedRequest): boolean {
  return call === 'authentications' || call === 'authorizations';
}

/** The id of the key comes before a dot (fingerprint-key.ts). */
function keyIdOf({ fingerprint }: KeyedRequest): string | undefined {
  return fingerprint?.split('.', 1)[0];
}

interface Fingerprinting {
  readonly fingerprint: Fingerprint;
}

/**
 * The request of a card payment that its key belongs to. It has the call, its transaction (or the masked card), a
 * fingerprint of the card, and one of its frame if it has one. The security code is never stored. The page around a
 * frame chooses keys, and must not learn from an answer whether a masked number is right.
 */
export async function keyedCardPayment(
  backend: Fingerprinting,
  call: string,
  id: string,
  { server_trans_id, card }: Pick<PaymentRequest, 'server_trans_id' | 'card'>,
): Promise<KeyedRequest> {
  const { number, expiry_month, expiry_year, full_name, frame_key } = card;
  const frame = frame_key === undefined ? [] : [frame_key];
  return {
    call,
    subject: server_trans_id ?? (frame_key === undefined ? maskCardNumber(number) : 'isolated'),
    fingerprint: await fingerprintOf(backend, id, number, expiry_month, expiry_year, full_name, ...frame),
  };
}

/** The request of a redirect payment that its key belongs to: the method, and a fingerprint of the payer. */
export async function keyedRedirect(
  backend: Fingerprinting,
  id: string,
  request: RedirectRequest,
): Promise<KeyedRequest> {
  return {
    call: 'redirects',
    subject: request.method,
    fingerprint: await fingerprintOf(backend, id, ...sentValues(request)),
  };
}

function fingerprintOf(backend: Fingerprinting, id: string, ...parts: readonly string[]): Promise<string> {
  return backend.fingerprint(JSON.stringify([id, ...parts]));
}
