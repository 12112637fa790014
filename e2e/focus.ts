import type { Page } from 'playwright/test';

/** The focused element of the shopper's browser. */
export interface Focused {
  /** Its accessible name from labels and texts; `body` when no element has the focus. */
  readonly name: string;
  readonly top: number;
  readonly bottom: number;
  readonly left: number;
  readonly right: number;
}

/** Returns the focused element, also inside shadow roots; for a focus inside an issuer's frame, the frame. */
export function focused(page: Page): Promise<Focused> {
  return page.evaluate(() => {
    let element = document.activeElement;
    while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
    const { top, bottom, left, right } = (element ?? document.body).getBoundingClientRect();
    const label = (element as HTMLInputElement | null)?.labels?.[0]?.textContent ?? element?.textContent ?? '';
    const name =
      element instanceof HTMLIFrameElement
        ? element.title
        : element === document.body || !element
          ? 'body'
          : label.replace(/\s+/g, ' ').trim();
    return { name, top, bottom, left, right };
  });
}

/**
 * Presses a key that makes the frame with the focus load another page or disappear. Chromium may never acknowledge such
 * a key, so the caller waits for its effect instead.
 */
export function pressToLeaveFrame(page: Page, key: string): void {
  page.keyboard.press(key).catch(() => undefined);
}

/**
 * Checks the focus in every animation frame, from the first focused element on. Returns a function that lists the
 * elements from which the focus was lost. While the focus moves between a page and an issuer's frame in another
 * process, the browser reports no focused element for a moment. That is no loss while the frame exists.
 */
export async function watchFocus(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    if (window !== window.top) return;
    const lost: string[] = [];
    let step = 'the page’s load';
    let before: string | undefined;
    let gone = false;
    Object.assign(window, { lostFocus: lost });
    addEventListener('scudo-step', (event) => (step = (event as CustomEvent<{ step: string }>).detail.step));
    const watch = () => {
      const outer = document.activeElement;
      const inner = outer?.shadowRoot?.activeElement ?? outer;
      const place =
        inner === document.body || !inner ? undefined : inner.id || inner.textContent.trim() || inner.localName;
      const atIssuer =
        document.querySelector('scudo-checkout')?.shadowRoot?.querySelector('dialog iframe') instanceof Element;
      if (place === undefined && before !== undefined) {
        if (!atIssuer) lost.push(`${before}, in ${step}`);
        gone = atIssuer;
        if (!atIssuer) before = undefined;
      } else if (place !== undefined) {
        if (gone && before !== 'iframe' && place !== 'iframe') lost.push(`${before}, in ${step}`);
        gone = false;
        before = place;
      }
      requestAnimationFrame(watch);
    };
    requestAnimationFrame(watch);
  });
  return () => page.evaluate(() => (window as unknown as { lostFocus: string[] }).lostFocus);
}
