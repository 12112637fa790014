import fc from 'fast-check';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { contrastRatio, gradeOf, hexText, over, ratioText, type Rgba } from '../../demo/pages/studio/contrast.js';
import { amountIn, fontValue, lightAndDark } from '../../demo/pages/studio/css-values.js';
import { endStep, historyOf, record, redo, undo } from '../../demo/pages/studio/history.js';
import { minorUnits } from '../../demo/pages/studio/minor-units.js';
import { labelledProperties, sliderPosition, type Slider } from '../../demo/pages/studio/property-controls.js';
import { knownNames, themeNamesIn } from '../../demo/pages/theme/theme-names.js';

const rgba = (red: number, green: number, blue: number, alpha = 1): Rgba => ({ red, green, blue, alpha });
const WHITE = rgba(255, 255, 255);
const BLACK = rgba(0, 0, 0);

describe('contrast', () => {
  it('black on white has the greatest ratio, and a color on itself has the least', () => {
    expect(contrastRatio(BLACK, WHITE)).toBeCloseTo(21);
    expect(contrastRatio(WHITE, BLACK)).toBeCloseTo(21);
    expect(contrastRatio(WHITE, WHITE)).toBe(1);
  });

  it('the ratio of known colors is that of WCAG', () => {
    expect(contrastRatio(rgba(0x76, 0x76, 0x76), WHITE)).toBeCloseTo(4.54, 2);
    expect(contrastRatio(WHITE, rgba(0xff, 0xe6, 0x00))).toBeCloseTo(1.27, 2);
  });

  it('text needs 4.5 for AA and 7 for AAA, and a line needs 3', () => {
    expect([4.49, 4.5, 6.99, 7].map((ratio) => gradeOf(ratio, 'text'))).toEqual(['too low', 'AA', 'AA', 'AAA']);
    expect([2.99, 3, 21].map((ratio) => gradeOf(ratio, 'line'))).toEqual(['too low', 'AA', 'AA']);
  });

  it('a ratio below a limit is not rounded up to it', () => {
    expect([ratioText(4.49), ratioText(4.5), ratioText(21)]).toEqual(['4.4', '4.5', '21.0']);
  });

  it('a transparent color is mixed with the color below it', () => {
    expect(hexText(over(rgba(0, 0, 0, 0.5), WHITE))).toBe('#808080');
    expect(over(rgba(1, 2, 3, 0), WHITE)).toEqual(WHITE);
  });
});

describe('the history', () => {
  it('undo and redo restore each step, for any sequence of changes', () => {
    fc.assert(
      fc.property(fc.array(fc.integer(), { maxLength: 30 }), (values) => {
        let history = historyOf(-1);
        values.forEach((value, index) => (history = record(history, value, `control ${index}`)));
        for (const value of [...values].reverse()) {
          expect(history.present).toBe(value);
          history = undo(history);
        }
        expect(history.present).toBe(-1);
        expect(undo(history)).toEqual(history);
        for (const value of values) {
          history = redo(history);
          expect(history.present).toBe(value);
        }
        expect(history.future).toEqual([]);
      }),
    );
  });

  it('changes of one control in a row are one step until the step ends', () => {
    const dragged = record(record(record(historyOf('a'), 'b', 'slider'), 'c', 'slider'), 'd', 'slider');
    expect(undo(dragged).present).toBe('a');
    const again = record(endStep(dragged), 'e', 'slider');
    expect(undo(again).present).toBe('d');
  });

  it('a change after undo removes the steps that were undone', () => {
    const undone = undo(record(historyOf('a'), 'b', 'one'));
    const changed = record(undone, 'c', 'one');
    expect(redo(changed).present).toBe('c');
    expect(undo(changed).present).toBe('a');
  });
});

describe('values of CSS', () => {
  it('a value for light and dark is split at its own comma', () => {
    expect(lightAndDark('light-dark(rgb(1, 2, 3), oklch(from var(--x, red) l c h))')).toEqual([
      'rgb(1, 2, 3)',
      'oklch(from var(--x, red) l c h)',
    ]);
    expect(lightAndDark('transparent')).toEqual(['transparent', 'transparent']);
    expect(lightAndDark('light-dark(red)')).toEqual(['light-dark(red)', 'light-dark(red)']);
  });

  it('a font is split into its size and its families', () => {
    expect(fontValue('16px/1.5 system-ui, sans-serif')).toEqual({ size: '16px/1.5', family: 'system-ui, sans-serif' });
    expect(fontValue('italic 1.0625rem / 1.5 "A B", serif')).toEqual({
      size: 'italic 1.0625rem / 1.5',
      family: '"A B", serif',
    });
    expect(fontValue('inherit')).toEqual({ size: '1rem / 1.5', family: 'inherit' });
  });

  it('an amount has its unit, and a keyword has no amount', () => {
    expect(['8px', '0', '.5rem', '600', 'none', 'calc(1px + 2px)'].map(amountIn)).toEqual([
      { number: 8, unit: 'px' },
      { number: 0, unit: '' },
      { number: 0.5, unit: 'rem' },
      { number: 600, unit: '' },
      undefined,
      undefined,
    ]);
  });
});

