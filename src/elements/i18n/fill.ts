/** Replaces the placeholders of a message. Values are text and are not parsed as HTML. */
export function fill(text: string, values: Readonly<Record<string, string | undefined>> = {}): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);
}
