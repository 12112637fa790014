import type { LitElement } from 'lit';

/** The height of the form while a payment runs. */
export class FormHeight {
  constructor(private readonly host: LitElement) {}

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
