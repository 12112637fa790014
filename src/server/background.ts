/** Background work: confirmations, look-ups, deliveries. */
interface Background {
  /**
   * Starts work, unless work of the same name is running or the backend has closed. Reports its errors and never
   * rejects. `order` is the order that the work is about.
   */
  run(work: () => Promise<void>, name?: string, order?: string): void;
  /** Resolves when no work is left. */
  idle(): Promise<void>;
  /** Starts no work from now on. Orders keep what is due, for another process. */
  close(): void;
}

export function createBackground(onError: (error: unknown, order: string | undefined) => void): Background {
  const running = new Set<Promise<void>>();
  const names = new Set<string>();
  let isClosed = false;
  return {
    run(work, name, order) {
      if (isClosed || (name !== undefined && names.has(name))) return;
      if (name !== undefined) names.add(name);
      const task: Promise<void> = Promise.resolve()
        .then(work)
        .catch((error: unknown) => onError(error, order))
        .finally(() => {
          running.delete(task);
          if (name !== undefined) names.delete(name);
        });
      running.add(task);
    },
    async idle() {
      while (running.size > 0) await Promise.all(running);
    },
    close() {
      isClosed = true;
    },
  };
}
