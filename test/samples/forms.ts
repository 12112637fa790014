// #region foreign-form
/** True for a form that a page of another site has sent. The bank's page posts forms to the checkout. */
export function isForeignForm({ method, url, headers }: Request): boolean {
  const { pathname, origin } = new URL(url);
  const isRead = ['GET', 'HEAD', 'OPTIONS'].includes(method);
  return !isRead && !pathname.startsWith('/scudo/') && headers.get('origin') !== origin;
}
// #endregion
