/** Returns the email address of a text, without the `mailto:` of a copied link. */
export function emailOf(text: string): string {
  const address = text.trim();
  return /^mailto:([^?]*)/i.exec(address)?.[1] ?? address;
}
