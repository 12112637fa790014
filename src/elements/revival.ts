import type { LitElement, ReactiveController } from 'lit';

/**
 * Begins anew when an element is put back into a page, and when a page comes from the back/forward
 * cache: both show what was true when they were left (field lessons 14).
 */
export class Revival implements ReactiveController {
  #connection: AbortController | undefined;

  constructor(
    private readonly host: LitElement,
    private readonly start: () => void,
    private readonly leave: () => void = () => undefined,
  ) {
    host.addController(this);
  }

  hostConnected(): void {
    this.#connection = new AbortController();
    window.addEventListener('pageshow', ({ persisted }) => persisted && this.start(), {
      signal: this.#connection.signal,
    });
    if (this.host.hasUpdated) this.start();
  }

  hostDisconnected(): void {
    this.#connection?.abort();
    this.leave();
  }
}
