import type { News, Work } from './ports/ports.js';

/** Background work: confirmations, look-ups, deliveries. */
interface Background {
  /**
   * Starts work, unless work of the same name is running or the backend has closed. Reports its errors and never
   * rejects. `order` is the order that the work is about. With `isNews`, running work of the same name receives the
   * news, and work that ends without taking it runs once more.
   */
  run(work: Work, name?: string, order?: string, isNews?: boolean): void;
  /** Resolves when no work is left. */
  idle(): Promise<void>;
  /** Starts no work from now on. Orders keep what is due, for another process. */
  close(): void;
}

export function createBackground(onError: (error: unknown, order: string | undefined) => void): Background {
  const running = new Set<Promise<void>>();
  const names = new Map<string, ReturnType<typeof createNews>>();
  let isClosed = false;
  return {
    run(work, name, order, isNews = false) {
      if (isClosed) return;
      const earlier = name === undefined ? undefined : names.get(name);
      if (earlier) {
        if (isNews) earlier.add();
        return;
      }
      const news = createNews();
      if (name !== undefined) names.set(name, news);
      const task: Promise<void> = Promise.resolve()
        .then(async () => {
          do await work(news);
          while (news.take() && !isClosed);
        })
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

function createNews(): News & { add(): void } {
  let isNew = false;
  let resolve: () => void = () => undefined;
  let arrival = new Promise<void>((arrive) => (resolve = arrive));
  return {
    arrived: () => arrival,
    add() {
      isNew = true;
      resolve();
    },
    take() {
      if (!isNew) return false;
      isNew = false;
      arrival = new Promise<void>((arrive) => (resolve = arrive));
      return true;
    },
  };
}
