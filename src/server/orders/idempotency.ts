import type { PaymentAnswer } from '../../protocol/adapter-answers.js';
import type { BackendContext } from './backend-context.js';
import { Problem } from './problem.js';
import { settledAnswer } from './outcome-answer.js';
import type { OrderRecord, StoredAnswer } from './order-record.js';

/** Time after which a call without an answer belongs to a process that died, in milliseconds. */
const LEASE = 120_000;

interface OnceInput {
  readonly id: string;
  /** The Idempotency-Key header. */
  readonly key: string;
  /** The call, its transaction and its card. The same key for another request is rejected. */
  readonly request: string;
  readonly signal?: AbortSignal;
  readonly work: (isLeaseHeld: IsLeaseHeld) => Promise<PaymentAnswer>;
}

/**
 * True while the call holds its lease. When it has lapsed, a repeated call may have been answered
 * "nothing was charged". The call must not move money after that.
 */
export type IsLeaseHeld = (record: OrderRecord) => boolean;

/**
 * Does work once for a key, across all processes, and keeps the answer with the order. A problem is not
 * kept, because nothing was done, except where the same call could not succeed again.
 * @throws {Problem} key-reused, request-in-progress, and whatever `work` throws
 */
export async function once(
  { book, patience }: Pick<BackendContext, 'book' | 'patience'>,
  { id, key, request, signal, work }: OnceInput,
): Promise<PaymentAnswer> {
  let since = '';
  const claimed = await book.update(id, (record, at) => {
    since = at.toISOString();
    return stored(record, key) ? undefined : withAnswer(record, key, { request, since });
  });
  if (!claimed.changed) return earlierAnswer();
  const isLeaseHeld: IsLeaseHeld = (record) => {
    const own = stored(record, key);
    return own?.since === since && own.answer === undefined;
  };
  try {
    const answer = await work(isLeaseHeld);
    // "Still open" is not kept. A later call can have another result.
    const keep = (record: OrderRecord, at: Date) =>
      answer.result === 'challenge-open'
        ? withoutAnswer(record, key)
        : withAnswer(record, key, { request, since: at.toISOString(), answer });
    // The answer is returned even when it cannot be stored: money may have moved.
    await book.update(id, keep).catch(() => undefined);
    return answer;
  } catch (error) {
    // An answer that was returned after the lease lapsed stays. A claim that cannot be removed lapses by itself.
    await book
      .update(id, (record) => (isLeaseHeld(record) ? afterProblem(record, error) : undefined))
      .catch(() => undefined);
    throw error;
  }

  function afterProblem(record: OrderRecord, error: unknown): OrderRecord {
    const isFinal = error instanceof Problem && error.usedUp;
    return isFinal ? withAnswer(record, key, { request, since, problem: error.code }) : withoutAnswer(record, key);
  }

  async function earlierAnswer(): Promise<PaymentAnswer> {
    const earlier = stored(claimed.record, key);
    if (earlier?.request !== request) throw new Problem('key-reused');
    if (earlier.answer || earlier.problem) return repeated(earlier);
    const now = await book.now();
    if (now.getTime() - Date.parse(earlier.since) > LEASE) return abandoned();
    const isOver = (one: StoredAnswer | undefined) => !one || one.answer !== undefined || one.problem !== undefined;
    const record = await book.waitUntil(id, (current) => isOver(stored(current, key)), { ms: patience, signal });
    const later = stored(record, key);
    if (!later || !isOver(later)) throw new Problem('request-in-progress');
    return repeated(later);
  }

  function repeated({ answer, problem }: StoredAnswer): PaymentAnswer {
    if (answer) return answer;
    throw new Problem(problem ?? 'request-in-progress');
  }

  /** The first call's process has died. The state was stored before anything was sent, so it is still correct. */
  async function abandoned(): Promise<PaymentAnswer> {
    const { record } = await book.update(id, (current, at) =>
      stored(current, key)?.answer
        ? undefined
        : withAnswer(current, key, { request, since: at.toISOString(), answer: settledAnswer(current) }),
    );
    return stored(record, key)?.answer ?? settledAnswer(record);
  }
}

/** Own property only: keys such as `constructor` exist on every object. */
function stored({ answers }: OrderRecord, key: string): StoredAnswer | undefined {
  return Object.hasOwn(answers, key) ? answers[key] : undefined;
}

/** Maximum number of answers of an order. Limits the growth of a record by client calls. */
const MAX_ANSWERS = 100;

function withAnswer(record: OrderRecord, key: string, answer: StoredAnswer): OrderRecord {
  const others = Object.entries(record.answers).filter(([other]) => other !== key);
  return { ...record, answers: Object.fromEntries([...others.slice(1 - MAX_ANSWERS), [key, answer]]) };
}

function withoutAnswer(record: OrderRecord, key: string): OrderRecord {
  const { [key]: _gone, ...answers } = record.answers;
  return { ...record, answers };
}
