import type { Page } from 'playwright/test';
export interface Shift {
  readonly during: string;
  readonly value: number;
  /** Elements that moved, with the vertical distance. Elements inside ours are named by part or class. */
  readonly moved: readonly string[];
}

/** Waits until the current state of the page was drawn. */
export async function drawn(page: Page): Promise<void> {
  await page.evaluate(
    () => new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve()))),
  );
}

/** Records every layout shift. `during` names the action of the shopper, and is `ended` from the outcome on. */
export async function watchShifts(
  page: Page,
): Promise<{ during(what: string): Promise<void>; shifts(): Promise<Shift[]> }> {
  await page.addInitScript(() => {
    if (window !== window.top) return;
    const shifts: Shift[] = [];
    Object.assign(window, { shifts, during: 'load' });
    addEventListener('scudo-outcome', () => Object.assign(window, { during: 'ended' }));
    const note = (list: readonly PerformanceEntry[]) => {
      for (const entry of list) {
        const { value, sources } = entry as unknown as {
          value: number;
          sources: readonly { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[];
        };
        const moved = sources.map(
          ({ node, previousRect, currentRect }) =>
            `${node instanceof Element ? `${node.localName}${node.id ? `#${node.id}` : ''}` : (node?.nodeName ?? 'inside')} by ${currentRect.top - previousRect.top}`,
        );
        shifts.push({
          during: (window as unknown as { during: string }).during,
          value,
          moved,
        });
      }
    };
    const observer = new PerformanceObserver((list) => note(list.getEntries()));
    observer.observe({ type: 'layout-shift', buffered: true });
    Object.assign(window, { flushShifts: () => note(observer.takeRecords()) });
  });
  // A shift is reported after the frame with it was drawn.
  const flush = async () => {
    await drawn(page);
    await page.evaluate(() => (window as unknown as { flushShifts(): void }).flushShifts());
  };
  return {
    async during(what) {
      await flush();
      await page.evaluate((text) => Object.assign(window, { during: text }), what);
    },
    async shifts() {
      await flush();
      return page.evaluate(() => (window as unknown as { shifts: Shift[] }).shifts);
    },
  };
}
