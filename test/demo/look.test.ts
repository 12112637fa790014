import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cssOf, htmlOf, lookFrom, PLAIN, PRESETS, queryOf, type Look } from '../../demo/pages/studio/look.js';

const NAMES = ['radius', 'color-accent', 'font'];
const looks: fc.Arbitrary<Look> = fc.record({
  preset: fc.constantFrom(...PRESETS),
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

describe('a look', () => {
  it('fits into an address, whole', () => {
    fc.assert(
      fc.property(looks, (look) => {
        expect(lookFrom(new URLSearchParams(queryOf(look)), NAMES)).toEqual(look);
      }),
    );
  });

  it('of whatever address is one that can be shown, and can never leave its declaration', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.constantFrom('preset', 'lang', 'dir', 'scheme', 'challenge', 'width', ...NAMES), fc.string()),
        (query) => {
          const look = lookFrom(new URLSearchParams(query), NAMES);
          expect(PRESETS).toContain(look.preset);
          expect(cssOf(look).match(/[{}]/g)?.length ?? 2).toBe(2);
          expect(htmlOf(look)).not.toMatch(/[<>][^\n]*[<>][^\n]*[<>][^\n]*[<>][^\n]*[<>]/);
        },
      ),
    );
  });

  it('that is plain needs no address, no style sheet and no more than the README’s lines', () => {
    expect([queryOf(PLAIN), cssOf(PLAIN)]).toEqual(['', '']);
    expect(htmlOf(PLAIN)).toBe(
      '<script type="module" src="/scudo.js"></script>\n<scudo-checkout backend="/scudo" order="ORDER_ID"></scudo-checkout>',
    );
  });

  it('is said in a page’s own words', () => {
    const look: Look = {
      ...PLAIN,
      preset: 'paper',
      lang: 'ar',
      scheme: 'dark',
      challenge: 'inline',
      values: { radius: '2px' },
    };
    expect(cssOf(look)).toBe('scudo-checkout,\nscudo-return {\n  color-scheme: dark;\n  --scudo-radius: 2px;\n}');
    expect(htmlOf(look).split('\n')).toEqual([
      '<link rel="stylesheet" href="/presets/paper.css">',
      '<link rel="stylesheet" href="/checkout.css">',
      '<script type="module" src="/scudo.js"></script>',
      '<scudo-checkout backend="/scudo" order="ORDER_ID" lang="ar" challenge="inline"></scudo-checkout>',
    ]);
  });
});
