import axe from 'axe-core';
import { fixture, html } from '@open-wc/testing';
import { afterEach, describe, expect, it } from 'vitest';
import type { ScudoCheckout } from '../../src/index.js';
import '../../src/index.js';
import { settle } from '../../demo/pages/gallery/still-clock.js';
import { scriptedBackend } from '../browser/scripted-backend.js';

const files = import.meta.glob<string>('../../src/elements/presets/*.css', {
  query: '?raw',
  import: 'default',
  eager: true,
});
const presets: [string, string][] = [
  ['default', ''],
  ...Object.entries(files).map(([path, css]): [string, string] => [path.split('/').at(-1)!, css]),
];

/** WCAG 2.2: 1.4.3 for text, 1.4.11 for the edges and the state of controls. */
const PAIRS: [string, string, number][] = [
  ['--_text', '--_surface', 4.5],
  ['--_text', '--_field', 4.5],
  ['--_quiet', '--_surface', 4.5],
  ['--_error', '--_surface', 4.5],
  ['--_on-accent', '--_accent', 4.5],
  ['--_line', '--_surface', 3],
  ['--_line', '--_field', 3],
  ['--_accent', '--_surface', 3],
  ['--_focus', '--_surface', 3],
  ['--_good', '--_surface', 3],
  ['--_error', '--_field', 3],
];

interface AxeColour {
  readonly alpha: number;
  parseString(text: string): void;
}

/** The color functions of axe, which its types do not have. */
const { Color, getContrast } = (
  axe.commons as unknown as {
    color: { Color: new () => AxeColour; getContrast: (ground: AxeColour, text: AxeColour) => number };
  }
).color;

afterEach(() => (document.adoptedStyleSheets = []));

describe.each(presets)('the preset %s', (_, css) => {
  it.each(['light', 'dark'])('a preset has AA contrast in %s', async (scheme) => {
    document.adoptedStyleSheets = [new CSSStyleSheet()];
    document.adoptedStyleSheets[0]!.replaceSync(css);
    const element = await fixture<ScudoCheckout>(
      html`<scudo-checkout order="A1" .adapter=${scriptedBackend()}></scudo-checkout>`,
    );
    element.style.colorScheme = scheme;
    await settle();
    await element.updateComplete;
    const probe = element.shadowRoot!.querySelector<HTMLElement>('[part~=form]')!;
    const colour = (name: string): AxeColour => {
      probe.style.color = `var(${name})`;
      const read = new Color();
      read.parseString(getComputedStyle(probe).color);
      // Transparent fields have the color behind them.
      return read.alpha === 0 ? colour('--_surface') : read;
    };
    const poor = PAIRS.map(([text, ground, least]) => ({
      text,
      ground,
      least,
      is: getContrast(colour(ground), colour(text)),
    })).filter(({ is, least }) => is < least);
    expect(poor).toEqual([]);
  });

  it('sets existing properties only', async () => {
    const element = await fixture<ScudoCheckout>(html`<scudo-checkout></scudo-checkout>`);
    const used = [...element.shadowRoot!.adoptedStyleSheets]
      .flatMap(({ cssRules }) => [...cssRules].map(({ cssText }) => cssText))
      .join();
    for (const [, name = ''] of css.matchAll(/^\s+(--scudo-[\w-]+):/gm)) expect(used).toContain(`var(${name}`);
  });
});
