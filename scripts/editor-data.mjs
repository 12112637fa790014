/**
 * Data for editors, made from the elements' manifest (custom-elements.json): tags and attributes for VS Code
 * (https://code.visualstudio.com/blogs/2020/02/24/custom-data-format), and web types for JetBrains
 * (https://github.com/JetBrains/web-types).
 */
import { readFileSync, writeFileSync } from 'node:fs';

/** Elements of a manifest that a page can use. */
const elementsOf = (manifest) =>
  manifest.modules.flatMap(({ declarations = [] }) => declarations).filter(({ tagName }) => tagName);

/** Values of a type such as `'dialog' | 'inline' | undefined`; none for other types. */
function valuesOf(type) {
  const parts = (type?.text ?? '').split(' | ').filter((part) => part !== 'undefined');
  return parts.every((part) => /^'[^']*'$/.test(part)) ? parts.map((part) => part.slice(1, -1)) : [];
}

const withDescription = (name, { description }) => (description ? { name, description } : { name });

/** Custom data of VS Code. */
export function vscodeData(manifest) {
  return {
    version: 1.1,
    tags: elementsOf(manifest).map((element) => ({
      ...withDescription(element.tagName, element),
      attributes: element.attributes.map((attribute) => {
        const values = valuesOf(attribute.type).map((name) => ({ name }));
        const isBoolean = attribute.type?.text === 'boolean';
        return {
          ...withDescription(attribute.name, attribute),
          ...(values.length > 0 ? { values } : {}),
          ...(isBoolean ? { valueSet: 'v' } : {}),
        };
      }),
    })),
  };
}

/** Web types of JetBrains. */
export function webTypes(manifest, { name, version }) {
  return {
    $schema: 'https://json.schemastore.org/web-types',
    name,
    version,
    'description-markup': 'markdown',
    contributions: { html: { elements: elementsOf(manifest).map(webTypesElement) } },
  };
}

function webTypesElement(element) {
  const isProperty = ({ kind, readonly }) => kind === 'field' && !readonly;
  return {
    ...withDescription(element.tagName, element),
    attributes: element.attributes.map((attribute) => ({
      ...withDescription(attribute.name, attribute),
      value: { type: attribute.type?.text ?? 'string' },
    })),
    slots: (element.slots ?? []).map((slot) => withDescription(slot.name, slot)),
    js: {
      properties: element.members
        .filter(isProperty)
        .map((member) => ({ ...withDescription(member.name, member), type: member.type?.text ?? 'any' })),
      events: (element.events ?? []).map((event) => withDescription(event.name, event)),
    },
    css: {
      properties: (element.cssProperties ?? []).map((property) => withDescription(property.name, property)),
      parts: (element.cssParts ?? []).map((part) => withDescription(part.name, part)),
    },
  };
}

/** Writes both files beside the manifest. */
export function writeEditorData() {
  const read = (file) => JSON.parse(readFileSync(file, 'utf8'));
  const manifest = read('custom-elements.json');
  const write = (file, data) => writeFileSync(file, `${JSON.stringify(data, undefined, 2)}\n`);
  write('vscode.html-custom-data.json', vscodeData(manifest));
  write('web-types.json', webTypes(manifest, read('package.json')));
}
