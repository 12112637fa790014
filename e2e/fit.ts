import type { Page } from 'playwright/test';

/**
 * Lists the misfits of page and element on the current screen. These are horizontal scrolling, and elements that
 * overflow or are cut off. Too small are targets (WCAG 2.5.8, and 44 px for buttons), and text on which a phone zooms
 * in.
 */
export function misfits(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = [];
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth > clientWidth) found.push(`the page scrolls sideways: ${scrollWidth} > ${clientWidth}`);
    // A phone zooms out of a page that is too wide.
    if (innerWidth > document.documentElement.clientWidth + 20) found.push(`the page was zoomed out to ${innerWidth}`);
    for (const host of document.querySelectorAll('scudo-checkout, scudo-return')) {
      // Errors unfold. A spinner has no end.
      for (const animation of host.shadowRoot!.getAnimations())
        if (animation.effect?.getComputedTiming().endTime !== Infinity) animation.finish();
      for (const element of host.shadowRoot!.querySelectorAll<HTMLElement>('*')) {
        if (
          !element.checkVisibility({ visibilityProperty: true }) ||
          element.matches('iframe, option, style, .for-readers, .for-readers *')
        )
          continue;
        const name = `${element.localName}${element.id ? `#${element.id}` : ''} “${(element.textContent || element.id).replace(/\s+/g, ' ').trim().slice(0, 40)}”`;
        const { left, right, width, height } = element.getBoundingClientRect();
        if (width === 0 || height === 0) continue;
        if (left < -0.5 || right > clientWidth + 0.5)
          found.push(`${name} sticks out: ${Math.round(left)} to ${Math.round(right)}`);
        const scrolls = /auto|scroll/.test(getComputedStyle(element).overflowY);
        // An input scrolls its text, and a browser shortens the chosen option of a select.
        if (
          element.clientWidth > 0 &&
          !element.matches('input, select') &&
          element.scrollWidth > element.clientWidth + 1
        )
          found.push(`${name} is cut off: ${element.scrollWidth} > ${element.clientWidth}`);
        if (
          element.matches('button, a, p, h2, label, legend') &&
          !scrolls &&
          element.clientHeight > 0 &&
          element.scrollHeight > element.clientHeight + 1
        ) {
          found.push(`${name} is cut off below: ${element.scrollHeight} > ${element.clientHeight}`);
        }
        if (!element.matches('input, select, button, a')) continue;
        // A radio is tapped by its label.
        const target = element.matches('[type=radio]')
          ? element.closest('label')!.getBoundingClientRect()
          : { width, height };
        if (Math.min(target.width, target.height) < 24)
          found.push(`${name} is too small to tap: ${target.width} × ${target.height}`);
        if (target.height < 43.5) found.push(`${name} is only ${target.height} high`);
        if (element.matches('input, select') && parseFloat(getComputedStyle(element).fontSize) < 16)
          found.push(`a phone zooms in on ${name}`);
      }
    }
    return found;
  });
}
