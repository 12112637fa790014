import type { Clock } from '../../payment/clock.js';
import type { LoadData } from './data-file.js';

/** The shortest time between two tries to load a file, in milliseconds. */
const RETRY_AFTER = 10_000;

/** Milliseconds after which a file that is still loading counts as failed. */
const LOADING_LIMIT = 10_000;

interface LateFile {
  readonly data?: unknown;
  /** True when the next read loads the file. */
  readonly isDue?: boolean;
  readonly hasFailed?: true;
  /** Cancels the time limit of a request, or the pause after a failure. */
  readonly cancel?: () => void;
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
    let file: LateFile = this.#files.get(load) ?? { isDue: true };
    if (file.data === undefined && file.isDue) {
      // A request that does not end cannot be repeated, so the limit makes no other try due.
      file = { ...file, isDue: false, cancel: this.#after(this.limit, () => this.#set(load, { hasFailed: true })) };
      this.#files.set(load, file);
      load().then(
        (data) => this.#set(load, { data }),
        (error: unknown) => {
          this.onFailed(error);
          // A form that is gone needs no other try.
          if (!this.#files.has(load)) return;
          const next = () => this.#files.set(load, { isDue: true, hasFailed: true });
          this.#set(load, { hasFailed: true, cancel: this.#after(RETRY_AFTER, next) });
        },
      );
    }
    return (file.data as Data | undefined) ?? (file.hasFailed ? undefined : meanwhile);
  }

  /** Ends all timers. Files that are still loading or have failed are read again by the next form. */
  stop(): void {
    for (const [load, { cancel }] of this.#files)
      if (cancel) {
        cancel();
        this.#files.delete(load);
      }
  }

  #set(load: LoadData<unknown>, file: LateFile): void {
    this.#files.get(load)?.cancel?.();
    this.#files.set(load, file);
    this.onChange();
  }

  /** By elapsed time, because the device's clock may be set meanwhile. */
  #after(ms: number, call: () => void): () => void {
    return this.clock().after(ms, call);
  }
}
