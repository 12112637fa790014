/**
 * Writes docs/theming.md, the custom properties, parts and slots of the elements, from their manifest
 * (custom-elements.json). `--check` compares the file instead.
 */
import { readFileSync, writeFileSync, readdirSync } from 'node:fs';
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
content of the page. The studio (\`npm start\`) shows a theme live, with its code to copy.

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
  --scudo-color-accent: light-dark(#6d28d9, #c4b5fd);
  --scudo-radius: 2px;
}
\`\`\`

Both elements have the same properties. Light and dark follow the system;
\`scudo-checkout { color-scheme: dark }\` sets one of them.

| property | default | |
|---|---|---|
${rows(shared.map(({ name, default: standard, description }) => [`\`${name}\``, `\`${standard}\``, description]))}
${elements
  .map(
    ({ tagName, cssParts = [], slots = [], attributes = [] }) => `
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
`,
  )
  .join('')}`;
}

const rows = (lines) =>
  lines
    .map((cells) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|').replaceAll('\n', ' ')).join(' | ')} |`)
    .join('\n');

if (process.argv[1] === new URL(import.meta.url).pathname) {
  const manifest = JSON.parse(readFileSync(new URL('../custom-elements.json', import.meta.url), 'utf8'));
  const text = withSnippets(themingReference(manifest));
  if (process.argv[2] !== '--check') writeFileSync(FILE, text);
  else if (readFileSync(FILE, 'utf8') !== text) {
    console.error('docs/theming.md is not that of the code: npm run docs');
    process.exitCode = 1;
  }
}
