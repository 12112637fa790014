import type { Limits } from './limits.js';
import type { Change, OrderBook, Updated, UpdateOptions } from '../book/order-book.js';
import {
  paymentAttempts,
  type AuthenticationRecord,
  type OrderCounts,
  type OrderRecord,
} from '../domain/record/order-record.js';
import { withFlag, withoutFlag } from '../domain/states/order-transition.js';
import { Problem } from '../domain/problems/problem.js';

/** A call to which the limits of an order apply. */
export interface LimitedUse {
  readonly kind: 'attempt' | 'version-check';
  /** Fingerprint of the card number; absent for a redirect payment. */
  readonly card?: string;
  /** Fingerprint of the token of the page that has the card. */
  readonly page?: string | undefined;
}

/** The attempt that pays with a prepared transaction. */
export function attemptOf({ cardFingerprint, page }: AuthenticationRecord): LimitedUse {
  return { kind: 'attempt', card: cardFingerprint, page };
}

interface OrderLimitsContext {
  readonly book: OrderBook;
  readonly limits: Limits;
}

type OrderLimit = 'attemptsPerOrder' | 'cardsPerOrder' | 'versionChecksPerOrder';

/** Counts of an order. A new record has none. */
function countsOf(record: OrderRecord): OrderCounts {
  return (
    record.counts ?? {
      attempts: paymentAttempts(record).length,
      cards: 0,
      cardFingerprints: [],
      pageKeys: [],
      versionChecks: 0,
    }
  );
}

/**
 * The limit that refuses the call, or undefined. A version check is refused as well when the payment that it prepares
 * would be. At `cardsPerOrder` only a page that has tried this card itself, or that has prepared its first one, may
 * continue. The answer must not show another client which cards the order knows.
 */
function limitReached(record: OrderRecord, use: LimitedUse, limits: Limits): OrderLimit | undefined {
  const counts = countsOf(record);
  if (counts.attempts >= limits.attemptsPerOrder) return 'attemptsPerOrder';
  if (use.kind === 'version-check' && counts.versionChecks >= limits.versionChecksPerOrder) {
    return 'versionChecksPerOrder';
  }
  if (use.card === undefined || indexOfTry(counts, use) >= 0) return undefined;
  return counts.cards >= limits.cardsPerOrder && !isPreparedPage(record, counts, use) ? 'cardsPerOrder' : undefined;
}

/**
 * True for a page whose version check was admitted, and which has not tried a card yet. It can try one at the limit, so
 * that other clients cannot keep the shopper from paying. `attemptsPerOrder` bounds the number of such pages.
 */
function isPreparedPage(
  { authentications }: OrderRecord,
  { pageKeys = [] }: OrderCounts,
  { page }: LimitedUse,
): boolean {
  return page !== undefined && !pageKeys.includes(page) && authentications.some((one) => one.page === page);
}

/** False for a card that was tried before. */
function isAnotherCard({ cardFingerprints = [] }: OrderCounts, card: string | undefined): card is string {
  return card !== undefined && !cardFingerprints.includes(card);
}

/** Index of the last attempt of this page with this card; -1 when there is none. */
function indexOfTry({ cardFingerprints = [], pageKeys = [] }: OrderCounts, { card, page }: LimitedUse): number {
  return cardFingerprints.findLastIndex((one, index) => one === card && (pageKeys[index] ?? '') === (page ?? ''));
}

/** The counts with the call. */
function countsWith(counts: OrderCounts, { kind, card, page }: LimitedUse): OrderCounts {
  if (kind === 'version-check') return { ...counts, versionChecks: counts.versionChecks + 1 };
  const attempted = { ...counts, attempts: counts.attempts + 1 };
  if (card === undefined) return attempted;
  return {
    ...attempted,
    cards: counts.cards + (isAnotherCard(counts, card) ? 1 : 0),
    cardFingerprints: [...(counts.cardFingerprints ?? []), card],
    pageKeys: [...(counts.pageKeys ?? []), page ?? ''],
  };
}

