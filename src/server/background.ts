/** Work that no answer waits for: confirmations, look-ups, deliveries. */
export interface Background {
  /** Starts work. An error of it is reported and goes no further. */
  run(work: () => Promise<void>): void;
  /** Resolves when no work is left. */
  idle(): Promise<void>;
}

export function createBackground(onError: (error: unknown) => void): Background {
  const running = new Set<Promise<void>>();
  return {
    run(work) {
      const task: Promise<void> = Promise.resolve()
        .then(work)
        .catch(onError)
        .finally(() => running.delete(task));
      running.add(task);
    },
    async idle() {
      while (running.size > 0) await Promise.all(running);
    },
  };
}
