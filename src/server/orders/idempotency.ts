import type { PaymentAnswer } from '../../protocol/adapter-answers.js';
import { settledAnswer } from '../card/authorize.js';
import type { BackendContext } from '../backend-context.js';
import { Problem } from '../problem.js';
import type { OrderRecord, StoredAnswer } from './order-record.js';

/** When a first arrival that has not answered is taken for dead, in milliseconds. */
const DEAD_AFTER = 120_000;

export interface OnceInput {
  readonly id: string;
  /** The Idempotency-Key header. */
  readonly key: string;
  /** The call and what it is about: the same key for another one is a mistake of the page. */
  readonly request: string;
  readonly signal?: AbortSignal;
  readonly work: (still: StillWorking) => Promise<PaymentAnswer>;
}

/** Whether a call has not been given up for dead: "nothing was charged" may have been told, and has to stay true. */
export type StillWorking = (record: OrderRecord) => boolean;

/**
 * Does a piece of work once for a key, whatever arrives twice, in this process or another: the
 * answer is kept with the order. A problem is not: it says that nothing was done, so the same call
 * may come again.
 */
export async function once(
  { book, patience, now }: BackendContext,
  { id, key, request, signal, work }: OnceInput,
): Promise<PaymentAnswer> {
  const since = now().toISOString();
  const claimed = await book.update(id, (record) =>
    stored(record, key) ? undefined : withAnswer(record, key, { request, since }),
  );
  if (!claimed.changed) return earlierAnswer();
  const still: StillWorking = (record) => {
    const own = stored(record, key);
    return own?.since === since && own.answer === undefined;
  };
  try {
    const answer = await work(still);
    // "Still open" is no answer to keep: the same question will have another one later.
    const keep = (record: OrderRecord) =>
      answer.result === 'challenge-open'
        ? withoutAnswer(record, key)
        : withAnswer(record, key, { request, since: now().toISOString(), answer });
    // An answer that cannot be kept is told all the same: money may have moved.
    await book.update(id, keep).catch(() => undefined);
    return answer;
  } catch (error) {
    // What was told to those who gave it up for dead stays told; a claim that cannot be taken back dies by itself.
    await book.update(id, (record) => (still(record) ? withoutAnswer(record, key) : undefined)).catch(() => undefined);
    throw error;
  }

  async function earlierAnswer(): Promise<PaymentAnswer> {
    const earlier = stored(claimed.record, key);
    if (earlier?.request !== request) throw new Problem('key-reused');
    if (earlier.answer) return earlier.answer;
    if (now().getTime() - Date.parse(earlier.since) > DEAD_AFTER) return abandoned();
    const record = await book.waitUntil(
      id,
      (current) => stored(current, key)?.answer !== undefined || !stored(current, key),
      { ms: patience, signal },
    );
    const answer = stored(record, key)?.answer;
    if (!answer) throw new Problem('request-in-progress');
    return answer;
  }

  /** Whoever worked on it has died. What the order says was written before anything was sent, so it holds. */
  async function abandoned(): Promise<PaymentAnswer> {
    const { record } = await book.update(id, (current) =>
      stored(current, key)?.answer
        ? undefined
        : withAnswer(current, key, { request, since: now().toISOString(), answer: settledAnswer(current) }),
    );
    return stored(record, key)?.answer ?? settledAnswer(record);
  }
}

/** The record's own: a key may be the name of something that every object has. */
function stored({ answers }: OrderRecord, key: string): StoredAnswer | undefined {
  return Object.hasOwn(answers, key) ? answers[key] : undefined;
}

/** No page repeats a call that long ago; a hostile one cannot make the record grow without end. */
const KEPT = 100;

function withAnswer(record: OrderRecord, key: string, answer: StoredAnswer): OrderRecord {
  const others = Object.entries(record.answers).filter(([other]) => other !== key);
  return { ...record, answers: Object.fromEntries([...others.slice(1 - KEPT), [key, answer]]) };
}

function withoutAnswer(record: OrderRecord, key: string): OrderRecord {
  const { [key]: _gone, ...answers } = record.answers;
  return { ...record, answers };
}
