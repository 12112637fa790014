/** A form of a page, filled in as a shopper does. */
export interface WebForm {
  readonly action: string;
  readonly fields: URLSearchParams;
}

/**
 * Returns the first form of a page. Its text fields have the code, its lists their first value, and its first button is
 * used.
 */
export function webFormOf(page: string, address: string, code: string): WebForm | undefined {
  const [form, tag = ''] = /<form\b([^>]*)>.*?<\/form>/is.exec(page) ?? [];
  if (form === undefined) return undefined;
  const fields = new URLSearchParams();
  for (const [input] of form.matchAll(/<input\b[^>]*>|<select\b[^>]*>.*?<\/select>/gis)) {
    const field = attributeOf(input, 'name');
    if (field === undefined) continue;
    if (/^<select/i.test(input)) fields.append(field, firstOption(input));
    else if (isHidden(input)) fields.append(field, attributeOf(input, 'value') ?? '');
    else if (!/type\s*=\s*["']?(submit|button|image|checkbox|radio)/i.test(input)) fields.append(field, code);
  }
  const button = /<button\b[^>]*>/i.exec(form)?.[0] ?? '';
  const name = attributeOf(button, 'name');
  if (name !== undefined) fields.append(name, attributeOf(button, 'value') ?? '');
  return { action: new URL(attributeOf(tag, 'action') ?? '', address).href, fields };
}

function isHidden(input: string): boolean {
  return /type\s*=\s*["']?hidden/i.test(input);
}

function firstOption(select: string): string {
  const [, tag = '', text = ''] = /<option\b([^>]*)>([^<]*)/i.exec(select) ?? [];
  return attributeOf(tag, 'value') ?? decoded(text.trim());
}

function attributeOf(tag: string, name: string): string | undefined {
  const [, double, single, bare] =
    new RegExp(`(?<![\\w-])${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s"'>]+))`, 'i').exec(tag) ?? [];
  const value = double ?? single ?? bare;
  return value === undefined ? undefined : decoded(value);
}

const REFERENCES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", '#x27': "'" };

function decoded(text: string): string {
  return text.replaceAll(/&([a-z]+|#\w+);/gi, (reference, name: string) => REFERENCES[name.toLowerCase()] ?? reference);
}
