/** Background work: confirmations, look-ups, deliveries. */
interface Background {
  /** Starts work, unless work of the same name is running. Reports its errors and never rejects. */
  run(work: () => Promise<void>, name?: string): void;
  /** Resolves when no work is left. */
  idle(): Promise<void>;
}

export function createBackground(onError: (error: unknown) => void): Background {
  const running = new Set<Promise<void>>();
  const names = new Set<string>();
  return {
    run(work, name) {
      if (name !== undefined && names.has(name)) return;
      if (name !== undefined) names.add(name);
      const task: Promise<void> = Promise.resolve()
        .then(work)
        .catch(onError)
        .finally(() => {
          running.delete(task);
          if (name !== undefined) names.delete(name);
        });
      running.add(task);
    },
    async idle() {
      while (running.size > 0) await Promise.all(running);
    },
  };
}
