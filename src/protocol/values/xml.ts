// The package announces a split into three packages and marks its own exports as deprecated until then.
/* eslint-disable @typescript-eslint/no-deprecated */
import { XMLBuilder, XMLParser, XMLValidator, type X2jOptions } from 'fast-xml-parser';

/**
 * The XML of the interface, to and from plain objects: attributes as `@name`, text as `#text`. Every value is a string,
 * because leading zeros of results and dates count, and keeps its white space, because hashes cover it.
 * `htmlEntities` enables characters by number (`&#233;`), which are hashed as the character.
 */
const options = { attributeNamePrefix: '@', ignoreAttributes: false } as const;
const readOptions: X2jOptions = {
  ...options,
  ignoreAttributes: (name) => name === 'xmlns' || name.startsWith('xmlns:'),
  parseTagValue: false,
  parseAttributeValue: false,
  trimValues: false,
  ignoreDeclaration: true,
  ignorePiTags: true,
  processEntities: true,
  htmlEntities: true,
};
const builder = new XMLBuilder({ ...options, suppressEmptyNode: false });

/** Writes one document with its keys in their order; undefined ones are left out. */
export function writeXml(root: string, content: object): string {
  return builder.build({ [root]: withoutUndefined(content) });
}

/**
 * Reads one document with that root element. A byte order mark and white space around the document are ignored, and so
 * are a DOCTYPE, whose external part is never fetched, and NUL characters at the end. An `&` or `<` of a text whose
 * writer has not escaped it is read as the character. Names are read without the prefix
 * of the root's namespace; names with another prefix keep it, because they are no part of the interface.
 * @throws {SyntaxError} for text that is not well-formed, has another root, or declares an entity.
 */
export function readXml(root: string, document: string): Record<string, unknown> {
  const text = withEscapes(trimmed(document).replace(PROLOG, (before) => before.replaceAll('\uFEFF', '')));
  const [prolog = ''] = PROLOG.exec(text) ?? [];
  if (prolog.replaceAll(REMARK, '').includes('<!ENTITY'))
    throw new SyntaxError('A declaration of an entity is not accepted.');
  const valid = XMLValidator.validate(text);
  // Without the text of the validator, which quotes the document.
  if (valid !== true) throw new SyntaxError(`Not well-formed XML: ${valid.err.code} in line ${valid.err.line}.`);
  const rest = text.slice(prolog.length);
  const [, prefix = ''] = /^<([^\s/:>]+:)/.exec(rest) ?? [];
  const content = parse(rest, prefix)[root];
  if (typeof content !== 'object' || content === null || Array.isArray(content))
    throw new SyntaxError(`The root element is not ${root}.`);
  return withoutLayout(content, prefix) as Record<string, unknown>;
}

/** A document without the byte order marks, white space and NUL characters around it. */
export function trimmed(document: string): string {
  let rest = document.trim();
  while (rest.endsWith('\0')) rest = rest.slice(0, -1).trimEnd();
  return rest;
}

/** Escapes what begins neither a reference nor a tag, outside CDATA and comments. */
function withEscapes(text: string): string {
  return text.replaceAll(UNESCAPED, (found) => (found === '&' ? '&amp;' : found === '<' ? '&lt;' : found));
}

const UNESCAPED = /<!\[CDATA\[[\s\S]*?(?:\]\]>|$)|<!--[\s\S]*?(?:-->|$)|&(?!#?\w+;)|<(?=[\s\d=])/g;
/** A comment or a processing instruction. */
const REMARK = /<!--[\s\S]*?-->|<\?[\s\S]*?\?>/g;
/** The text before the root element. */
const PROLOG = /^(?:[^<]|<!--[\s\S]*?-->|<\?[\s\S]*?\?>|<!(?!--))*/;

/** Reads the root element. The parser refuses a second DOCTYPE, so that none of the text can declare an entity. */
function parse(text: string, prefix: string): Record<string, unknown> {
  const parser = new XMLParser({ ...readOptions, transformTagName: (name) => harmless(withoutPrefix(name, prefix)) });
  try {
    return parser.parse(`<!DOCTYPE root>${text}`) as Record<string, unknown>;
  } catch (cause) {
    throw new SyntaxError('Not an XML document of the interface.', { cause });
  }
}

/** Renames elements such as `__proto__`, which are no part of the interface. The parser refuses their names. */
function harmless(name: string): string {
  return name in Object.prototype || name === 'prototype' ? `${name}-` : name;
}

function withoutPrefix(name: string, prefix: string): string {
  return name.startsWith(prefix) ? name.slice(prefix.length) : name;
}

/**
 * White space between elements is layout; white space in an element that has only text is its value. An attribute with
 * the prefix of the root counts where there is none without.
 */
function withoutLayout(value: unknown, prefix: string): unknown {
  if (Array.isArray(value)) return value.map((one) => withoutLayout(one, prefix));
  if (typeof value !== 'object' || value === null) return value;
  const hasElements = Object.keys(value).some((key) => key !== '#text' && !key.startsWith('@'));
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key, inner]) => !(hasElements && key === '#text' && typeof inner === 'string' && inner.trim() === ''))
      .map(([key, inner]) => {
        const plain = `@${withoutPrefix(key.slice(1), prefix)}`;
        return [key.startsWith('@') && !Object.hasOwn(value, plain) ? plain : key, withoutLayout(inner, prefix)];
      }),
  );
}

function withoutUndefined(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutUndefined);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, inner]) => inner !== undefined)
      .map(([key, inner]) => [key, withoutUndefined(inner)]),
  );
}
