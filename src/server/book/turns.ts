/** Work of one name, one after another, in the order of the calls. Work of different names runs at once. */
export interface Turns {
  take<Value>(name: string, work: () => Promise<Value>): Promise<Value>;
  /** True while work of this name runs or waits. */
  isTaken(name: string): boolean;
}

export function createTurns(): Turns {
  const last = new Map<string, Promise<void>>();
  return {
    take(name, work) {
      const before = last.get(name);
      const result = before ? before.then(work) : work();
      const ended = result.then(
        () => undefined,
        () => undefined,
      );
      last.set(name, ended);
      void ended.then(() => last.get(name) === ended && last.delete(name));
      return result;
    },
    isTaken: (name) => last.has(name),
  };
}
