import { css, type LitElement, type ReactiveController } from 'lit';
import { adoptStyles } from '../themes/adopt-styles.js';

const RESERVED = css`
  :host {
    min-block-size: var(--scudo-reserve, 28rem);
  }
`;

/** The height of the form before the first rendering, and while a payment runs. */
export class FormHeight implements ReactiveController {
  constructor(private readonly host: LitElement) {
    host.addController(this);
  }

  /** Takes the space of the form, so that nothing below the element moves when it is rendered. */
  hostConnected(): void {
    if (!this.host.hasUpdated) adoptStyles(this.host.renderRoot, RESERVED);
  }

  /** Leaves the space to the rendering, which needs none where an outcome is shown. */
  hostUpdated(): void {
    const { renderRoot: root } = this.host;
    const at =
      root instanceof ShadowRoot && RESERVED.styleSheet ? root.adoptedStyleSheets.indexOf(RESERVED.styleSheet) : -1;
    if (at >= 0) (root as ShadowRoot).adoptedStyleSheets.splice(at, 1);
  }

  /** Keeps the height of the form from Pay on, so that nothing below moves. */
  hold(held: boolean): void {
    const body = this.#body;
    if (body) body.style.minBlockSize = held ? `${body.offsetHeight}px` : '';
  }

  /** Gives up the height of the form, and with it the space below the outcome, once the outcome is rendered. */
  fold(): void {
    void this.host.updateComplete.then(() => {
      const body = this.#body;
      const height = body?.style.minBlockSize;
      if (!body || !height) return;
      this.hold(false);
      if (isMotionAllowed())
        body.animate(
          { minBlockSize: [height, '0px'] },
          { duration: 220, delay: 300, easing: 'ease-out', fill: 'backwards' },
        );
    });
  }

  get #body(): HTMLElement | null {
    return this.host.renderRoot.querySelector<HTMLElement>('.body');
  }
}

/** Environments of component tests have no media queries (docs/testing.md#component-tests). */
function isMotionAllowed(): boolean {
  const { matchMedia } = globalThis as { readonly matchMedia?: typeof globalThis.matchMedia };
  return matchMedia?.('(prefers-reduced-motion: no-preference)').matches ?? false;
}