/** The record after a counted call whose request certainly did not leave the backend. */
export function withoutCounted(record: OrderRecord, use: LimitedUse): OrderRecord {
  return { ...record, counts: countsWithout(countsOf(record), use) };
}

function countsWithout(counts: OrderCounts, use: LimitedUse): OrderCounts {
  const { kind, card } = use;
  if (kind === 'version-check') return { ...counts, versionChecks: Math.max(0, counts.versionChecks - 1) };
  const { cardFingerprints = [], pageKeys = [] } = counts;
  const attempts = Math.max(0, counts.attempts - 1);
  const at = card === undefined ? -1 : indexOfTry(counts, use);
  if (at < 0) return { ...counts, attempts };
  const left = {
    ...counts,
    attempts,
    cardFingerprints: cardFingerprints.toSpliced(at, 1),
    pageKeys: pageKeys.toSpliced(at, 1),
  };
  return isAnotherCard(left, card) ? { ...left, cards: Math.max(0, counts.cards - 1) } : left;
}

/** The record with all counts at zero, so that the order can be paid again. */
export function withoutCounts(record: OrderRecord): OrderRecord {
  const counts: OrderCounts = { attempts: 0, cards: 0, cardFingerprints: [], pageKeys: [], versionChecks: 0 };
  return withoutFlag({ ...record, counts }, 'too-many-attempts');
}

/**
 * Applies a change that begins an attempt or a version check, and counts it in the same write, so that several
 * processes together do not exceed a limit. At a limit it flags the order, once, and begins nothing.
 * @param useOf returns undefined for a call that was counted before
 * @throws {Problem} too-many-attempts, and the problems of `update`
 */
export async function updateWithinLimits(
  { book, limits }: OrderLimitsContext,
  id: string,
  useOf: (record: OrderRecord) => LimitedUse | undefined,
  change: Change,
  options?: UpdateOptions,
): Promise<Updated> {
  const last = { isRefused: false };
  const updated = await book.update(
    id,
    (record, at) => {
      const changed = change(record, at);
      const use = changed && useOf(record);
      const limited = use && countedWithinLimits(limits, record, use, at);
      last.isRefused = limited !== undefined && 'refused' in limited;
      if (!limited) return changed;
      return 'refused' in limited ? limited.refused : { ...changed, counts: limited.counts };
    },
    options,
  );
  if (last.isRefused) throw new Problem('too-many-attempts');
  return updated;
}

/**
 * The counts with a call, or the record with the flag of a call that a limit refuses. Undefined for an order that has
 * the flag.
 */
export function countedWithinLimits(
  limits: Limits,
  record: OrderRecord,
  use: LimitedUse,
  at: Date,
): { readonly counts: OrderCounts } | { readonly refused: OrderRecord | undefined } {
  const limit = limitReached(record, use, limits);
  if (limit !== undefined) return { refused: withRefusal(record, use, limit, at) };
  return { counts: countsWith(countsOf(record), use) };
}

/**
 * Refuses a call at a limit before it changes anything but the flag of the order, such as an unfinished redirect
 * payment that it would set aside.
 * @throws {Problem} too-many-attempts
 */
export async function requireWithinLimits(
  { book, limits }: OrderLimitsContext,
  record: OrderRecord,
  use: LimitedUse,
): Promise<void> {
  const limit = limitReached(record, use, limits);
  if (limit === undefined) return;
  await book.update(record.id, (current, at) => withRefusal(current, use, limit, at));
  throw new Problem('too-many-attempts');
}

/**
 * The record with a flag for a person; undefined when nothing changes. A version check that is refused because of its
 * card is counted, so that a client cannot ask about any number of cards.
 */
function withRefusal(record: OrderRecord, use: LimitedUse, limit: OrderLimit, at: Date): OrderRecord | undefined {
  const flagged = withFlag(record, 'too-many-attempts', undefined, at, { limit });
  if (limit === 'cardsPerOrder' && use.kind === 'version-check') {
    const counts = countsOf(flagged);
    return { ...flagged, counts: { ...counts, versionChecks: counts.versionChecks + 1 } };
  }
  return flagged === record ? undefined : flagged;
}
