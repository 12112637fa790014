/** Line ends of a text as a writer, a parser or a form may have changed them. */
const LINE_ENDS: readonly ((text: string) => string)[] = [
  (text) => text,
  ...['\n', '\r\n', '\r'].map((end) => (text: string) => text.replaceAll(/\r\n|\r|\n/g, end)),
];

/**
 * White space that is layout: none; of elements that are empty but for a line break; around codes; around all texts.
 */
const LAYOUTS: readonly ((text: string, field: string) => string)[] = [
  (text) => text,
  (text) => (text.trim() === '' ? '' : text),
  (text, field) => (field === 'message' ? text : text.trim()),
  (text) => text.trim(),
];

/**
 * Returns the forms in which the sender may have hashed the texts of a message, as they came first. An XML parser turns
 * CR LF into LF, a form of a browser turns LF into CR LF, and a writer that indents adds white space. A message without
 * such characters has one form.
 */
export function hashedForms<Fields extends Readonly<Record<string, string | undefined>>>(fields: Fields): Fields[] {
  const forms = LAYOUTS.flatMap((layout) =>
    LINE_ENDS.map((lineEnds) =>
      Object.fromEntries(
        Object.entries(fields).map(([name, text]) => [
          name,
          text === undefined ? undefined : lineEnds(layout(text, name)),
        ]),
      ),
    ),
  );
  return [...new Map(forms.map((form) => [JSON.stringify(form), form as Fields])).values()];
}
