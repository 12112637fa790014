type Listener = (event: Event) => void;

/**
 * The events of a window or a document. Node's own `EventTarget` keeps listeners whose signal has aborted when the
 * garbage collector has run in between, which no browser does, and which no seed repeats.
 */
export interface EventSource {
  addEventListener(type: string, listener: Listener, options?: AddEventListenerOptions): void;
  removeEventListener(type: string, listener: Listener): void;
  dispatchEvent(event: Event): void;
  /** Number of listeners. */
  count(): number;
}

export function createEventSource(): EventSource {
  const listeners = new Map<string, Set<Listener>>();
  const of = (type: string) => {
    const known = listeners.get(type) ?? new Set();
    listeners.set(type, known);
    return known;
  };
  return {
    addEventListener(type, listener, { signal } = {}) {
      if (signal?.aborted) return;
      of(type).add(listener);
      signal?.addEventListener('abort', () => of(type).delete(listener), { once: true });
    },
    removeEventListener: (type, listener) => void of(type).delete(listener),
    dispatchEvent: (event) => [...of(event.type)].forEach((listener) => listener(event)),
    count: () => [...listeners.values()].reduce((total, { size }) => total + size, 0),
  };
}
