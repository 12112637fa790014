import type { CardFrameCommand, CardFrameMessage } from '../../protocol/adapter/card-frame-codec.js';
import { BackendError } from '../../payment/backend-client/backend-error.js';
import type { HeldCardAnswer, HeldCardCall } from '../../payment/backend-client/card-frame-calls.js';

type Answer = Extract<CardFrameMessage, { readonly scudo: 'card-answer' | 'card-checked' }>;

interface Waiting {
  readonly resolve: (answer: Answer) => void;
  readonly reject: (reason: unknown) => void;
}

/** Questions of the page to the frame with the card fields, by number, until the answer arrives. */
export class FrameCalls {
  #last = 0;
  readonly #waiting = new Map<number, Waiting>();

  constructor(private readonly send: (command: CardFrameCommand) => void) {}

  /** Asks whether all card fields are valid. Undefined when the frame is lost. */
  check(): Promise<boolean | undefined> {
    return this.#checked((call) => this.send({ scudo: 'card-check', call }));
  }

  /** Marks fields that the backend refused. Resolves when the frame takes the focus, with undefined when it is lost. */
  refuse(fields: readonly string[]): Promise<boolean | undefined> {
    return this.#checked((call) => this.send({ scudo: 'card-refuse', call, fields: [...fields] }));
  }

  async #checked(send: (call: number) => void): Promise<boolean | undefined> {
    const call = ++this.#last;
    const answer = this.#wait(call);
    send(call);
    const checked = await answer.catch(() => undefined);
    return checked?.scudo === 'card-checked' ? checked.valid : undefined;
  }

  /**
   * Makes a call of the backend through the frame.
   * @throws {TypeError} when the frame is lost, as `fetch` does without a network
   * @throws {BackendError} when the call could not be sent
   */
  async fetch(held: HeldCardCall, signal?: AbortSignal): Promise<HeldCardAnswer> {
    signal?.throwIfAborted();
    const call = ++this.#last;
    const waiting = this.#wait(call);
    const abort = () => {
      const reject = this.#take(call)?.reject;
      if (!reject) return;
      this.send({ scudo: 'card-abort', call });
      reject(signal?.reason);
    };
    signal?.addEventListener('abort', abort, { once: true });
    const { path, reference, body, idempotencyKey } = held;
    const key = idempotencyKey === undefined ? {} : { idempotencyKey };
    try {
      this.send({ scudo: 'card-call', call, path, reference, body: { ...body }, ...key });
    } catch (cause) {
      this.#waiting.delete(call);
      throw new BackendError({ kind: 'unsent' }, 'The call could not be sent to the frame with the card fields.', {
        cause,
      });
    }
    const answer = await waiting;
    if (answer.scudo !== 'card-answer')
      throw new TypeError('The frame with the card fields gave the answer of another call.');
    const { status, unsent, retryAfter, body: text } = answer;
    return { status, unsent, retryAfter, body: text };
  }

  answered(answer: Answer): void {
    this.#take(answer.call)?.resolve(answer);
  }

  /** Ends all calls of a document that has gone. */
  end(): void {
    for (const { reject } of this.#waiting.values())
      reject(new TypeError('The frame with the card fields was reloaded.'));
    this.#waiting.clear();
  }

  #wait(call: number): Promise<Answer> {
    return new Promise((resolve, reject) => this.#waiting.set(call, { resolve, reject }));
  }

  #take(call: number): Waiting | undefined {
    const waiting = this.#waiting.get(call);
    this.#waiting.delete(call);
    return waiting;
  }
}
