import type { ScudoCheckout } from 'scudo-checkout';
import type { Theme } from './theme.js';
import type { TimedCall } from './sequence.js';

/** The frame with the live element: a page of the shop whose theme the studio sets. */
export interface Stage {
  readonly checkout: ScudoCheckout;
  /** Applies a theme. */
  show(theme: Theme): void;
  /** The calls to the backend so far. */
  readonly calls: readonly TimedCall[];
  /** Clears the list of calls. */
  clear(): void;
  /** Calls back after each step and each call. */
  watch(onNews: () => void): void;
}

export async function openStage(frame: HTMLIFrameElement): Promise<Stage> {
  const view = await loaded(frame);
  const { document: page } = view;
  await view.customElements.whenDefined('scudo-checkout');
  const checkout = page.querySelector('scudo-checkout')!;
  let calls: TimedCall[] = [];
  let applied: readonly string[] = [];

  let onNews: () => void = () => undefined;
  page.addEventListener('scudo-step', () => onNews());
  new view.PerformanceObserver((list) => {
    const { timeOrigin } = view.performance;
    const entries = list.getEntries() as PerformanceResourceTiming[];
    const finished = entries.filter(
      ({ name, initiatorType }) => initiatorType === 'fetch' && new URL(name).pathname.startsWith('/scudo/'),
    );
    calls = [
      ...calls,
      ...finished.map(({ name, startTime, duration, responseStatus }) => ({
        at: timeOrigin + startTime,
        took: duration,
        status: responseStatus,
        path: new URL(name).pathname,
      })),
    ];
    onNews();
  }).observe({ type: 'resource', buffered: true });

  // As high as its content, and high enough for a dialog.
  new view.ResizeObserver(() => (frame.style.blockSize = `${Math.max(page.body.scrollHeight, 640)}px`)).observe(
    page.body,
  );

  view.matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => paint(page, checkout));

  return {
    checkout,
    get calls() {
      return calls;
    },
    clear() {
      calls = [];
    },
    watch(call) {
      onNews = call;
    },
    show(theme) {
      frame.style.inlineSize = theme.width ? `${theme.width}px` : '100%';
      page.documentElement.style.colorScheme = theme.scheme;
      applyPreset(page, theme.preset, () => paint(page, checkout));
      checkout.style.colorScheme = theme.scheme;
      for (const name of applied) checkout.style.removeProperty(name);
      applied = Object.keys(theme.values).map((name) => `--scudo-${name}`);
      for (const [name, value] of Object.entries(theme.values)) checkout.style.setProperty(`--scudo-${name}`, value);
      for (const name of ['lang', 'dir', 'challenge'] as const) {
        if (theme[name]) checkout.setAttribute(name, theme[name]);
        else checkout.removeAttribute(name);
      }
      checkout.requestUpdate();
      paint(page, checkout);
    },
  };
}

/** Gives the page the background of the element. */
function paint(page: Document, checkout: ScudoCheckout): void {
  page.documentElement.style.background = page.defaultView!.getComputedStyle(checkout).backgroundColor;
}

function applyPreset(page: Document, preset: string, done: () => void): void {
  const before = [...page.querySelectorAll<HTMLLinkElement>('link[data-preset]')];
  if ((before.at(-1)?.dataset['preset'] ?? 'default') === preset) return;
  const removeBefore = () => before.forEach((one) => one.remove());
  if (preset === 'default') {
    removeBefore();
    return;
  }
  const link = page.createElement('link');
  link.rel = 'stylesheet';
  link.dataset['preset'] = preset;
  link.href = `/presets/${preset}.css`;
  link.addEventListener('load', () => {
    removeBefore();
    done();
  });
  page.head.append(link);
}

async function loaded(frame: HTMLIFrameElement): Promise<Window & typeof globalThis> {
  const isLoaded = () =>
    frame.contentDocument?.readyState === 'complete' && frame.contentDocument.querySelector('scudo-checkout');
  if (!isLoaded()) await new Promise((resolve) => frame.addEventListener('load', resolve, { once: true }));
  return frame.contentWindow as Window & typeof globalThis;
}
