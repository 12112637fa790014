/**
 * Renders docs/reference/elements.md and the table of docs/languages.md from the elements' manifest and their
 * languages. `npm run docs` writes them.
 */

/** @param manifest custom-elements.json */
export function elementReference(manifest) {
  const declarations = manifest.modules.flatMap(({ declarations = [] }) => declarations);
  const elements = declarations.filter(({ tagName }) => tagName);
  return `<!-- Made by npm run docs from the elements' manifest: change the comments in src/elements/. -->
# Element reference

Attributes, properties, methods and events of the elements. [Theming](../theming.md) lists custom properties, parts and
slots, and [Elements](../element.md) explains how to use them.
${elements.map(sectionOf).join('')}`;
}

function sectionOf({ tagName, description = '', attributes = [], members = [], events = [] }) {
  const attributeOf = new Map(attributes.map(({ name, fieldName }) => [fieldName, name]));
  const fields = members.filter(({ kind, privacy }) => kind === 'field' && privacy !== 'private');
  const methods = members.filter(({ kind, privacy }) => kind === 'method' && privacy !== 'private');
  const properties = fields.map((field) => [
    code(field.name),
    attributeOf.has(field.name) ? code(attributeOf.get(field.name)) : '–',
    code(typeOf(field)),
    field.default === undefined ? '–' : code(field.default),
    `${field.description ?? ''}${field.readonly ? ' Read-only.' : ''}`,
  ]);
  return [
    `\n## \`<${tagName}>\`\n\n${withoutExample(description)}\n`,
    `\n### Properties and attributes\n\n${table(['property', 'attribute', 'type', 'default', ''], properties)}\n`,
    methods.length > 0 ? `\n### Methods\n\n${table(['method', 'returns', ''], methods.map(methodRow))}\n` : '',
    `\n### Events\n\n${table(['event', 'type', ''], events.map(eventRow))}\n`,
  ].join('');
}

const methodRow = ({ name, parameters = [], return: result, description = '' }) => [
  code(`${name}(${parameters.map((parameter) => parameter.name).join(', ')})`),
  code(result?.type?.text ?? 'void'),
  description,
];

const eventRow = ({ name, type, description = '' }) => [code(name), code(type?.text ?? 'Event'), description];

/** A type without the `undefined` of an absent value. */
const typeOf = ({ type }) => (type?.text ?? 'unknown').replace(/ \| undefined$/, '');

const withoutExample = (text) => text.split('@example')[0].trim();

/**
 * Replaces the table of the languages.
 * @param {string} text docs/languages.md
 * @param {readonly string[]} tags BCP 47 tags
 * @param {(tag: string) => 'ltr' | 'rtl'} directionOf
 */
export function withLanguages(text, tags, directionOf) {
  const english = new Intl.DisplayNames('en', { type: 'language', languageDisplay: 'standard' });
  const rows = tags.map((tag) => {
    const own = new Intl.DisplayNames(tag, { type: 'language', languageDisplay: 'standard' });
    return [code(tag), english.of(tag), own.of(tag), directionOf(tag) === 'rtl' ? 'from right to left' : ''];
  });
  const begin = '<!-- languages -->\n';
  const end = '<!-- end of languages -->';
  const [before, rest] = text.split(begin);
  if (rest === undefined) throw new Error(`docs/languages.md has no line "${begin.trim()}".`);
  return `${before}${begin}${table(['lang', 'English name', 'own name', ''], rows)}\n${end}${rest.split(end)[1]}`;
}

const code = (text) => `\`${text}\``;

function table(head, rows) {
  const lines = [head, head.map(() => '---'), ...rows];
  return lines.map((cells) => `| ${cells.map(cellOf).join(' | ')} |`).join('\n');
}

const cellOf = (text) => text.replaceAll('|', '\\|').replaceAll('\n', ' ').trim();
