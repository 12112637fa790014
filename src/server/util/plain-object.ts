/**
 * False for objects whose content is not in their properties, such as a Map, a Date, or a Promise that was not awaited.
 */
export function isPlainObject(value: unknown): boolean {
  return ['Object', 'Module'].includes(tagOf(value));
}

/** The kind of an object, such as `Date`. Instances of other classes are `Object`. */
export function tagOf(value: unknown): string {
  return Object.prototype.toString.call(value).slice('[object '.length, -1);
}
