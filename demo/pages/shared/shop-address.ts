const here = import.meta.url;
/** The folder of the pages. The build puts all modules into one folder below it. */
const root = new URL('..', here);

/** Returns the address of a page, file or route of the shop, below whatever path the demo is served. */
export function shopAddress(path: string): string {
  return new URL(path, root).href;
}
