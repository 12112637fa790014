/** A redirect payment leaves the studio. The tab keeps the theme for the return. */
const KEY = 'scudo-studio-theme';

/** @param query The theme as parameters of the studio's address. */
export function rememberTheme(query: string): void {
  try {
    sessionStorage.setItem(KEY, query);
  } catch {
    // A browser that blocks the data of sites keeps no theme.
  }
}

/** Returns the address of the studio with an order, in the theme that the tab had last. */
export function orderInStudio(order: string): string {
  const query = new URLSearchParams(rememberedTheme());
  query.set('order', order);
  return `./?${query.toString()}`;
}

function rememberedTheme(): string {
  try {
    return sessionStorage.getItem(KEY) ?? '';
  } catch {
    return '';
  }
}
