import { applyPreset } from '../theme/preset-link.js';

/** The fonts of the package fonts-liberation, by the last name of a preset's font. */
const FIXED_FONTS: Readonly<Record<string, string>> = {
  'sans-serif': 'Liberation Sans',
  serif: 'Liberation Serif',
  monospace: 'Liberation Mono',
};

/** The page of a state in a frame. */
export interface StatePage {
  /** Shows a preset in a color scheme. Resolves when it is loaded. */
  show(preset: string, scheme: string, hasFixedFont: boolean): Promise<void>;
}

/** Resolves when the frame shows its state. */
export async function openState(frame: HTMLIFrameElement): Promise<StatePage> {
  const page = await readyPage(frame);
  const root = page.documentElement;
  return {
    async show(preset, scheme, hasFixedFont) {
      root.style.colorScheme = scheme;
      root.dataset['font'] = hasFixedFont ? 'fixed' : 'own';
      await applyPreset(preset, page);
      const element = page.querySelector<HTMLElement>('scudo-checkout, scudo-return')!;
      if (hasFixedFont) fixFont(element);
      releaseHeight(element);
      paint(page, element);
      endMotion(element);
      if (!frame.closest('[data-dialog]'))
        frame.style.blockSize = `${Math.ceil(page.body.getBoundingClientRect().height)}px`;
    },
  };
}

/** Removes the height that the element keeps from Pay on: it is that of the form in the theme of that moment. */
function releaseHeight(element: HTMLElement): void {
  element.shadowRoot?.querySelector<HTMLElement>('.body')?.style.removeProperty('min-block-size');
}

/** Ends what moves, such as a message that unfolds: a height that is measured on the way is not that of the state. */
function endMotion(element: HTMLElement): void {
  for (const animation of element.shadowRoot?.getAnimations() ?? [])
    if (animation.effect?.getComputedTiming().endTime !== Infinity) animation.finish();
}

/** Replaces the font of a preset with one of its kind that renders the same on every machine. */
function fixFont(element: HTMLElement): void {
  element.style.removeProperty('--scudo-font');
  const font = getComputedStyle(element).getPropertyValue('--scudo-font');
  const size = /^[\d.]+rem \/ [\d.]+/.exec(font)?.[0];
  const kind = /\b(sans-serif|serif|monospace)$/.exec(font.trim())?.[1] ?? 'sans-serif';
  if (size) element.style.setProperty('--scudo-font', `${size} "${FIXED_FONTS[kind]}", ${kind}`);
}

/** Gives the page the background of its element. A transparent element leaves that of the page. */
function paint(page: Document, element: HTMLElement): void {
  const { style } = page.documentElement;
  style.background = '';
  const { backgroundColor } = page.defaultView!.getComputedStyle(element);
  if (backgroundColor !== 'rgba(0, 0, 0, 0)') style.background = backgroundColor;
}

/** Resolves with the page of a frame when the script of the page has played its scene. */
async function readyPage(frame: HTMLIFrameElement): Promise<Document> {
  if (frame.contentDocument?.URL === 'about:blank')
    await new Promise((resolve) => frame.addEventListener('load', resolve, { once: true }));
  const page = frame.contentDocument!;
  await new Promise<void>((resolve) => {
    const changes = new MutationObserver(check);
    function check() {
      if (page.documentElement.dataset['ready'] === undefined) return;
      changes.disconnect();
      resolve();
    }
    changes.observe(page.documentElement, { attributes: true });
    check();
  });
  return page;
}
