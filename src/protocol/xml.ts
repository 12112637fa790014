// The library is being split into three packages; until then its one package has all that is needed.
/* eslint-disable @typescript-eslint/no-deprecated */
import { XMLBuilder, XMLParser, XMLValidator } from 'fast-xml-parser';

/**
 * The XML of the interface, to and from plain objects: attributes as `@name`, text as `#text`,
 * every value a string (leading zeros of results and dates are meant), no entities of the sender’s own;
 * `htmlEntities` is what the library calls characters by number (`&#233;`), which are hashed as what they are.
 */
const options = { attributeNamePrefix: '@', ignoreAttributes: false } as const;
const parser = new XMLParser({
  ...options,
  parseTagValue: false,
  parseAttributeValue: false,
  trimValues: true,
  ignoreDeclaration: true,
  processEntities: true,
  htmlEntities: true,
});
const builder = new XMLBuilder({ ...options, suppressEmptyNode: false });

/** Writes one document; keys in their order, undefined ones left out. */
export function writeXml(root: string, content: object): string {
  return builder.build({ [root]: withoutUndefined(content) });
}

/**
 * Reads one document of that root element.
 * @throws {SyntaxError} for text that is not well-formed, has another root, or declares a DOCTYPE.
 */
export function readXml(root: string, text: string): Record<string, unknown> {
  if (text.includes('<!DOCTYPE')) throw new SyntaxError('A document type declaration is not accepted.');
  const valid = XMLValidator.validate(text);
  if (valid !== true) throw new SyntaxError(`Not well-formed XML: ${valid.err.msg}`);
  const content = (parser.parse(text) as Record<string, unknown>)[root];
  if (typeof content !== 'object' || content === null || Array.isArray(content))
    throw new SyntaxError(`The root element is not ${root}.`);
  return content as Record<string, unknown>;
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
