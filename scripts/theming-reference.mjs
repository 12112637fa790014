/**
 * Writes docs/theming.md, the custom properties, parts and slots of the elements, from their manifest
 * (custom-elements.json). `--check` compares the file instead.
 */
import { readFileSync, writeFileSync, readdirSync } from 'node:fs';
import { PROPERTY_EFFECTS, WITHOUT_PICTURE } from './data/property-effects.mjs';
import { withSnippets } from './snippets.mjs';

const FILE = new URL('../docs/theming.md', import.meta.url);

export function themingReference(manifest) {
  const elements = manifest.modules.flatMap(({ declarations = [] }) => declarations).filter(({ tagName }) => tagName);
  const shared = elements[0].cssProperties;
  const presets = readdirSync(new URL('../src/elements/presets', import.meta.url)).map((file) => {
    const text = readFileSync(new URL(`../src/elements/presets/${file}`, import.meta.url), 'utf8');
    return [file, /\/\* \w+: (.*?) \*\//.exec(text)?.[1] ?? ''];
  });
  return `<!-- Made by npm run docs from the elements' manifest: change the comments in src/elements/. -->
# Theming

A theme has three levels: custom properties for colors, fonts and sizes, \`::part()\` for single parts, and slots for
content of the page. The studio (\`npm start\`) edits all three live. It shows the states side by side, measures the
contrast in light and dark, and writes the code for your page. Its address holds the theme, to share it or to open the
gallery of all states with it.

Five shops of the demo are made with these means only. \`/shops/fashion.html\` has floating labels over ruled lines.
\`/shops/delivery.html\` has tiles and its own button, and \`/shops/bank.html\` has labels beside the fields.
\`/shops/supplies.html\` is dense, for companies. \`/shops/soda.html\` has hard shadows and a paid order like a ticket.
Their sources are in \`demo/pages/shops/\`.

## Presets

Each preset is a style sheet: \`<link rel="stylesheet" href="/presets/NAME.css">\`, or
\`import 'scudo-checkout/presets/NAME.css'\`. Their contrast meets WCAG AA in light and dark.

| file | |
|---|---|
${rows(presets.map(([file, words]) => [`\`${file}\``, words]))}

## Custom properties

<!-- test/samples/theme.css -->
\`\`\`css
scudo-checkout {
  --scudo-color-brand: #6d28d9;
  --scudo-radius: 2px;
}
\`\`\`

Both elements have the same properties. Font, font size, text color, and light or dark are those of the page: a page
whose \`:root\` has \`color-scheme: light dark\` follows the system, and one without it is light. \`derived\` is a color or
size that follows from another property or from the page; its description names the source. Each picture has the default
on the left and the named value on the right.

| property | default | |
|---|---|---|
${rows(
  shared.map(({ name, default: standard, description }) => [
    `\`${name}\``,
    `\`${standard}\``,
    `${description}${effectOf(name.replace('--scudo-', ''))}`,
  ]),
)}

## Icons

Cards, payment methods and states have icons, which the element loads late from \`data/icons.json\`. Screen readers ignore
them, and the form is complete without them. \`ICONS\` replaces an icon by name, or adds the icon of a payment method by
its code. Set it before the element is in the page:

<!-- test/samples/page.js#icons -->
\`\`\`js
\`\`\`

A drawing consists of paths with \`fill\`, \`stroke\`, \`strokeWidth\` (default: 1.75), \`opacity\` and \`transform\`.
\`currentColor\` is the color of the text around the icon. The values are numbers, names and colors, without a slash, an
address or markup. \`src\` is the address of an image, which \`img-src\` must allow. An icon that is not valid is not
shown. Icons are 24 pixels high by default, and have the part \`icon\`.

| icons | |
|---|---|
${rows(iconSizes())}
${elements
  .map(
    ({ tagName, cssParts = [], cssStates = [], slots = [], attributes = [] }) => `
## \`<${tagName}>\`

### Attributes

| attribute | |
|---|---|
${rows(attributes.filter(({ description }) => description).map(({ name, description }) => [`\`${name}\``, description]))}

### Slots

| slot | |
|---|---|
${rows(slots.map(({ name, description }) => [`\`${name}\``, description]))}

### Parts

| \`${tagName}::part(…)\` | |
|---|---|
${rows(cssParts.map(({ name, description }) => [`\`${name}\``, description]))}
${cssStates.length > 0 ? statesOf(tagName, cssStates) : ''}`,
  )
  .join('')}`;
}

/** The custom states of an element. */
const statesOf = (tagName, cssStates) => `
### States

The element has custom states for style sheets of the page, such as \`${tagName}:state(busy) { … }\`
(Chrome 125, Firefox 126, Safari 17.4). Older browsers ignore such rules.

| \`${tagName}:state(…)\` | |
|---|---|
${rows(cssStates.map(({ name, description }) => [`\`${name}\``, description]))}
`;

/** The names of the icons by their view box. */
function iconSizes() {
  const icons = JSON.parse(readFileSync(new URL('../src/elements/late-data/data/icons.json', import.meta.url), 'utf8'));
  const boxes = [...new Set(Object.values(icons).map(({ viewBox }) => viewBox))];
  return boxes.map((box) => {
    const names = Object.keys(icons).filter((name) => icons[name].viewBox === box);
    return [names.map((name) => `\`${name}\``).join(', '), `\`viewBox\`: ${box}`];
  });
}

const rows = (lines) =>
  lines
    .map((cells) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|').replaceAll('\n', ' ')).join(' | ')} |`)
    .join('\n');

/**
 * The picture of a property, with its value on the right.
 * @throws {Error} if scripts/data/property-effects.mjs does not have the property.
 */
function effectOf(name) {
  if (WITHOUT_PICTURE.includes(name)) return '';
  const effect = PROPERTY_EFFECTS[name];
  if (!effect)
    throw new Error(
      `--scudo-${name} has no picture: add it to scripts/data/property-effects.mjs, and run npm run pictures`,
    );
  const words = `The default of ${name}, and ${effect.value.replaceAll('"', '')}`;
  return `<br>\`${effect.value}\`:<br><img src="./pictures/properties/${name}.png" width="372" alt="${words}">`;
}

if (process.argv[1] === new URL(import.meta.url).pathname) {
  const manifest = JSON.parse(readFileSync(new URL('../custom-elements.json', import.meta.url), 'utf8'));
  const text = withSnippets(themingReference(manifest));
  if (process.argv[2] !== '--check') writeFileSync(FILE, text);
  else if (readFileSync(FILE, 'utf8') !== text) {
    console.error('docs/theming.md is not that of the code: npm run docs');
    process.exitCode = 1;
  }
}
