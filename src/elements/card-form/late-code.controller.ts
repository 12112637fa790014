import type { ReactiveController, ReactiveControllerHost } from 'lit';
import type { Clock } from '../../payment/clock.js';
import { warnDeveloper } from '../developer/console-line.js';
import { reporter } from '../developer/reporter.js';
import type { LateData } from '../late-data/late-data.js';
import type { LoadedCode } from './form-code.js';
import { loadedFormCode, loadFormCode, type LateFormCode } from './load-form-code.js';

/** Milliseconds after which code that has not been loaded counts as a failure. */
const LOADING_LIMIT = 20_000;

/** Loads the code of the form when its element is connected, and again when the shopper wants to. */
export class LateCode implements ReactiveController, LoadedCode {
  /** The code; undefined until it is loaded. */
  code: LateFormCode | undefined;
  /** True when the code could not be loaded. */
  hasFailed = false;
  #data: LateData | undefined;
  #hasRetried = false;
  /** True when only a new load of the page can load the code. */
  #mustReload = false;
  #cancelLimit: () => void = () => undefined;

  constructor(
    private readonly host: ReactiveControllerHost & { readonly renderRoot: HTMLElement | DocumentFragment },
    private readonly clock: () => Clock,
    /** Called when the code is there after a failure. */
    private readonly onLoaded: () => void = () => undefined,
  ) {
    host.addController(this);
  }

  /** The data of the fields; undefined until the code is loaded. */
  get data(): LateData | undefined {
    if (this.code)
      this.#data ??= new this.code.LateData(
        this.clock,
        () => this.host.requestUpdate(),
        (dataError) => reporter.report?.(this.host as unknown as HTMLElement, { dataError }),
      );
    return this.#data;
  }

  hostConnected(): void {
    const code = loadedFormCode();
    if (code) this.#use(code);
    else void this.#load();
  }

  hostDisconnected(): void {
    this.#data?.stop();
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
      this.#use(await loadFormCode());
      const hadFailed = this.hasFailed || this.#hasRetried;
      this.hasFailed = false;
      if (hadFailed) this.onLoaded();
    } catch {
      // Some browsers keep the failure of an import until the page is loaded again.
      this.#fail(this.#hasRetried);
    }
    this.#cancelLimit();
    this.host.requestUpdate();
  }

  /** Adds the styles of the form, which are part of the code. */
  #use(code: LateFormCode): void {
    this.code = code;
    reporter.report?.(this.host as unknown as HTMLElement);
    const { renderRoot: root } = this.host;
    if (!(root instanceof ShadowRoot)) return;
    for (const { styleSheet } of code.LATE_STYLES)
      if (styleSheet && !root.adoptedStyleSheets.includes(styleSheet)) root.adoptedStyleSheets.push(styleSheet);
  }

  #fail(isFinal: boolean): void {
    this.hasFailed = true;
    this.#mustReload = isFinal;
    warnDeveloper('late.js did not load. Serve it beside scudo.js.', 'late-not-loaded');
    this.host.requestUpdate();
  }
}