describe('the amount of an order', () => {
  it('an amount in major units becomes minor units of its currency', () => {
    expect(
      [
        ['19.99', 'EUR'],
        ['19,9', 'EUR'],
        ['51', 'GBP'],
        ['1000', 'JPY'],
        ['1.234', 'KWD'],
        ['0.05', 'USD'],
        ['1999', 'HUF'],
        ['1999.9', 'RSD'],
        ['1.2345', 'CLF'],
      ].map(([text, currency]) => minorUnits(text!, currency!)),
    ).toEqual(['1999', '1990', '5100', '1000', '1234', '5', '199900', '199990', '12345']);
  });

  it.each(['', '19.999', '1e3', '-1', 'ten', '1.5.5', '.5'])('“%s” is no amount in euros', (text) => {
    expect(minorUnits(text, 'EUR')).toBeUndefined();
  });

  it('an amount without a fraction is expected for yen, and a currency needs a code', () => {
    expect([minorUnits('10.5', 'JPY'), minorUnits('10', 'euro')]).toEqual([undefined, undefined]);
  });
});

describe('the controls of properties', () => {
  const control = (name: string, standard = '') => labelledProperties([{ name, standard, description: '' }])[0]!;

  it('each property of the theme has a control for its kind', () => {
    expect(
      [
        ['color-brand', ''],
        ['color-backdrop', 'rgb(0 0 0 / 60%)'],
        ['radius-button', 'var(--scudo-radius)'],
        ['field-gap', '1rem'],
        ['button-weight', '600'],
        ['title-size', '1.125em'],
        ['font', 'inherit'],
        ['field-shadow', 'none'],
        ['motion', '1.2s'],
      ].map(([name, standard]) => {
        const { kind, ...range } = control(name!, standard).control;
        return `${name}: ${kind}${'unit' in range ? ` ${range.unit}` : ''}`;
      }),
    ).toEqual([
      'color-brand: color',
      'color-backdrop: css',
      'radius-button: number rem',
      'field-gap: number rem',
      'button-weight: number ',
      'title-size: number em',
      'font: font',
      'field-shadow: css',
      'motion: number s',
    ]);
  });

  const sliderOf = (name: string): Slider | undefined => {
    const found = control(name).control;
    return found.kind === 'number' ? found : undefined;
  };

  it('each default and each value of a preset is a step of its slider, except for pills', () => {
    const presets = 'src/elements/presets/';
    const sheets = readdirSync(presets).map((file) => readFileSync(presets + file, 'utf8'));
    const values = [
      ...readFileSync('src/elements/scudo-element.ts', 'utf8').matchAll(/@cssprop \[--scudo-([\w-]+)=([\d.]+\w*)\]/g),
      ...sheets.flatMap((sheet) => [...sheet.matchAll(/^ *--scudo-([\w-]+): ([\d.]+\w*);/gm)]),
    ].map(([, name = '', value = '']) => ({ name, value }));
    expect(values.length).toBeGreaterThan(50);
    const beyond = values.filter(({ name, value }) => {
      const slider = sliderOf(name);
      if (!slider) return true;
      const { number } = sliderPosition(slider, value);
      const steps = (number - slider.least) / slider.step;
      return number < slider.least || number > slider.most || Math.abs(steps - Math.round(steps)) > 1e-9;
    });
    expect(beyond).toEqual([{ name: 'radius-button', value: '999px' }]);
  });

  it('a slider keeps rem and em, and writes pixels as rem except for the width of lines', () => {
    expect(
      [
        ['radius', '6px'],
        ['radius', '1rem'],
        ['space', '1em'],
        ['small-size', '0.8125rem'],
        ['title-size', '1.125em'],
        ['line-width', '2px'],
        ['padding', '0'],
        ['label-weight', '550'],
        ['width', 'none'],
      ].map(([name, value]) => {
        const { number, unit } = sliderPosition(sliderOf(name!)!, value!);
        return `${name}: ${number}${unit}`;
      }),
    ).toEqual([
      'radius: 0.375rem',
      'radius: 1rem',
      'space: 1em',
      'small-size: 0.8125rem',
      'title-size: 1.125em',
      'line-width: 2px',
      'padding: 0rem',
      'label-weight: 550',
      'width: 16rem',
    ]);
  });

  it('a property that the studio does not know is labelled by its name', () => {
    expect(control('color-new-thing')).toMatchObject({ label: 'New thing', group: 'Colors' });
    expect(control('new-space')).toMatchObject({ label: 'New space', group: 'Shape and space' });
  });
});

describe('the names of a theme', () => {
  const manifest = {
    modules: [
      {
        declarations: [
          {
            tagName: 'scudo-checkout',
            cssProperties: [{ name: '--scudo-radius', default: '8px' }],
            cssParts: [{ name: 'input', description: 'An input.' }],
            slots: [
              { name: '' },
              { name: 'outcome-paid', description: 'A paid order. Others: outcome-declined, outcome-in-doubt.' },
            ],
          },
        ],
      },
      { declarations: [{ tagName: 'scudo-return', cssParts: [{ name: 'other' }] }] },
    ],
  };

  it('the names are those of the checkout in the manifest, with a slot for each outcome', () => {
    expect(knownNames(themeNamesIn(manifest))).toEqual({
      properties: ['radius'],
      parts: ['input'],
      slots: ['outcome-paid', 'outcome-declined', 'outcome-in-doubt'],
    });
  });

  it('a manifest without the checkout has no names', () => {
    expect(knownNames(themeNamesIn({ modules: [{}] }))).toEqual({ properties: [], parts: [], slots: [] });
  });
});
