/**
 * The table of outcomes in docs/outcomes.md, from the code: `npm run docs` writes it, and a test says when
 * it is stale.
 */

/** @param {Record<string, {status: string, retryable: boolean}>} outcomes @param {Record<string, string>} words */
export function outcomeTable(outcomes, words) {
  const rows = Object.entries(outcomes).map(([code, { status, retryable }]) => `| \`${code}\` | \`${status}\` | ${retryable ? 'yes' : 'no'} | ${words[code]} |`);
  return ['| code | status | retryable | what the shopper reads |', '|---|---|---|---|', ...rows].join('\n');
}

/** The document with its table replaced by the code's own. */
export function withOutcomes(document, outcomes, words) {
  const marked = /(<!-- outcomes -->)[^]*?(<!-- \/outcomes -->)/;
  if (!marked.test(document)) throw new Error('No place for the table of outcomes');
  return document.replace(marked, (_, start, end) => `${start}\n\n${outcomeTable(outcomes, words)}\n\n${end}`);
}
