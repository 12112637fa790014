import type { Attempt } from '../../domain/record/attempts.js';
import { isLookUpOf, mayLookUp, withLookUpEnded, withLookUpStarted } from '../../domain/record/look-up-lease.js';
import type { OrderBook } from '../../book/order-book.js';
import { withAttempt, type OrderRecord } from '../../domain/record/order-record.js';

/** A look-up of one attempt of an order. */
export interface LookUpSteps<One extends Attempt, Answer> {
  readonly find: (record: OrderRecord) => One | undefined;
  /** True when a look-up can change the attempt. */
  readonly isOpen: (attempt: One, at: Date) => boolean;
  /** True for a person who asks: neither the minimum interval nor another look-up that is under way counts. */
  readonly atOnce?: boolean | undefined;
  /** Asks the gateway. */
  readonly ask: (attempt: One) => Promise<Answer>;
  /** True for an answer that no later one contradicts. It is applied also after another look-up has begun. */
  readonly isFinal?: (answer: Answer) => boolean;
  /** The record after the answer. Ends the look-up of the attempt. */
  readonly apply: (record: OrderRecord, answer: Answer, at: Date) => OrderRecord;
}

interface LookedUp<Answer> {
  readonly record: OrderRecord;
  /** Absent when nothing was asked. */
  readonly asked?: { readonly answer: Answer };
}

/**
 * Leases the look-up of an attempt, asks the gateway and applies the answer. Does nothing while another look-up of the
 * attempt is under way, or shortly after the last one, unless a person asks. An answer that arrives after another
 * look-up has begun describes an earlier time, and is not applied unless it is final.
 * @throws the errors of `ask`. The attempt does not change, and its look-up ends.
 */
export async function runLookUp<One extends Attempt, Answer>(
  book: OrderBook,
  id: string,
  { find, isOpen, atOnce = false, ask, isFinal = () => false, apply }: LookUpSteps<One, Answer>,
): Promise<LookedUp<Answer>> {
  const started = await book.update(id, (record, at) => {
    const attempt = find(record);
    if (!attempt || !isOpen(attempt, at) || !(atOnce || mayLookUp(attempt, at))) return undefined;
    return withAttempt(record, withLookUpStarted(attempt, at));
  });
  const attempt = find(started.record);
  if (!started.changed || !attempt) return { record: started.record };
  const answer = await ask(attempt).catch(async (error: unknown) => {
    await book.update(id, (record, at) => {
      const current = find(record);
      const isOurs = current && isLookUpOf(attempt, current);
      return isOurs ? withAttempt(record, withLookUpEnded(current, at, { decided: false })) : undefined;
    });
    throw error;
  });
  const { record, changed } = await book.update(id, (current, at) => {
    const found = find(current);
    return found && (isFinal(answer) || isLookUpOf(attempt, found)) ? apply(current, answer, at) : undefined;
  });
  return changed ? { record, asked: { answer } } : { record };
}
