import type { LoggedMessage } from '../shared/shop-client.js';

/** The messages of one order, and the progress of reading them. */
interface Log {
  readonly order: string;
  messages: readonly LoggedMessage[];
  /** A request is under way. */
  isReading: boolean;
  /** News arrived during the request, whose answer may lack them. */
  isStale: boolean;
  /** The payment is final. */
  isSettled: boolean;
  /** The last request after the final state brought no new message. */
  isComplete: boolean;
}

const logOf = (order: string): Log => ({
  order,
  messages: [],
  isReading: false,
  isStale: false,
  isSettled: false,
  isComplete: false,
});

/** Reads the messages of an order, with one request at a time. An answer for an earlier order is dropped. */
export class MessageReader {
  #log = logOf('');

  /**
   * @param read Requests the messages of an order.
   * @param onRead Called after each request, also after a failed one, which leaves the messages as they are.
   */
  constructor(
    private readonly read: (order: string) => Promise<readonly LoggedMessage[]>,
    private readonly onRead: (messages: readonly LoggedMessage[]) => void,
  ) {}

  /** Starts with an order, without messages. */
  begin(order: string): void {
    this.#log = logOf(order);
  }

  /** Ends the polling as soon as a request brings no new message. */
  settle(): void {
    this.#log.isSettled = true;
  }

  /** Reads the messages because there are news. A call during a request causes another one after it. */
  async refresh(): Promise<void> {
    const log = this.#log;
    if (log.order === '') return;
    log.isStale = true;
    if (log.isReading) return;
    log.isReading = true;
    while (log.isStale && log === this.#log) {
      log.isStale = false;
      await this.#readOnce(log);
    }
    log.isReading = false;
  }

  /** Reads the messages unless a request is under way, or all messages of a final payment have arrived. */
  async poll(): Promise<void> {
    if (!this.#log.isReading && !this.#log.isComplete) await this.refresh();
  }

  async #readOnce(log: Log): Promise<void> {
    const { isSettled, messages: before } = log;
    const messages = await this.read(log.order).catch(() => undefined);
    if (log !== this.#log) return;
    log.isComplete = isSettled && messages?.length === before.length;
    log.messages = messages ?? before;
    this.onRead(log.messages);
  }
}
