/** Breaks prose into lines of at most 120 columns, as `npm run lint` wants it in documents. */
export function wrappedText(text) {
  const lines = [''];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last !== '' && last.length + 1 + word.length > 120) lines.push(word);
    else lines[lines.length - 1] = last === '' ? word : `${last} ${word}`;
  }
  return lines.join('\n');
}
