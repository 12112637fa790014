import type { Clock } from '../../payment/clock.js';
import type { LoadData } from './data-file.js';

/** The shortest time between two tries to load a file, in milliseconds. */
const RETRY_AFTER = 10_000;

/** Milliseconds after which a file that is still loading counts as failed. */
const LOADING_LIMIT = 10_000;

interface LateFile {
  readonly data?: unknown;
  /** The time of the next try: `Infinity` while the file loads. */
  readonly retryAt: number;
  readonly hasFailed?: true;
  /** Cancels the time limit. */
  readonly cancelLimit?: () => void;
}

/** Data files of a form. Each is loaded when the form first reads it, and again some time after a failure. */
export class LateData {
  readonly #files = new Map<LoadData<unknown>, LateFile>();

  /**
   * @param onChange called when data have been loaded or could not be loaded
   * @param onFailed called with the error of a file that could not be loaded
   * @param limit milliseconds after which a file that is still loading counts as failed; it is used when it arrives
   * later
   */
  constructor(
    private readonly clock: () => Clock,
    private readonly onChange: () => void,
    private readonly onFailed: (error: unknown) => void = () => undefined,
    private readonly limit = LOADING_LIMIT,
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
      // A request that does not end cannot be repeated, so the limit sets no time for another try.
      const cancelLimit = this.clock().after(this.limit, () => this.#set(load, { retryAt: Infinity, hasFailed: true }));
      file = { ...file, retryAt: Infinity, cancelLimit };
      this.#files.set(load, file);
      load().then(
        (data) => this.#set(load, { data, retryAt: Infinity }),
        (error: unknown) => {
          this.onFailed(error);
          this.#set(load, { retryAt: this.#now() + RETRY_AFTER, hasFailed: true });
        },
      );
    }
    return (file.data as Data | undefined) ?? (file.hasFailed ? undefined : meanwhile);
  }

  /** Ends the time limits. Files that are still loading are read again by the next form. */
  stop(): void {
    for (const [load, { cancelLimit }] of this.#files)
      if (cancelLimit) {
        cancelLimit();
        this.#files.delete(load);
      }
  }

  #set(load: LoadData<unknown>, file: LateFile): void {
    this.#files.get(load)?.cancelLimit?.();
    this.#files.set(load, file);
    this.onChange();
  }

  #now(): number {
    return this.clock().now().getTime();
  }
}
