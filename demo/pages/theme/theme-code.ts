import type { Theme } from './theme.js';

/** Returns the style sheet of a theme; empty for the default theme or an unchanged preset. */
export function cssOf({ scheme, values, parts }: Theme): string {
  const lines = [
    ...(scheme === 'light' || scheme === 'dark' ? [`color-scheme: ${scheme};`] : []),
    ...Object.entries(values).map(([name, value]) => `--scudo-${name}: ${value};`),
  ];
  return [
    ...(lines.length === 0 ? [] : [`scudo-checkout,\nscudo-return {\n${lines.map((line) => `  ${line}\n`).join('')}}`]),
    ...Object.entries(parts).map(
      ([name, text]) => `:is(scudo-checkout, scudo-return)::part(${name}) {\n  ${text.replace(/;$/, '')};\n}`,
    ),
  ].join('\n\n');
}

/** Returns the module that sets the messages of a theme and pays with the page's button; empty without both. */
export function scriptOf({ messages: texts, button }: Theme): string {
  // A page may have the module inline, where `</script>` would end it.
  const messages = JSON.stringify(texts, null, 2).replaceAll('<', '\\u003c');
  return [
    ...(Object.keys(texts).length === 0 ? [] : [`document.querySelector('scudo-checkout').messages = ${messages};`]),
    ...(button === 'own' ? [OWN_BUTTON] : []),
  ].join('\n\n');
}

/** The page's button, as docs/element.md (A button of your own) has it. */
const OWN_BUTTON = `const checkout = document.querySelector('scudo-checkout');
const button = document.querySelector('#place-order');
button.addEventListener('click', () => checkout.pay());
checkout.addEventListener('scudo-step', ({ detail }) => {
  button.hidden = detail.step === 'outcome' || detail.step === 'pending';
  button.setAttribute('aria-busy', checkout.busy);
});`;

/** Returns the HTML of a page with its style sheet and module inside, to paste into one file. */
export function pageOf(theme: Theme): string {
  // `</style>` in a value would end the style sheet.
  const css = cssOf(theme).replaceAll('<', '\\3c ');
  return htmlOf(theme)
    .replace('<link rel="stylesheet" href="/checkout.css">', () => `<style>\n${css}\n</style>`)
    .replace(
      '<script type="module" src="/checkout.js"></script>',
      () => `<script type="module">\n${scriptOf(theme)}\n</script>`,
    );
}

/** Returns the HTML of a page with a checkout in this theme. */
export function htmlOf(theme: Theme): string {
  const { preset, lang, dir, challenge, layout, labels, button, slots } = theme;
  const attributes = Object.entries({ lang, dir, challenge, layout, labels }).flatMap(([name, value]) =>
    value ? [` ${name}="${value}"`] : [],
  );
  if (button === 'own') attributes.push(' no-button');
  const contents = Object.entries(slots).map(([name, text]) => `  <div slot="${name}">${escaped(text)}</div>\n`);
  return [
    ...(preset === 'default' ? [] : [`<link rel="stylesheet" href="/presets/${preset}.css">`]),
    ...(cssOf(theme) === '' ? [] : ['<link rel="stylesheet" href="/checkout.css">']),
    '<script type="module" src="/scudo.js"></script>',
    ...(scriptOf(theme) === '' ? [] : ['<script type="module" src="/checkout.js"></script>']),
    `<scudo-checkout backend="/scudo" order="ORDER_ID"${attributes.join('')}>${
      contents.length === 0 ? '' : `\n${contents.join('')}`
    }</scudo-checkout>`,
    ...(button === 'own' ? ['<button id="place-order" type="button">Place order</button>'] : []),
  ].join('\n');
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

function escaped(text: string): string {
  return text.replace(/[&<>]/g, (character) => ENTITIES[character] ?? character);
}
