import type { ReactiveController, ReactiveControllerHost } from 'lit';
import type { Clock } from '../../payment/clock.js';
import { warnDeveloper } from '../console-line.js';
import { loadedFormCode, loadFormCode, type FormCode } from './form-code.js';

/** Milliseconds after which code that has not been loaded counts as a failure. */
const LOADING_LIMIT = 20_000;

/** Loads the code of the form when its element is connected, and again when the shopper wants to. */
export class LateCode implements ReactiveController {
  /** The code; undefined until it is loaded. */
  code: FormCode | undefined;
  /** True when the code could not be loaded. */
  hasFailed = false;
  #hasRetried = false;
  /** True when only a new load of the page can load the code. */
  #mustReload = false;
  #cancelLimit: () => void = () => undefined;

  constructor(
    private readonly host: ReactiveControllerHost,
    private readonly clock: () => Clock,
  ) {
    host.addController(this);
  }

  hostConnected(): void {
    this.code = loadedFormCode();
    if (!this.code) void this.#load();
  }

  hostDisconnected(): void {
    this.#cancelLimit();
  }

  /** Loads the code again after a failure. */
  retry(): void {
    // An import that does not end cannot be repeated.
    if (this.#mustReload) return location.reload();
    this.#hasRetried = true;
    this.hasFailed = false;
    this.host.requestUpdate();
    void this.#load();
  }

  async #load(): Promise<void> {
    this.#cancelLimit = this.clock().after(LOADING_LIMIT, () => this.#fail(true));
    try {
      this.code = await loadFormCode();
      this.hasFailed = false;
    } catch {
      // Some browsers keep the failure of an import until the page is loaded again.
      this.#fail(this.#hasRetried);
    }
    this.#cancelLimit();
    this.host.requestUpdate();
  }

  #fail(isFinal: boolean): void {
    this.hasFailed = true;
    this.#mustReload = isFinal;
    warnDeveloper('late.js did not load. Serve it beside scudo.js (docs/element.md#files).');
    this.host.requestUpdate();
  }
}
