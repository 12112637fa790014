/** A map that drops its oldest entries, because a sandbox may run for weeks. */
export class BoundedMap<Key, Value> {
  readonly #entries = new Map<Key, Value>();

  constructor(
    readonly capacity: number,
    /** Called with a dropped value, to drop references to it as well. */
    readonly forgotten?: (value: Value) => void,
  ) {}

  get(key: Key): Value | undefined {
    return this.#entries.get(key);
  }

  has(key: Key): boolean {
    return this.#entries.has(key);
  }

  set(key: Key, value: Value): void {
    this.#entries.set(key, value);
    if (this.#entries.size <= this.capacity) return;
    const oldest = this.#entries.entries().next();
    if (oldest.done) return;
    const [oldestKey, forgotten] = oldest.value;
    this.#entries.delete(oldestKey);
    this.forgotten?.(forgotten);
  }

  /** Lists the values, oldest first. */
  values(): IterableIterator<Value> {
    return this.#entries.values();
  }
}
