import { withoutCardDetails, type CardDetails } from './card-details.js';
import { withoutCardData, type KnownCard } from './sent-card.js';

/** The card of a call, with the details that the request has. */
export type SentCard = KnownCard & CardDetails;

/** Errors below each other that are kept. */
const MAX_DEPTH = 8;

/**
 * Returns a copy of an error of `fetch` without card data in its texts. A `fetch` or a proxy of the merchant may quote
 * the request: its number, security code, expiry date and holder. Keeps name, message, stack, code, cause and inner
 * errors, and nothing else.
 */
export function cleanError(error: unknown, card: SentCard | undefined, depth = 0): unknown {
  const clean = (text: string) => withoutCardDetails(withoutCardData(text, card), card ?? {});
  if (typeof error === 'string') return clean(error);
  if (!(error instanceof Error)) return undefined;
  const copy = new Error(clean(error.message));
  const { code, errors } = error as { readonly code?: unknown; readonly errors?: unknown };
  const inner = (one: unknown) => (depth < MAX_DEPTH ? cleanError(one, card, depth + 1) : undefined);
  return Object.assign(copy, {
    name: clean(error.name),
    stack: clean(error.stack ?? ''),
    ...(typeof code === 'string' ? { code: clean(code) } : {}),
    ...(error.cause === undefined ? {} : { cause: inner(error.cause) }),
    ...(Array.isArray(errors) ? { errors: errors.slice(0, MAX_DEPTH).map(inner) } : {}),
  });
}
