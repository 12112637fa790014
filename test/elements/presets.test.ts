import { fixture, html } from '@open-wc/testing';
import { afterEach, describe, expect, it } from 'vitest';
import type { ScudoCheckout } from '../../src/index.js';
import '../../src/index.js';
import { settle } from '../../demo/pages/gallery/still-clock.js';
import { OPEN_ORDER, scriptedBackend } from '../browser/scripted-backend.js';

const files = import.meta.glob<string>('../../src/elements/presets/*.css', {
  query: '?raw',
  import: 'default',
  eager: true,
});
const presets: [string, string][] = [
  ['default', ''],
  ...Object.entries(files).map(([path, css]): [string, string] => [path.split('/').at(-1)!, css]),
];

/** WCAG 2.2: 1.4.3 for text, 1.4.11 for the edges and the state of controls. Each is over the page and the grounds. */
const PAIRS: readonly (readonly [text: string, grounds: readonly string[], least: number])[] = [
  ['currentcolor', ['var(--_page)'], 4.5],
  ['currentcolor', ['var(--_page)', 'var(--_field)'], 4.5],
  ['currentcolor', ['var(--_page)', 'var(--_selected)'], 4.5],
  ['var(--_quiet)', ['var(--_page)'], 4.5],
  ['var(--_quiet)', ['var(--_page)', 'var(--_selected)', 'var(--_field)'], 4.5],
  ['var(--_placeholder)', ['var(--_page)', 'var(--_field)'], 4.5],
  ['var(--_placeholder)', ['var(--_page)', 'var(--_selected)', 'var(--_field)'], 4.5],
  ['var(--_error)', ['var(--_page)'], 4.5],
  ['var(--_error)', ['var(--_page)', 'var(--_selected)'], 4.5],
  ['var(--_on-accent)', ['var(--_accent)'], 4.5],
  ['var(--_line)', ['var(--_page)'], 3],
  ['var(--_line)', ['var(--_page)', 'var(--_field)'], 3],
  ['var(--_accent-mark)', ['var(--_page)'], 3],
  ['var(--_focus)', ['var(--_page)'], 3],
  ['var(--_good)', ['var(--_page)'], 3],
  ['var(--_waiting)', ['var(--_page)'], 3],
];

type Rgb = readonly [red: number, green: number, blue: number];

/** The color that is seen when colors lie on each other, the lowest first. */
function seen(pen: CanvasRenderingContext2D, layers: readonly string[]): Rgb {
  for (const layer of layers) {
    pen.fillStyle = layer;
    pen.fillRect(0, 0, 1, 1);
  }
  const [red = 0, green = 0, blue = 0] = pen.getImageData(0, 0, 1, 1).data;
  return [red, green, blue];
}

/** WCAG 2.2, relative luminance. */
function luminance(color: Rgb): number {
  const [red = 0, green = 0, blue = 0] = color
    .map((value) => value / 255)
    .map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** WCAG 2.2, contrast ratio. */
function contrast(one: Rgb, other: Rgb): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((first, second) => first - second);
  return (light + 0.05) / (dark + 0.05);
}

async function checkoutIn(scheme: string): Promise<ScudoCheckout> {
  const page = await fixture(
    html`<div><scudo-checkout order="A1" .adapter=${scriptedBackend()}></scudo-checkout></div>`,
  );
  (page as HTMLElement).style.cssText = `color-scheme: ${scheme}; color: CanvasText`;
  const element = page.querySelector('scudo-checkout')!;
  await settle();
  await element.updateComplete;
  return element;
}

/** The pairs of colors whose contrast is too low. */
function poorPairs(element: ScudoCheckout): readonly object[] {
  const probe = element.shadowRoot!.querySelector<HTMLElement>('[part~=form]')!;
  const pen = new OffscreenCanvas(1, 1).getContext('2d') as unknown as CanvasRenderingContext2D;
  const computed = (color: string): string => {
    probe.style.backgroundColor = color;
    return getComputedStyle(probe).backgroundColor;
  };
  return PAIRS.map(([text, grounds, least]) => {
    const layers = ['Canvas', ...grounds].map(computed);
    const is = contrast(seen(pen, layers), seen(pen, [...layers, computed(text)]));
    return { text, grounds, least, is };
  }).filter(({ is, least }) => is < least);
}

