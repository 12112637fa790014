import type { ScudoCheckout } from 'scudo-checkout';
import type { Look } from './look.js';
import type { TimedCall } from './sequence.js';

/** The frame with the live element: an ordinary page of the shop’s, which the studio dresses. */
export interface Stage {
  readonly checkout: ScudoCheckout;
  /** Makes it look so. */
  show(look: Look): void;
  /** The calls to the backend so far. */
  readonly calls: readonly TimedCall[];
  /** Forgets the calls. */
  clear(): void;
  /** Calls back when there was a step or a call. */
  watch(onNews: () => void): void;
}

export async function openStage(frame: HTMLIFrameElement): Promise<Stage> {
  const view = await loaded(frame);
  const { document: page } = view;
  await view.customElements.whenDefined('scudo-checkout');
  const checkout = page.querySelector('scudo-checkout')!;
  let calls: TimedCall[] = [];
  let worn: readonly string[] = [];

  let onNews: () => void = () => undefined;
  page.addEventListener('scudo-step', () => onNews());
  new view.PerformanceObserver((list) => {
    const { timeOrigin } = view.performance;
    const entries = list.getEntries() as PerformanceResourceTiming[];
    const told = entries.filter(
      ({ name, initiatorType }) => initiatorType === 'fetch' && new URL(name).pathname.startsWith('/scudo/'),
    );
    calls = [
      ...calls,
      ...told.map(({ name, startTime, duration, responseStatus }) => ({
        at: timeOrigin + startTime,
        took: duration,
        status: responseStatus,
        path: new URL(name).pathname,
      })),
    ];
    onNews();
  }).observe({ type: 'resource', buffered: true });

  // As high as what is on it, and never so low that a dialog has no room.
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
    show(look) {
      frame.style.inlineSize = look.width ? `${look.width}px` : '100%';
      page.documentElement.style.colorScheme = look.scheme;
      wear(page, look.preset, () => paint(page, checkout));
      checkout.style.colorScheme = look.scheme;
      for (const name of worn) checkout.style.removeProperty(name);
      worn = Object.keys(look.values).map((name) => `--scudo-${name}`);
      for (const [name, value] of Object.entries(look.values)) checkout.style.setProperty(`--scudo-${name}`, value);
      for (const name of ['lang', 'dir', 'challenge'] as const) {
        if (look[name]) checkout.setAttribute(name, look[name]);
        else checkout.removeAttribute(name);
      }
      checkout.requestUpdate();
      paint(page, checkout);
    },
  };
}

/** The stage’s own ground is that of the element. */
function paint(page: Document, checkout: ScudoCheckout): void {
  page.documentElement.style.background = page.defaultView!.getComputedStyle(checkout).backgroundColor;
}

function wear(page: Document, preset: string, done: () => void): void {
  const before = [...page.querySelectorAll<HTMLLinkElement>('link[data-preset]')];
  if ((before.at(-1)?.dataset['preset'] ?? 'default') === preset) return;
  const takeOff = () => before.forEach((one) => one.remove());
  if (preset === 'default') {
    takeOff();
    return;
  }
  const link = page.createElement('link');
  link.rel = 'stylesheet';
  link.dataset['preset'] = preset;
  link.href = `/presets/${preset}.css`;
  link.addEventListener('load', () => {
    takeOff();
    done();
  });
  page.head.append(link);
}

async function loaded(frame: HTMLIFrameElement): Promise<Window & typeof globalThis> {
  const there = () =>
    frame.contentDocument?.readyState === 'complete' && frame.contentDocument.querySelector('scudo-checkout');
  if (!there()) await new Promise((resolve) => frame.addEventListener('load', resolve, { once: true }));
  return frame.contentWindow as Window & typeof globalThis;
}
