import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { brandOf } from '../../demo/pages/theme/brand-tokens.js';
import { cssOf, htmlOf, pageOf, scriptOf } from '../../demo/pages/theme/theme-code.js';
import {
  LONGEST,
  PLAIN,
  queryOf,
  themeFrom,
  THEME_PRESETS,
  withText,
  type KnownNames,
  type Theme,
} from '../../demo/pages/theme/theme.js';

const KNOWN: KnownNames = {
  properties: ['radius', 'color-accent', 'font', 'width'],
  parts: ['input', 'pay-button'],
  slots: ['header', 'outcome-paid'],
};
const texts = (names: readonly string[], ...values: string[]) =>
  fc.dictionary(fc.constantFrom(...names), fc.constantFrom(...values), { noNullPrototype: true });
const themes: fc.Arbitrary<Theme> = fc.record({
  preset: fc.constantFrom(...THEME_PRESETS),
  lang: fc.constantFrom('', 'ar', 'zh-Hant'),
  dir: fc.constantFrom('', 'ltr', 'rtl'),
  scheme: fc.constantFrom('', 'light', 'dark', 'both'),
  challenge: fc.constantFrom('', 'inline'),
  layout: fc.constantFrom('', 'tabs', 'compact'),
  labels: fc.constantFrom('', 'inset', 'floating'),
  button: fc.constantFrom('', 'own'),
  width: fc.constantFrom(0, 320, 1200),
  values: texts(KNOWN.properties, '12px', 'light-dark(#123456, #abcdef)', "1rem/1.5 'Some Font', serif"),
  messages: texts(['pay', 'security-code-hint-front', 'declined'], 'Buy for {amount}', '<b> & "no"', '支払う'),
  parts: texts(KNOWN.parts, 'border: 0; box-shadow: none', 'letter-spacing: 0.1em;'),
  slots: texts(KNOWN.slots, 'One <b>coin</b> & more', 'Terms; conditions {apply}'),
});
const themeOf = (query: string) => themeFrom(new URLSearchParams(query), KNOWN);

describe('a theme', () => {
  it('a theme is restored from its address', () => {
    fc.assert(
      fc.property(themes, (theme) => {
        expect(themeOf(queryOf(theme))).toEqual(theme);
      }),
    );
  });

  it('a theme from any address is valid, stays within its declarations and has no markup of its own', () => {
    const names = [
      ...[
        'preset',
        'lang',
        'dir',
        'scheme',
        'challenge',
        'layout',
        'labels',
        'button',
        'width',
        'word.pay',
        'word.__proto__',
      ],
      ...['--radius', '--font', 'part.input', 'slot.header', 'slot.unknown'],
    ];
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom(...names), fc.string({ unit: 'grapheme' })), (query) => {
        const theme = themeOf(new URLSearchParams(query).toString());
        expect(THEME_PRESETS).toContain(theme.preset);
        const { scheme, values, parts } = theme;
        const hasOwnRule = scheme === 'light' || scheme === 'dark' || Object.keys(values).length > 0;
        expect(cssOf(theme).match(/[{}]/g)?.length ?? 0).toBe(2 * (Number(hasOwnRule) + Object.keys(parts).length));
        for (const tag of htmlOf(theme).match(/<[^<>]*>/g) ?? [])
          expect(tag).toMatch(/^<\/?(link|script|scudo-checkout|div|button)\b/);
        expect(scriptOf(theme)).not.toContain('<');
      }),
    );
  });

  it.each([
    ['a value that is too long', `--radius=${'1'.repeat(LONGEST + 1)}`],
    ['a value that ends its rule', '--radius=0}body{display:none'],
    ['declarations that end their rule', 'part.input=color:red}body{display:none'],
    ['declarations with an address', 'part.input=background:URL(https://shop.example/x.png)'],
    ['declarations with an escaped address', 'part.input=background:u\\rl(https://shop.example/x.png)'],
    ['declarations with a set of images', 'part.input=background:Image-Set("https://shop.example/x.png" 1x)'],
    ['declarations with the source of a file', 'part.input=background:src("https://shop.example/x.png")'],
    ['a value with an address', '--radius=url(https://shop.example/x.png)'],
    ['a value with a set of images', '--radius=-webkit-image-set("https://shop.example/x.png" 1x)'],
    ['a value with the source of a file', '--radius=SRC("https://shop.example/x.png")'],
    ['a value with an escaped address', '--radius=u\\72l(https://shop.example/x.png)'],
    ['declarations with a comment', 'part.input=color:red;/*'],
    ['an unknown part', 'part.unknown=color:red'],
    ['an unknown property', '--unknown=0'],
    ['the name of a prototype', 'word.__proto__=x'],
    ['a text with control characters', 'word.pay=%00%07'],
    ['a text that is too long', `slot.header=${'x'.repeat(LONGEST + 1)}`],
    ['JSON in the place of a theme', 'theme={"values":{"radius":"0"}}&words={not json'],
    ['an unknown scheme', 'scheme=javascript:alert(1)'],
    ['a language with markup', 'lang="><script>'],
    ['a width beyond the limits', 'width=99999999'],
  ])('%s in an address is left out', (_case, query) => {
    expect(themeOf(query)).toEqual(PLAIN);
  });

  it('markup in words and slots stays text in the code of a page', () => {
    const theme = themeOf(
      new URLSearchParams({ 'slot.header': '<img src=x> & co', 'word.pay': '</script>' }).toString(),
    );
    expect(htmlOf(theme)).toContain('<div slot="header">&lt;img src=x&gt; &amp; co</div>');
    expect(scriptOf(theme)).toBe(
      'document.querySelector(\'scudo-checkout\').messages = {\n  "pay": "\\u003c/script>"\n};',
    );
  });

  it('a theme with defaults has an empty address, no style sheet and the lines of docs/element.md', () => {
    expect([queryOf(PLAIN), cssOf(PLAIN), scriptOf(PLAIN)]).toEqual(['', '', '']);
    expect(htmlOf(PLAIN)).toBe(
      '<script type="module" src="/scudo.js"></script>\n<scudo-checkout backend="/scudo" order="ORDER_ID"></scudo-checkout>',
    );
  });

  it('a theme has the CSS and HTML of a page', () => {
    const theme: Theme = {
      ...PLAIN,
      preset: 'folio',
      lang: 'ar',
      scheme: 'dark',
      challenge: 'inline',
      values: { radius: '2px' },
      messages: { pay: 'Buy' },
      parts: { input: 'border: 0; color: red;' },
      slots: { header: 'One coin' },
    };
    expect(cssOf(theme)).toBe(
      [
        'scudo-checkout,\nscudo-return {\n  color-scheme: dark;\n  --scudo-radius: 2px;\n}',
        ':is(scudo-checkout, scudo-return)::part(input) {\n  border: 0; color: red;\n}',
      ].join('\n\n'),
    );
    expect(htmlOf(theme).split('\n')).toEqual([
      '<link rel="stylesheet" href="/presets/folio.css">',
      '<link rel="stylesheet" href="/checkout.css">',
      '<script type="module" src="/scudo.js"></script>',
      '<script type="module" src="/checkout.js"></script>',
      '<scudo-checkout backend="/scudo" order="ORDER_ID" lang="ar" challenge="inline">',
      '  <div slot="header">One coin</div>',
      '</scudo-checkout>',
    ]);
  });

  it('the code of a theme has its layout, and a button of the page that pays', () => {
    const theme: Theme = { ...PLAIN, layout: 'tabs', labels: 'floating', button: 'own' };
    expect(htmlOf(theme)).toContain(
      'order="ORDER_ID" layout="tabs" labels="floating" no-button></scudo-checkout>\n<button',
    );
    expect(scriptOf(theme)).toContain("button.addEventListener('click', () => checkout.pay());");
  });

  it('the code in one file has style sheet and module inside, and no value ends them', () => {
    const page = pageOf({ ...PLAIN, values: { font: '</style>$&' }, messages: { pay: '</script>' } });
    expect(page).toContain('--scudo-font: \\3c /style>$&;');
    expect(page).not.toContain('checkout.css');
    expect(page.match(/<\/(?:style|script)>/g)).toEqual(['</style>', '</script>', '</script>']);
  });

  it('an empty text removes the text of a theme', () => {
    const changed = withText(PLAIN, 'messages', 'pay', 'Buy');
    expect(changed.messages).toEqual({ pay: 'Buy' });
    expect(withText(changed, 'messages', 'pay', '')).toEqual(PLAIN);
  });
});

