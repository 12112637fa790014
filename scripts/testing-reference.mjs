// Writes the vocabulary of the kit for Playwright into docs/testing.md. `npm run docs` calls it, and a test fails when
// the page is stale.

/** The state of an order after the result of a redirect payment (docs/outcomes.md). */
const STATE_OF_RESULT = { '00': '`paid`', '01': '`pending`', 101: '`failed`' };

const STATIONS = /** @type {const} */ (['versionCheck', 'method', 'issuer', 'decoupled', 'authorization']);

/** Texts for usual values, by station. */
const WORDS = { 'versionCheck enrolled': '', 'method posts': '', 'authorization 00': '' };

const row = (cells) => `| ${cells.join(' | ')} |`;
const code = (name) => `\`${name}\``;

/**
 * @param {string} text docs/testing.md
 * @param {{
 *   BEHAVIOURS: Record<string, Readonly<Partial<Record<(typeof STATIONS)[number], string>>>>,
 *   RESPONSES: Record<string, { readonly result: string }>,
 *   DELAYS: Record<string, number>,
 *   MESSAGE_KINDS: readonly string[],
 * }} names
 * @returns {string}
 */
export function withTestingReference(text, { BEHAVIOURS, RESPONSES, DELAYS, MESSAGE_KINDS }) {
  const behaviours = Object.entries(BEHAVIOURS).map(([name, stations]) =>
    row([
      code(name),
      ...STATIONS.map((station) => WORDS[`${station} ${stations[station]}`] ?? stations[station] ?? ''),
    ]),
  );
  const responses = Object.entries(RESPONSES).map(([name, { result }]) => row([code(name), STATE_OF_RESULT[result]]));
  const parts = {
    behaviours: [
      '| card | version check | method | issuer | in the issuer’s app | authorization |',
      '|---|---|---|---|---|---|',
      ...behaviours,
    ],
    responses: ['| response | order |', '|---|---|', ...responses],
    delays: [Object.keys(DELAYS).map(code).join(', ')],
    kinds: MESSAGE_KINDS.map((kind) => `- ${code(kind)}`),
  };
  return Object.entries(parts).reduce((page, [name, lines]) => {
    const marked = new RegExp(`(<!-- ${name} -->)[^]*?(<!-- /${name} -->)`);
    if (!marked.test(page)) throw new Error(`docs/testing.md has no place for ${name}`);
    return page.replace(marked, (_, start, end) => `${start}\n\n${lines.join('\n')}\n\n${end}`);
  }, text);
}
