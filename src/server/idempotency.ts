import type { PaymentAnswer } from '../protocol/adapter-answers.js';
import { settledAnswer } from './authorize.js';
import type { BackendContext } from './backend-context.js';
import { Problem } from './problem.js';
import type { OrderRecord } from './order-record.js';

/** When a first arrival that has not answered is taken for dead, in milliseconds. */
const DEAD_AFTER = 120_000;

export interface OnceInput {
  readonly id: string;
  /** The Idempotency-Key header. */
  readonly key: string;
  /** The call and what it is about: the same key for another one is a mistake of the page. */
  readonly request: string;
  readonly signal?: AbortSignal;
  readonly work: () => Promise<PaymentAnswer>;
}

/**
 * Does a piece of work once for a key, whatever arrives twice, in this process or another: the
 * answer is kept with the order. A problem is not: it says that nothing was done, so the same call
 * may come again.
 */
export async function once({ book, patience, now }: BackendContext, { id, key, request, signal, work }: OnceInput): Promise<PaymentAnswer> {
  const claimed = await book.update(id, (record) => (record.answers[key] ? undefined : withAnswer(record, key, { request, since: now().toISOString() })));
  if (!claimed.changed) return earlierAnswer();
  try {
    const answer = await work();
    // "Still open" is no answer to keep: the same question will have another one later.
    await book.update(id, (record) => (answer.result === 'challenge-open' ? withoutAnswer(record, key) : withAnswer(record, key, { request, since: now().toISOString(), answer })));
    return answer;
  } catch (error) {
    await book.update(id, (record) => withoutAnswer(record, key));
    throw error;
  }

  async function earlierAnswer(): Promise<PaymentAnswer> {
    const earlier = claimed.record.answers[key];
    if (earlier?.request !== request) throw new Problem('key-reused');
    if (earlier.answer) return earlier.answer;
    if (now().getTime() - Date.parse(earlier.since) > DEAD_AFTER) return abandoned();
    const record = await book.waitUntil(id, ({ answers }) => answers[key]?.answer !== undefined || !answers[key], { ms: patience, signal });
    const answer = record.answers[key]?.answer;
    if (!answer) throw new Problem('request-in-progress');
    return answer;
  }

  /** Whoever worked on it has died. What the order says was written before anything was sent, so it holds. */
  async function abandoned(): Promise<PaymentAnswer> {
    const answer = settledAnswer(claimed.record);
    await book.update(id, (record) => withAnswer(record, key, { request, since: now().toISOString(), answer }));
    return answer;
  }
}

/** No page repeats a call that long ago; a hostile one cannot make the record grow without end. */
const KEPT = 100;

function withAnswer(record: OrderRecord, key: string, answer: OrderRecord['answers'][string]): OrderRecord {
  const others = Object.entries(record.answers).filter(([other]) => other !== key);
  return { ...record, answers: Object.fromEntries([...others.slice(1 - KEPT), [key, answer]]) };
}

function withoutAnswer(record: OrderRecord, key: string): OrderRecord {
  const { [key]: _gone, ...answers } = record.answers;
  return { ...record, answers };
}
