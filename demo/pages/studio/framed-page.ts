import type { ScudoCheckout } from 'scudo-checkout';
import { applyPreset } from '../theme/preset-link.js';
import { applyTexts, themeSheet } from '../theme/themed-page.js';
import type { Theme } from '../theme/theme.js';

/** The page in a frame of the studio, with one checkout whose theme the studio sets. */
export interface FramedPage {
  readonly view: Window & typeof globalThis;
  readonly checkout: ScudoCheckout;
  /** Applies a theme in a color scheme. Resolves when the preset is loaded. */
  show(theme: Theme, scheme: '' | 'light' | 'dark'): Promise<void>;
}

/** Resolves when a frame has its checkout. */
export async function openFrame(frame: HTMLIFrameElement): Promise<FramedPage> {
  const view = await loaded(frame);
  const { document: page } = view;
  await view.customElements.whenDefined('scudo-checkout');
  const checkout = page.querySelector('scudo-checkout')!;
  const fillSheet = themeSheet(page);
  view.matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => paint(page, checkout));
  return {
    view,
    checkout,
    async show(theme, scheme) {
      page.documentElement.style.colorScheme = scheme;
      checkout.style.colorScheme = scheme;
      fillSheet(theme);
      applyTexts(checkout, theme);
      for (const name of ['lang', 'dir', 'challenge', 'layout', 'labels'] as const)
        setAttribute(checkout, name, theme[name]);
      checkout.toggleAttribute('no-button', theme.button === 'own');
      checkout.requestUpdate();
      await applyPreset(theme.preset, page);
      paint(page, checkout);
    },
  };
}

function setAttribute(element: HTMLElement, name: string, value: string): void {
  if (value) element.setAttribute(name, value);
  else element.removeAttribute(name);
}

/** Gives the page the background of the element. A transparent element leaves the background of the page. */
function paint(page: Document, checkout: ScudoCheckout): void {
  const { style } = page.documentElement;
  style.background = '';
  const { backgroundColor } = page.defaultView!.getComputedStyle(checkout);
  if (backgroundColor !== 'rgba(0, 0, 0, 0)') style.background = backgroundColor;
}

async function loaded(frame: HTMLIFrameElement): Promise<Window & typeof globalThis> {
  const isLoaded = () =>
    frame.contentDocument?.readyState === 'complete' && frame.contentDocument.querySelector('scudo-checkout');
  while (!isLoaded()) {
    await new Promise<void>((resolve) => {
      const done = () => {
        changes?.disconnect();
        resolve();
      };
      frame.addEventListener('load', done, { once: true });
      // A page of a state adds its checkout after its script has run, which may be after the load event.
      const page = frame.contentDocument;
      const changes = page?.URL === 'about:blank' ? undefined : new MutationObserver(done);
      if (page) changes?.observe(page, { subtree: true, childList: true });
    });
  }
  return frame.contentWindow as Window & typeof globalThis;
}
