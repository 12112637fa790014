import type { LitElement, ReactiveController } from 'lit';

/**
 * Restarts an element that is inserted again, or whose page comes from the back/forward cache, because it shows an old
 * state. `stopWork` ends all work when the element is removed or its page is left, so that the cache holds no card
 * data.
 */
export class Revival implements ReactiveController {
  #connection: AbortController | undefined;

  constructor(
    private readonly host: LitElement,
    private readonly start: () => void,
    private readonly stopWork: () => void = () => undefined,
  ) {
    host.addController(this);
  }

  hostConnected(): void {
    this.#connection = new AbortController();
    window.addEventListener('pageshow', ({ persisted }) => persisted && this.start(), {
      signal: this.#connection.signal,
    });
    window.addEventListener('pagehide', () => this.stopWork(), { signal: this.#connection.signal });
    if (this.host.hasUpdated) this.start();
  }

  hostDisconnected(): void {
    this.#connection?.abort();
    this.stopWork();
  }
}
