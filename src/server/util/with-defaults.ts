/** Options of which each may be absent or undefined, which is the same. */
export type Given<Options> = { readonly [Key in keyof Options]?: Options[Key] | undefined };

/** The given options, and the defaults of the others. An option that is undefined counts as absent. */
export function withDefaults<Options extends object>(defaults: Options, given: Given<Options> = {}): Options {
  const all = Object.keys(defaults).map((key) => [key, given[key as keyof Options] ?? defaults[key as keyof Options]]);
  return Object.fromEntries(all) as Options;
}

/** The given options without those that are undefined. */
export function withoutUndefined<Value extends object>(value: Value): Partial<Value> {
  return Object.fromEntries(Object.entries(value).filter(([, one]) => one !== undefined)) as Partial<Value>;
}
