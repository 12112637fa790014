import { nothing } from 'lit';

/** A value of a template of Lit, of any shape. */
interface Template {
  readonly strings: readonly string[];
  readonly values: readonly unknown[];
}

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Returns a text for HTML, also inside of an attribute. */
export function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? '');
}

/** The end of the HTML before the value of an attribute that has no quotes in the template. */
const ATTRIBUTE = /\s([.?@]?[\w-]+)=$/;

/** Returns the HTML of a value that a template of the elements renders, without its listeners. */
export function templateText(value: unknown): string {
  if (value === undefined || value === null || value === nothing) return '';
  if (Array.isArray(value)) return value.map(templateText).join('');
  if (typeof value === 'string' || typeof value === 'number') return escaped(String(value));
  if (!isTemplate(value)) throw new TypeError(`A template has a value of type ${typeof value}.`);
  let text = value.strings[0] ?? '';
  for (const [place, one] of value.values.entries()) {
    const found = isInTag(text) ? ATTRIBUTE.exec(text) : undefined;
    if (found) text = text.slice(0, found.index) + attribute(found[1] ?? '', one);
    else text += templateText(one);
    text += value.strings[place + 1] ?? '';
  }
  return text;
}

function isTemplate(value: unknown): value is Template {
  return typeof value === 'object' && value !== null && '_$litType$' in value;
}

/** Values are escaped, so every bracket is one of a tag. */
function isInTag(text: string): boolean {
  return text.lastIndexOf('<') > text.lastIndexOf('>');
}

/** Returns an attribute. Properties are attributes of the same name; listeners have none. */
function attribute(bound: string, value: unknown): string {
  const name = bound.replace(/^[.?@]/, '');
  const isAbsent = value === nothing || value === undefined || value === null;
  // The text of an input is what the shopper types, and a choice works only with its script.
  if (bound === '.value') return '';
  if (bound.startsWith('@') || isAbsent) return '';
  if (bound.startsWith('?') || typeof value === 'boolean') return value === true ? ` ${name}` : '';
  // The attribute of a property has the same name in lower case.
  return ` ${bound.startsWith('.') ? name.toLowerCase() : name}="${templateText(value)}"`;
}

/**
 * Returns HTML that does nothing before its script. Inputs have no names and buttons are disabled, so that Enter does
 * not put a card number into an address.
 */
export function inert(text: string): string {
  return text
    .replace(/(<(?:input|select)\b[^>]*?)\sname="[^"]*"/g, '$1')
    .replace(/<button\b/g, '<button disabled')
    .replace(/type="radio"/g, 'type="radio" disabled');
}

/**
 * Returns a declarative shadow root with a style sheet and a form, for `takeOver`. Lit renders before the comment at
 * its start.
 */
export function shadowRootText(styles: string, form: string): string {
  return `<template shadowrootmode="open"><!----><link rel="stylesheet" href="${escaped(styles)}">${form}</template>`;
}
