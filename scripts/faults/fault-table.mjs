import { wrappedText } from '../wrapped-text.mjs';

/**
 * Renders docs/faults.md.
 * @param {readonly import('./rows.mjs').FaultRow[]} rows
 * @param {{ began: Date, commit: { id: string, isChanged: boolean } }} run
 */
export function faultTable(rows, { began, commit }) {
  const hops = [...new Set(rows.map(({ hop }) => hop))];
  const inDoubt = rows.filter(
    ({ reads, later, charged }) => /^We are checking your payment/.test(later || reads) && charged === 0,
  );
  return `# What happens when something fails

${wrappedText(
  `This page was written on ${began.toISOString().slice(0, 10)} at commit \`${commit.id.slice(0, 12)}\`` +
    `${commit.isChanged ? ' with changes that were not committed' : ''} by \`npm run faults\` from ${rows.length} ` +
    'payments in Chromium, one for each fault, with the real backend and sandbox, whose time and the page’s are driven. ' +
    'The fault lasts until the page has come to an end. Then it stops, and reconciliation runs.',
)}

In every row the page comes to an end, or offers the shopper ways on. The sandbox's books have one charge or none, and
the order settles to them. If there is a charge, no outcome event and no text of the page has reported a failure, at the
end and in the 35 minutes after it. The run fails otherwise.

${wrappedText(
  `In ${inDoubt.length} rows nothing was charged, and the page still does not know the result at the end. A call without ` +
    'an answer may arrive later, so the page reports no failure by itself. *Update status* reads the order and offers ' +
    'another try.',
)}

The texts are those of \`lang="en"\`, in British English. A test of a shop compares codes of outcomes instead
([Outcomes](outcomes.md)). The studio (\`npm start\`, *Disturb the next*) disturbs one call, and most pages recover from
that; [Tests](testing.md) maps the names below to the faults of the sandbox. [One payment through the source
files](life-of-a-payment.md) explains the calls, and [Proof](proof.md#faults-by-hop) the faults between the browser and
the backend.

- **After**: seconds from Pay, or from the opening of the page where the form does not appear, to that end. A fault that
  ends before Pay takes none of them.
- **Order**: its state at that moment, and after reconciliation. \`pending, then open\`: the redirect payment was begun,
  but its address did not reach the page, so the shopper cannot complete it; another try takes its place.
- **Later**: texts that the page shows by itself 15 minutes after the end of the fault, where they have changed. A page
  of the browser or of another server, as after a return with an answer 404, stays until the shopper loads it again; the
  browser itself loads a page again that could not be reached.
- **short answer**: an XML answer with this result and without a hash. [Tests](testing.md) explains the other faults.

${hops.map((hop) => section(hop, rows)).join('\n\n')}
`;
}

function section(hop, rows) {
  const lines = rows
    .filter((row) => row.hop === hop)
    .map(({ call, fault, reads, ways, seconds, state, settled, charged, later }) =>
      [
        call,
        fault,
        cell(reads),
        ways.map((way) => cell(way)).join(', '),
        `${seconds} s`,
        state === settled ? settled : `${state}, then ${settled}`,
        charged === 1 ? 'yes' : 'no',
        cell(later),
      ].join(' | '),
    );
  return [
    `## ${hop[0].toUpperCase()}${hop.slice(1)}`,
    '',
    '| Call | Fault | The shopper reads | Ways on | After | Order | Charged | Later |',
    '|---|---|---|---|---|---|---|---|',
    ...lines.map((line) => `| ${line} |`),
  ].join('\n');
}

/** Text of the page in a cell of a table. */
function cell(text) {
  return text.replaceAll(/\s+/g, ' ').replaceAll('|', '\\|');
}
