/**
 * Breaks prose into lines of at most 120 columns, as `npm run lint` wants it in documents.
 * @param {string} text
 * @param {string} [indent] what the lines after the first begin with, such as those of a list
 */
export function wrappedText(text, indent = '') {
  const lines = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last === undefined) lines.push(word);
    else if (last.length + 1 + word.length > 120) lines.push(`${indent}${word}`);
    else lines[lines.length - 1] = `${last} ${word}`;
  }
  return lines.join('\n');
}
