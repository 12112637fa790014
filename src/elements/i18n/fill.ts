/**
 * Returns a text with the digits of a language. A text with Latin letters keeps its own, such as a postcode or the last
 * digits of a card.
 */
export function withDigits(text: string, digits: string | undefined): string {
  return digits && !/[a-z]/i.test(text) ? text.replace(/\d/g, (digit) => digits[Number(digit)] ?? digit) : text;
}

/** Replaces the placeholders of a message. Values are text and are not parsed as HTML. */
export function fill(text: string, values: Readonly<Record<string, string | undefined>> = {}): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);
}