afterEach(() => (document.adoptedStyleSheets = []));

/** Hues in steps of 30 degrees, each as a dark, a medium and a light color, and the extremes. */
const BRANDS = [
  ...Array.from({ length: 36 }, (_, at) => `oklch(${[0.35, 0.6, 0.85][at % 3]} 0.18 ${Math.floor(at / 3) * 30})`),
  ...['#000', '#fff', '#ff0', '#f00', '#0f0', '#00f', '#777'],
];

it.each(['light', 'dark'])('every brand color gives colors with AA contrast in %s', async (scheme) => {
  const element = await checkoutIn(scheme);
  const poor = BRANDS.flatMap((brand) => {
    element.style.setProperty('--scudo-color-brand', brand);
    return poorPairs(element).map((pair) => ({ brand, ...pair }));
  });
  expect(poor).toEqual([]);
});

async function withMethods(attributes: { readonly dir?: 'rtl'; readonly layout?: 'tabs' }): Promise<Element> {
  const order = () => ({ ...OPEN_ORDER, methods: [{ code: 'card' }, { code: 'paypal' }] });
  const element = await fixture<ScudoCheckout>(html`<scudo-checkout
    order="A1"
    dir=${attributes.dir ?? 'ltr'}
    .layout=${attributes.layout}
    .adapter=${scriptedBackend({ order })}
  ></scudo-checkout>`);
  await settle();
  await element.updateComplete;
  return element.shadowRoot!.querySelector('[part~=method-chosen] [part~=method]')!;
}

/** The horizontal offset of the shadow at the edge of the chosen method. */
async function edgeOfChosen(dir?: 'rtl'): Promise<number> {
  const shadow = getComputedStyle(await withMethods(dir ? { dir } : {})).boxShadow;
  return Number(/(-?\d+)px/.exec(shadow)?.[1] ?? 0);
}

describe.each(presets)('the preset %s', (_, css) => {
  it.each(['light', 'dark'])('a preset has AA contrast in %s', async (scheme) => {
    document.adoptedStyleSheets = [new CSSStyleSheet()];
    document.adoptedStyleSheets[0]!.replaceSync(css);
    expect(poorPairs(await checkoutIn(scheme))).toEqual([]);
  });

  it('an edge of the chosen method is at its start, from left to right and from right to left', async () => {
    document.adoptedStyleSheets = [new CSSStyleSheet()];
    document.adoptedStyleSheets[0]!.replaceSync(css);
    const offset = await edgeOfChosen();
    expect(offset).toBeGreaterThanOrEqual(0);
    expect(await edgeOfChosen('rtl')).toBe(0 - offset);
  });

  it('a tab has space between its border and its text', async () => {
    document.adoptedStyleSheets = [new CSSStyleSheet()];
    document.adoptedStyleSheets[0]!.replaceSync(css);
    const tab = await withMethods({ layout: 'tabs' });
    const name = tab.querySelector('[part~=method-name]')!;
    expect(name.getBoundingClientRect().left - tab.getBoundingClientRect().left).toBeGreaterThanOrEqual(8);
  });

  it('sets existing properties only', async () => {
    const element = await fixture<ScudoCheckout>(html`<scudo-checkout></scudo-checkout>`);
    const used = [...element.shadowRoot!.adoptedStyleSheets]
      .flatMap(({ cssRules }) => [...cssRules].map(({ cssText }) => cssText))
      .join();
    for (const [, name = ''] of css.matchAll(/^\s+(--scudo-[\w-]+):/gm)) expect(used).toContain(`var(${name}`);
  });
});
