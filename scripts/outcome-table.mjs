/**
 * Renders the tables of docs/outcomes.md from the code. `npm run docs` writes them, and a test fails when they are
 * stale.
 */

/**
 * @param {Record<string, {status: string, retryable: boolean, sameCard: boolean}>} outcomes
 * @param {Record<string, string>} words
 */
export function outcomeTable(outcomes, words) {
  const rows = Object.entries(outcomes).map(
    ([code, { status, retryable, sameCard }]) =>
      `| \`${code}\` | \`${status}\` | ${yesNo(retryable)} | ${yesNo(sameCard)} | ${words[code]} |`,
  );
  return ['| code | status | retryable | same card | what the shopper reads |', '|---|---|---|---|---|', ...rows].join(
    '\n',
  );
}

const yesNo = (is) => (is ? 'yes' : 'no');

/** The letters of EMV 3-D Secure, as a CRes has them. */
const LETTERS = {
  AUTHENTICATION_SUCCESSFUL: 'Y',
  AUTHENTICATION_ATTEMPTED_BUT_NOT_SUCCESSFUL: 'A',
  AUTHENTICATION_FAILED: 'N',
  AUTHENTICATION_COULD_NOT_BE_PERFORMED: 'U',
  AUTHENTICATION_ISSUER_REJECTED: 'R',
  CHALLENGE_REQUIRED: 'C',
  DECOUPLED_AUTHENTICATION_CONFIRMED: 'D',
  CHALLENGE_PREFERENCE_ACKNOWLEDGED_INFORMATIONAL_ONLY: 'I',
};

/**
 * Renders the outcome of each authentication status (with its letter), at once and after a challenge, when every policy
 * refuses. Then renders the outcome of each reason of a failure and of a rejection.
 * @param {{ statuses: readonly string[], decide: (authentication: object, policies: object) => { do: string, code?:
 * string }, reasons: Record<string, string> }} code
 */
export function authenticationTable({ statuses, decide, reasons }) {
  const refuse = {
    notEnrolled: 'refuse',
    attempted: 'refuse',
    couldNotBePerformed: 'refuse',
    successfulWithoutShift: 'refuse',
  };
  const proof = { eci: '05', authenticationValue: 'x' };
  const rows = statuses.map((status) => {
    const { do: next, code } = decide({ status, ...proof }, refuse);
    return `| \`${status}\` | ${LETTERS[status]} | ${next === 'end' ? `\`${code}\`` : NEXT[next]} | ${code === 'authentication-failed' ? '`challenge-failed`' : next === 'end' ? `\`${code}\`` : AFTER[next]} |`;
  });
  const rejected = (statusReason) => decide({ status: 'AUTHENTICATION_ISSUER_REJECTED', statusReason }, refuse).code;
  const byReason = Object.entries(reasons).map(
    ([reason, code]) => `| \`${reason}\` | \`${code}\` | \`${rejected(reason)}\` |`,
  );
  return [
    '| status | letter | at once | after a challenge |',
    '|---|---|---|---|',
    ...rows,
    '',
    '| status reason | after a failure (N) | after a rejection (R) |',
    '|---|---|---|',
    ...byReason,
    `| any other, or none | \`authentication-failed\` | \`${rejected()}\` |`,
    '',
    'After a challenge, `authentication-failed` is `challenge-failed`.',
  ].join('\n');
}

const NEXT = { authorize: 'authorized', challenge: 'the challenge', await: 'the page waits for the bank' };
const AFTER = {
  authorize: 'authorized',
  challenge:
    'as the challenge ended: `challenge-cancelled`, `challenge-timed-out`, `challenge-too-late`, `challenge-blocked`',
  await: 'as above',
};

/** Returns the document with each table between its markers generated from the code. */
export function withOutcomes(document, outcomes, words, authentications) {
  return [
    ['outcomes', outcomeTable(outcomes, words)],
    ['authentications', authenticationTable(authentications)],
  ].reduce((text, [name, table]) => {
    const marked = new RegExp(`(<!-- ${name} -->)[^]*?(<!-- /${name} -->)`);
    if (!marked.test(text)) throw new Error(`The document has no markers for the table ${name}.`);
    return text.replace(marked, (_, start, end) => `${start}\n\n${table}\n\n${end}`);
  }, document);
}
