import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cssOf, htmlOf, themeFrom, PLAIN, THEME_PRESETS, queryOf, type Theme } from '../../demo/pages/studio/theme.js';

const NAMES = ['radius', 'color-accent', 'font'];
const themes: fc.Arbitrary<Theme> = fc.record({
  preset: fc.constantFrom(...THEME_PRESETS),
  lang: fc.constantFrom('', 'ar', 'zh-Hant'),
  dir: fc.constantFrom('', 'ltr', 'rtl'),
  scheme: fc.constantFrom('', 'light', 'dark'),
  challenge: fc.constantFrom('', 'inline'),
  width: fc.constantFrom(0, 320, 1200),
  values: fc.dictionary(
    fc.constantFrom(...NAMES),
    fc.constantFrom('12px', 'light-dark(#123456, #abcdef)', "1rem/1.5 'Some Font', serif"),
  ),
});

describe('a theme', () => {
  it('a theme is restored from its address', () => {
    fc.assert(
      fc.property(themes, (theme) => {
        expect(themeFrom(new URLSearchParams(queryOf(theme)), NAMES)).toEqual(theme);
      }),
    );
  });

  it('a theme from any address is valid and stays within its declaration', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.constantFrom('preset', 'lang', 'dir', 'scheme', 'challenge', 'width', ...NAMES), fc.string()),
        (query) => {
          const theme = themeFrom(new URLSearchParams(query), NAMES);
          expect(THEME_PRESETS).toContain(theme.preset);
          expect(cssOf(theme).match(/[{}]/g)?.length ?? 2).toBe(2);
          expect(htmlOf(theme)).not.toMatch(/[<>][^\n]*[<>][^\n]*[<>][^\n]*[<>][^\n]*[<>]/);
        },
      ),
    );
  });

  it('a theme with defaults has an empty address, no style sheet and the lines of docs/element.md', () => {
    expect([queryOf(PLAIN), cssOf(PLAIN)]).toEqual(['', '']);
    expect(htmlOf(PLAIN)).toBe(
      '<script type="module" src="/scudo.js"></script>\n<scudo-checkout backend="/scudo" order="ORDER_ID"></scudo-checkout>',
    );
  });

  it('a theme has the CSS and HTML of a page', () => {
    const theme: Theme = {
      ...PLAIN,
      preset: 'paper',
      lang: 'ar',
      scheme: 'dark',
      challenge: 'inline',
      values: { radius: '2px' },
    };
    expect(cssOf(theme)).toBe('scudo-checkout,\nscudo-return {\n  color-scheme: dark;\n  --scudo-radius: 2px;\n}');
    expect(htmlOf(theme).split('\n')).toEqual([
      '<link rel="stylesheet" href="/presets/paper.css">',
      '<link rel="stylesheet" href="/checkout.css">',
      '<script type="module" src="/scudo.js"></script>',
      '<scudo-checkout backend="/scudo" order="ORDER_ID" lang="ar" challenge="inline"></scudo-checkout>',
    ]);
  });
});
