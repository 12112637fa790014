import { cleanText } from '../../protocol/values/clean-text.js';

/**
 * Returns the email address of a text, without the `mailto:` of a copied link and without the name and the separators
 * of an address book: `Ada <ada@example.com>;`.
 */
export function emailOf(text: string): string {
  const written = withoutSeparators(cleanText(text));
  const address = /<([^<>]*)>$/.exec(written)?.[1] ?? written;
  return (/^mailto:([^?]*)/i.exec(address)?.[1] ?? address).trim();
}

function withoutSeparators(text: string): string {
  let end = text.length;
  while (end > 0 && /[\s,;]/.test(text.charAt(end - 1))) end--;
  return text.slice(0, end);
}
