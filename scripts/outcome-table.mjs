/**
 * The table of outcomes in docs/outcomes.md, from the code: `npm run docs` writes it, and a test says when
 * it is stale.
 */

/** @param {Record<string, {status: string, retryable: boolean}>} outcomes @param {Record<string, string>} words */
export function outcomeTable(outcomes, words) {
  const rows = Object.entries(outcomes).map(
    ([code, { status, retryable }]) => `| \`${code}\` | \`${status}\` | ${retryable ? 'yes' : 'no'} | ${words[code]} |`,
  );
  return ['| code | status | retryable | what the shopper reads |', '|---|---|---|---|', ...rows].join('\n');
}

/**
 * What each authentication status comes to (with EMV's letter, as a CRes has it), at once and after a
 * challenge, where the policies refuse; then what an issuer's reason tells beyond `failed`.
 * @param {{ statuses: readonly string[], letters: readonly string[], decide: (authentication: object, policies: object) => { do: string, code?: string }, reasons: Record<string, string> }} code
 */
export function authenticationTable({ statuses, letters, decide, reasons }) {
  const refuse = { notEnrolled: 'refuse', attempted: 'refuse', couldNotBePerformed: 'refuse' };
  const rows = statuses.map((status, index) => {
    const { do: next, code } = decide({ status, eci: '05', authentication_value: 'x' }, refuse);
    return `| \`${status}\` | ${letters[index]} | ${next === 'end' ? `\`${code}\`` : NEXT[next]} | ${code === 'authentication-failed' ? '`challenge-failed`' : next === 'end' ? `\`${code}\`` : AFTER[next]} |`;
  });
  const told = Object.entries(reasons).map(([reason, code]) => `| \`${reason}\` | \`${code}\` |`);
  return [
    '| status | letter | at once | after a challenge |',
    '|---|---|---|---|',
    ...rows,
    '',
    '| status reason of a failed authentication | code |',
    '|---|---|',
    ...told,
    '| any other, or none | `authentication-failed`, after a challenge `challenge-failed` |',
  ].join('\n');
}

const NEXT = { authorize: 'authorized', challenge: 'the challenge', await: 'the bank is waited for' };
const AFTER = {
  authorize: 'authorized',
  challenge:
    'as the challenge ended: `challenge-cancelled`, `challenge-timed-out`, `challenge-too-late`, `challenge-blocked`',
  await: 'as above',
};

/** The document with its table replaced by the code's own. */
export function withOutcomes(document, outcomes, words, authentications) {
  return [
    ['outcomes', outcomeTable(outcomes, words)],
    ['authentications', authenticationTable(authentications)],
  ].reduce((text, [name, table]) => {
    const marked = new RegExp(`(<!-- ${name} -->)[^]*?(<!-- /${name} -->)`);
    if (!marked.test(text)) throw new Error(`No place for the table of ${name}`);
    return text.replace(marked, (_, start, end) => `${start}\n\n${table}\n\n${end}`);
  }, document);
}
