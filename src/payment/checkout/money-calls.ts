import type { BackendClient } from '../backend-client/backend-client.js';
import { isUnsentCall } from '../backend-client/backend-error.js';
import { wrappedClient } from '../backend-client/wrapped-client.js';

const keyOf = (order: string) => `scudo-unanswered ${order}`;

/**
 * The calls of a page that may charge, until they are answered. The tab remembers the id of an order with such a call,
 * because a page that is loaded again does not receive the answer.
 */
export class MoneyCalls {
  /** The calls without an answer in the present attempt. */
  #attempt = { unanswered: 0 };

  constructor(private readonly order: string) {}

  /** True when a call of the present attempt was sent and not answered. */
  get isUnanswered(): boolean {
    return this.#attempt.unanswered > 0;
  }

  /** True when a call of this tab was sent and not answered, also before the page was loaded again. */
  get isRemembered(): boolean {
    return stored((storage) => storage.getItem(keyOf(this.order)) !== null) ?? false;
  }

  /** Starts an attempt. */
  begin(): void {
    this.#attempt = { unanswered: 0 };
  }

  /** Drops the calls of the tab, because the order is paid. */
  forget(): void {
    stored((storage) => storage.removeItem(keyOf(this.order)));
  }

  /** Returns the client with its calls followed. */
  followed(backend: BackendClient): BackendClient {
    return wrappedClient(
      backend,
      (call) => call(),
      (call) => this.#follow(call),
    );
  }

  async #follow<Answer>(call: () => Promise<Answer>): Promise<Answer> {
    const attempt = this.#attempt;
    attempt.unanswered++;
    let wasRemembered = true;
    const answered = () => {
      attempt.unanswered--;
      if (!wasRemembered) this.forget();
    };
    try {
      // The request is sent first, because the storage of a tab can be slow.
      const answering = call();
      wasRemembered = this.isRemembered;
      stored((storage) => storage.setItem(keyOf(this.order), ''));
      const answer = await answering;
      answered();
      return answer;
    } catch (error) {
      if (isUnsentCall(error)) answered();
      throw error;
    }
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
