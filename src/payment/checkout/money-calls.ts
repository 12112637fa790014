import type { BackendAnswer, BackendClient } from '../backend-client/backend-client.js';
import { triesOf } from '../backend-client/backend-error.js';
import type { AnsweredTries } from '../../protocol/adapter/problem-document.js';
import { wrappedClient } from '../backend-client/wrapped-client.js';

const markOf = (order: string) => `scudo-unanswered ${order}`;

/**
 * The calls of a page that may charge, until they are answered. The tab remembers the id of an order and the
 * idempotency keys of such calls, because a page that is loaded again does not receive their answers.
 */
export class MoneyCalls {
  /** The tries without an answer in the present attempt, by idempotency key. */
  #attempt = new Map<string, number>();

  constructor(private readonly order: string) {}

  /** True when a call of the present attempt was sent and not answered. */
  get isUnanswered(): boolean {
    return this.#attempt.size > 0;
  }

  /** True when a call of this tab was sent and not answered, also before the page was loaded again. */
  get isRemembered(): boolean {
    return this.#keys.length > 0;
  }

  /** Starts an attempt. */
  begin(): void {
    this.#attempt = new Map();
  }

  /** Drops the calls of the tab, because the order is paid. */
  forget(): void {
    this.#remember([]);
  }

  /** Returns the client with its calls followed. */
  followed(backend: BackendClient): BackendClient {
    return wrappedClient(
      backend,
      (call) => call(),
      (call, key) => this.#follow(call, key),
    );
  }

  async #follow(call: () => Promise<BackendAnswer>, key: string): Promise<BackendAnswer> {
    const attempt = this.#attempt;
    attempt.set(key, (attempt.get(key) ?? 0) + 1);
    try {
      // The request is sent first, because the storage of a tab can be slow.
      const answering = call();
      this.#remember([...this.#keys.filter((one) => one !== key), key]);
      const answer = await answering;
      // A challenge that was open decides nothing: an earlier try that arrives late may find its result, and charge.
      this.#answered(attempt, key, answer.result === 'challenge-open' ? 'this' : 'every');
      return answer;
    } catch (error) {
      this.#answered(attempt, key, triesOf(error));
      throw error;
    }
  }

  #answered(attempt: Map<string, number>, key: string, tries: AnsweredTries): void {
    if (tries === 'none') return;
    const left = tries === 'every' ? 0 : (attempt.get(key) ?? 0) - 1;
    if (left > 0) return void attempt.set(key, left);
    attempt.delete(key);
    this.#remember(this.#keys.filter((one) => one !== key));
  }

  /** The idempotency keys of the unanswered calls of this tab. */
  get #keys(): readonly string[] {
    return stored((storage) => storage.getItem(markOf(this.order)))?.split(' ') ?? [];
  }

  #remember(keys: readonly string[]): void {
    const mark = markOf(this.order);
    stored((storage) => (keys.length > 0 ? storage.setItem(mark, keys.join(' ')) : storage.removeItem(mark)));
  }
}

/** Uses the storage of the tab. It may be full, and some browsers have none for a page. */
function stored<Result>(use: (storage: Storage) => Result): Result | undefined {
  try {
    return use(sessionStorage);
  } catch {
    return undefined;
  }
}
