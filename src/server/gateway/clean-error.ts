import { withoutCardData, type KnownCard } from './sent-card.js';

/** Errors below each other that are kept. */
const MAX_DEPTH = 8;

/**
 * Returns a copy of an error of `fetch` without card data in its texts, because a `fetch` or a proxy of the merchant may
 * quote the request. Keeps name, message, stack, code, cause and inner errors, and nothing else.
 */
export function cleanError(error: unknown, card: KnownCard | undefined, depth = 0): unknown {
  const clean = (text: string) => withoutCardData(text, card);
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
