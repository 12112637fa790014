import type { LoadData } from './data-file.js';

/** The shortest time between two tries to load a file, in milliseconds. */
const RETRY_AFTER = 10_000;

interface LateFile {
  readonly data?: unknown;
  /** The time of the next try: `Infinity` while the file loads. */
  readonly retryAt: number;
  readonly hasFailed?: true;
}

/** Data files of a form. Each is loaded when the form first reads it, and again some time after a failure. */
export class LateData {
  readonly #files = new Map<LoadData<unknown>, LateFile>();

  /** @param onChange called when data have been loaded or could not be loaded */
  constructor(
    private readonly now: () => Date,
    private readonly onChange: () => void,
  ) {}

  /**
   * Returns the data, or undefined when they are not there.
   *
   * @param meanwhile returned instead of undefined until the first try has ended
   */
  read<Data>(load: LoadData<Data> | undefined, meanwhile?: Data): Data | undefined {
    if (!load) return undefined;
    let file: LateFile = this.#files.get(load) ?? { retryAt: 0 };
    if (file.data === undefined && this.#now() >= file.retryAt) {
      file = { ...file, retryAt: Infinity };
      this.#files.set(load, file);
      load().then(
        (data) => this.#set(load, { data, retryAt: Infinity }),
        () => this.#set(load, { retryAt: this.#now() + RETRY_AFTER, hasFailed: true }),
      );
    }
    return (file.data as Data | undefined) ?? (file.hasFailed ? undefined : meanwhile);
  }

  #set(load: LoadData<unknown>, file: LateFile): void {
    this.#files.set(load, file);
    this.onChange();
  }

  #now(): number {
    return this.now().getTime();
  }
}
