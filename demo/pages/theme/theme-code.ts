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

/** Returns the module that sets the messages of a theme; empty without messages. */
export function scriptOf({ messages: texts }: Theme): string {
  if (Object.keys(texts).length === 0) return '';
  // A page may have the module inline, where `</script>` would end it.
  const messages = JSON.stringify(texts, null, 2).replaceAll('<', '\\u003c');
  return `document.querySelector('scudo-checkout').messages = ${messages};`;
}

/** Returns the HTML of a page with a checkout in this theme. */
export function htmlOf(theme: Theme): string {
  const { preset, lang, dir, challenge, slots } = theme;
  const attributes = Object.entries({ lang, dir, challenge }).flatMap(([name, value]) =>
    value ? [` ${name}="${value}"`] : [],
  );
  const contents = Object.entries(slots).map(([name, text]) => `  <div slot="${name}">${escaped(text)}</div>\n`);
  return [
    ...(preset === 'default' ? [] : [`<link rel="stylesheet" href="/presets/${preset}.css">`]),
    ...(cssOf(theme) === '' ? [] : ['<link rel="stylesheet" href="/checkout.css">']),
    '<script type="module" src="/scudo.js"></script>',
    ...(scriptOf(theme) === '' ? [] : ['<script type="module" src="/checkout.js"></script>']),
    `<scudo-checkout backend="/scudo" order="ORDER_ID"${attributes.join('')}>${
      contents.length === 0 ? '' : `\n${contents.join('')}`
    }</scudo-checkout>`,
  ].join('\n');
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

function escaped(text: string): string {
  return text.replace(/[&<>]/g, (character) => ENTITIES[character] ?? character);
}