describe('the tokens of a brand', () => {
  const anything = () => true;

  it.each([
    [{ color: { text: { primary: '#111111' }, brand: { primary: { base: '#0a58ca' } } } }, 'color-brand', '#0a58ca'],
    [{ color: { onPrimary: '#ffffff', primaryColor: '#0a58ca' } }, 'color-brand', '#0a58ca'],
    [{ font: { size: { base: '16px' }, weight: { strong: 'bold' }, family: { text: 'Inter' } } }, 'font', 'Inter'],
    [{ radius: { sm: '2px', medium: '8px' } }, 'radius', '8px'],
    [{ light: { background: { default: '#ffffff' } }, dark: { background: '#000000' } }, 'color-surface', '#ffffff'],
    [{ font: { size: '16px', weight: 'bold' } }, 'font', undefined],
  ])('brandOf finds the main token in %j for %s', (tokens, property, value) => {
    expect(brandOf(JSON.stringify(tokens), anything)[property]).toBe(value);
  });

  it('brandOf reads tokens of the community group, of Style Dictionary, and plain names', () => {
    const group = {
      color: {
        blue: { 500: { $type: 'color', $value: '#0a58ca' } },
        brand: { primary: { $value: '{color.blue.500}' }, primaryHover: { $value: '#084298' } },
        text: { default: { $value: 'rgb(20 20 30)' }, inverse: { $value: '#ffffff' } },
      },
      radius: { md: { $value: { value: 8, unit: 'px' } }, button: { $value: '999px' } },
      font: { family: { base: { $value: ['Inter Tight', 'sans-serif'] } } },
    };
    expect(brandOf(JSON.stringify(group), anything)).toEqual({
      'color-brand': '#0a58ca',
      'color-text': 'rgb(20 20 30)',
      radius: '8px',
      'radius-button': '999px',
      font: '"Inter Tight", sans-serif',
    });
    const reference = { color: { primary: { value: '{palette.red.value}' } }, palette: { red: { value: '#c00' } } };
    expect(brandOf(JSON.stringify(reference), anything)).toEqual({ 'color-brand': '#c00' });
    expect(brandOf('{"--page-background": "#fafafa", "--border-radius": 4}', anything)).toEqual({
      'color-surface': '#fafafa',
      radius: '4px',
    });
  });

  it('brandOf leaves out what is no value of a property, loads a file, or refers to itself', () => {
    expect(
      brandOf(
        '{"primary": "{primary}", "text": "red;} body{display:none", "surface": "url(https://shop.example/x.png)"}',
        anything,
      ),
    ).toEqual({});
    expect(brandOf('{"primary": "#12345", "radius": "4px"}', (_property, value) => value !== '#12345')).toEqual({
      radius: '4px',
    });
    expect(() => brandOf('no JSON', anything)).toThrow(SyntaxError);
  });
});
