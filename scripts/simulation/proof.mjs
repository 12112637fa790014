// Adds the counts of `npm run simulate slices` (.cache/simulation/runs/) to test/simulation/totals.json. Writes
// docs/proof.md from these totals and the results of `npm run simulate defects`. It refuses worlds that were counted
// twice, and fails while a world that broke an invariant is not kept.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { readArguments, stop } from '../arguments.mjs';
import { prepare } from '../prepare.mjs';
import { DEFECT_RESULTS, DEFECTS } from './defects.mjs';
import { addCounts, addRuns, BLINDNESS, dropRuns, programOf, readRuns, readTotals, writeTotals } from './runs.mjs';
import { UNREACHABLE } from './unreachable.mjs';
import { wrappedText } from '../wrapped-text.mjs';

readArguments({
  name: 'simulate proof',
  purpose:
    'Adds the counts of simulate slices to test/simulation/totals.json, and writes docs/proof.md from the totals and the\n' +
    'results of simulate defects.',
  options: {},
});

process.chdir(new URL('../..', import.meta.url).pathname);
prepare('sources');
const { bundleSimulation } = await import('./bundle.mjs');
const read = (file) => JSON.parse(readFileSync(file, 'utf8'));
const totals = addRuns(readTotals(), readRuns());
if (existsSync(BLINDNESS)) totals.blindness = sightsOf(read(BLINDNESS));
const { runs } = totals;
const defects = read(DEFECT_RESULTS);
const kept = read('test/simulation/kept-worlds.json');
const { names, program: present } = await presentProgram();

/** The program of the present sources, and its transitions, faults and invariants, from a run of no worlds. */
async function presentProgram() {
  const program = await bundleSimulation('.cache/simulation/program');
  const report = '.cache/simulation/names.json';
  rmSync(report, { force: true });
  spawnSync(process.execPath, [program, '--quiet', '--payments', '0', '--save', report]);
  return { names: read(report).names, program: programOf(program) };
}

const sum = (some, key) => some.reduce((total, one) => total + one[key], 0);
const within = runs.filter(({ isBeyond }) => !isBeyond);
const beyond = runs.filter(({ isBeyond }) => isBeyond);
const number = (value) => value.toLocaleString('en-US');

const { faults } = totals;
const hops = Object.keys(names.faults);
const networkHops = hops.filter((hop) => names.faults[hop].refuse);
const allFaults = hops.flatMap((hop) => Object.keys(names.faults[hop]).map((fault) => `${hop} ${fault}`));
const unseen = allFaults.filter((name) => !faults[name]);
const countOf = (hop, fault) => number(faults[`${hop} ${fault}`] ?? 0);

/** A fault of an exchange with its count at each hop. */
const networkRow = ([fault, meaning]) =>
  `| \`${fault}\` | ${meaning} | ${networkHops.map((hop) => (names.faults[hop][fault] ? countOf(hop, fault) : '–')).join(' | ')} |`;
const networkFaults = Object.assign({}, ...networkHops.map((hop) => names.faults[hop]));

/** The faults of a hop that is no exchange. */
const otherRows = (hop) =>
  Object.entries(names.faults[hop]).map(
    ([fault, meaning]) => `| \`${hop}\` | \`${fault}\` | ${meaning} | ${countOf(hop, fault)} |`,
  );

for (const kind of ['pageTransitions', 'orderTransitions']) {
  const taken = Object.keys(UNREACHABLE).find((name) => totals[kind][name]);
  if (taken) throw new Error(`The transition ${taken} was taken, and is listed as one that cannot be.`);
}

function coverage(title, taken, all) {
  const possible = all.filter((name) => !UNREACHABLE[name]);
  const missing = possible.filter((name) => !taken[name]);
  const list = missing.map((name) => `\`${name}\``).join(', ');
  return wrappedText(
    `${title}: ${possible.length - missing.length} of ${possible.length}.${list && ` Not yet: ${list}.`}`,
  );
}

const runRow = ({ seed, program, day, isBeyond, from, to, payments, timers, kills, secondPayments, failures, hash }) =>
  `| ${seed} | \`${program}\` | ${day} | ${isBeyond ? 'beyond' : 'within'} | ${from} to ${to} | ${number(payments)} | ${number(timers)} | ${number(kills)} | ${number(secondPayments)} | ${failures} | \`${hash.toString(16).padStart(8, '0')}\` |`;

const defectRow = ({ name, file }) => {
  const { invariant, world, payments } = defects[name] ?? {};
  const found = world === undefined ? 'not found' : `${number(payments)}`;
  return `| ${name} | \`${file}\` | ${found} | ${world === undefined ? '–' : `\`${world}\``} | ${invariant ? `\`${invariant}\`` : '–'} |`;
};

const found = totals.failures;
const isFound = ({ world }) => found.some(({ seed }) => seed === world);
/** A defect with the worlds that showed it. */
const keptRow = (defect) => {
  const worlds = kept.filter((one) => one.defect === defect).map(({ world }) => world);
  const broken = found.filter(({ seed }) => worlds.includes(seed)).flatMap(({ violations }) => violations);
  // A world that a search for planted defects has found is part of no run.
  const named = kept.filter((one) => one.defect === defect && one.invariant);
  const invariants = [...new Set([...broken, ...named].map(({ invariant }) => `\`${invariant}\``))];
  const replay = (world) => {
    const { isBeyond, lacks = [] } = kept.find((one) => one.world === world);
    const options = [...(isBeyond ? ['--beyond'] : []), ...lacks.map((fault) => `--lacks ${fault}`)];
    return `\`${[world, ...options].join(' ')}\``;
  };
  return `| ${defect} | ${invariants.join(', ')} | ${worlds.map(replay).join(', ')} |`;
};
const keptRows = (some) => [...new Set(some.map(({ defect }) => defect))].map(keptRow).join('\n');
const ofProduct = kept.filter(({ isOfChecks }) => !isOfChecks);
const ofChecks = kept.filter(({ isOfChecks }) => isOfChecks);
/** Worlds whose defect is not repaired yet. */
const open = found.filter(({ seed }) => !kept.some(({ world }) => world === seed));
const openRow = ({ seed, violations: [first] }) => `| \`${seed}\` | \`${first.invariant}\` | ${first.text} |`;

const unsearched = DEFECTS.find(({ name }) => !defects[name]);
if (unsearched) throw new Error(`"${unsearched.name}" was not planted: run npm run simulate defects -- --missing.`);
const foundCount = DEFECTS.filter(({ name }) => defects[name].world !== undefined).length;
/** Counts the results of small changes by file. */
function sightsOf({ program, draw, payments, changes, results }) {
  const files = {};
  for (const { file, is, worlds } of results) {
    const sight = is === 'same' && worlds === 0 ? 'unreached' : is;
    files[file] = addCounts(files[file] ?? {}, { [sight]: 1 });
  }
  return { program, draw, payments, changes, files: Object.fromEntries(Object.entries(files).sort()) };
}

const sumOf = (counts) => Object.values(counts).reduce((total, one) => total + one, 0);

/** The counts of one or more files, as cells of a table. Shares are those of the changes that were played. */
function sightCells({ left = 0, stopped = 0, ...played }) {
  const all = Math.max(1, sumOf(played));
  const share = (sight) => `${played[sight] ?? 0} (${Math.round((100 * (played[sight] ?? 0)) / all)} %)`;
  const shares = ['unreached', 'same', 'unfound', 'found'].map(share).join(' | ');
  return `${sumOf(played) + left + stopped} | ${shares} | ${left} | ${stopped}`;
}

/** The section about small changes, without one before the first run. */
function blindness() {
  if (!totals.blindness) return '';
  const { program, payments, changes, draw, files } = totals.blindness;
  const rows = Object.entries(files).map(([file, counts]) => `| \`${file}\` | ${sightCells(counts)} |`);
  const counts = addCounts(...Object.values(files));
  const intro =
    `The seed ${draw} has drawn ${number(sumOf(counts))} of ${number(changes)} small changes of backend and page. ` +
    `Each was played in the same worlds of ${payments} payments with the program \`${program}\`, until an invariant ` +
    'was broken. A change that ends the process counts as found. Texts for people are not drawn. Changes of reports, ' +
    'events and checks of options are left out.';
  return `## Small changes

${wrappedText(intro)}

The goals are at most 10 % with the same traces, reached or not, and at most 25 % that are not found. The last row shows
the distance from them. The columns have these reasons:

| column | reason |
|---|---|
| not reached | No world runs the code: the simulation lacks a state. It never prunes, suspends, erases or exports orders, and it seldom gives the shop’s calls a wrong input. |
| same traces | The code runs, and no trace depends on it. Examples are entries of the history, fields that only the shop reads, texts of refusals, and shorter paths to one result. |
| not found | The traces differ, and no invariant is about the difference. Examples are the time limit of a call of the gateway, the number of look-ups, and an approved card that only a later look-up completes. |

| file | changes | not reached | same traces | not found | found | left out | do not start |
|---|--:|--:|--:|--:|--:|--:|--:|
${rows.join('\n')}
| all | ${sightCells(counts)} |

`;
}

const ofPresent = runs.filter(({ program }) => program === present);

const text = `# Proof by simulation

<!-- Written by \`npm run simulate proof\` from real runs. Do not edit. -->

The simulation plays whole payments in one process: the headless checkout, two to four processes of the backend on one
store, the sandbox (gateway, directory, ACS, testpay) and a small browser. Time is virtual, choices come from a seed,
and the network is in memory. The code is in \`test/simulation/\`; \`src/\` knows nothing of it.

## Commands

In a clone of the repository:

| command | purpose |
|---|---|
| \`npm run simulate -- --seed 7 --payments 2000\` | plays payments and prints counts and coverage |
| \`npm run simulate slices -- --seed 7 --until 18:30\` | plays slice after slice, continues after the last world, and keeps the counts in \`.cache/simulation/runs/\` |
| \`npm run simulate -- --world 7.46\` | replays one world with its trace, whose lines \`fault\` are the faults; one that fails is shrunk first to the faults that it needs |
| \`… --beyond\` | faults beyond the bounds |
| \`… --lacks stand-still\` | without one kind of fault. A kept world lacks those that were added after it was found |
| \`npm run simulate defects\` | plants each known defect and searches for it |
| \`npm run simulate -- blind --from 0 --changes 100\` | plays payments with small changes of backend and page, and keeps the results in \`.cache/simulation/\` |
| \`npm run simulate proof\` | adds the counts of both to \`test/simulation/totals.json\`, and writes this page |
| \`npm run simulate fixed\` | plays fixed seeds, as the checks do |

A world has one to three orders, and draws its shop, its account and its shoppers in
\`test/simulation/world/setup.ts\`. The first lines of a trace show them; \`--lacks setup\` leaves them as they were before.
The seed of a world is that of the run with its number. The same seed gives the same trace as long as the program is the
same. A hash of the bundled sources without comments identifies the program: \`npm run simulate\` prints it. The hash of a
run is that of all its traces.

## Trace

A line of a trace has the seconds since the beginning of the world, who acts, and what happens:

\`\`\`text
    18.399 order-1 tab 1: the shopper: pay
    18.399 order-1 tab 1: step awaiting-preparation
    18.436 process 2.2: POST /scudo/orders/order-1/protocol-versions
    18.783 fault: browser-backend: lost (payments.827321|browser-backend frame|0)
    38.653 order-1 tab 1: outcome backend-unavailable
\`\`\`

\`process 2.2\` is the second backend, and the second process that this world has started: a process that was killed is
started again with another number. A line \`fault\` has the hop, the fault and, in brackets, the name of the decision that
drew it, with the kind of the request and how many of this kind came before.

## Terms

| term | meaning |
|---|---|
| payment | an order with all its attempts to pay; some of them are left unpaid |
| world | one played run of a shop, its shoppers and its gateway, from the first order to the last reconciliation |
| hop | an exchange between two parties, or another place where a fault can happen |
| books | the sandbox's record of all charges and refunds |
| clerk | a person of the shop, who settles and reopens orders |
| stranger | an attacker, who sends forged and repeated messages |
| timer | a call that was planned for a time, and was made |
| set aside | a redirect payment that the order no longer waits for, because the shopper has begun another payment, a person has decided, or it has expired ([Orders and money](orders.md)) |
| late success | a success of such a payment, or of one that had ended |
| second payment, flagged | a late success beside another payment of the order. The order shows it to a person, who refunds one of them ([Orders and money](orders.md#redirect-payments)) |
| kept world | a world that broke an invariant; \`npm test\` plays it since the defect or the check was corrected |
| testpay | the sandbox's redirect payment method |

## Bounds

Within the bounds a request reaches the gateway within three minutes or never, the store's clock jumps by less than one
minute, a process stands still for at most two minutes, and the gateway's books are complete within 5 s after a result
3xx, 5xx or 108 of its XML interface, which is a fault of its systems. Beyond them requests are up to 20 minutes late
and the clock jumps by up to 15 minutes. There an order may be charged twice, or charged after its page has reported a
failure: \`charged-once\` checks that each second charge is flagged at the end, and \`no-false-failure\` and the moment
of a charge are not checked. No person settles refunds there.

## Invariants

| invariant | meaning |
|---|---|
${Object.entries(names.invariants)
  .map(([name, meaning]) => `| \`${name}\` | ${meaning} |`)
  .join('\n')}

## Runs

${wrappedText(
  `${number(sum(within, 'payments'))} payments within the bounds and ${number(sum(beyond, 'payments'))} beyond them. In ` +
    `${found.length} worlds an invariant was broken: in ${ofProduct.filter(isFound).length} by a defect of the product, in ` +
    `${ofChecks.filter(isFound).length} because a check was too strict. Other runs, which are not counted here, found ` +
    `${kept.filter((one) => !isFound(one)).length} more; all ${kept.length} are kept.` +
    (open.length === 0 ? '' : ` Not understood or not repaired yet, see below: ${open.length}.`),
)}

${wrappedText(
  `The sources of this page are the program \`${present}\`. It has played ${number(sum(ofPresent, 'payments'))} of these ` +
    `payments; ${sum(ofPresent, 'failures')} of its worlds broke an invariant. The other rows are ` +
    'earlier programs, some of them with other checks. The worlds that they broke are kept and repaired, see below. If ' +
    '`npm run simulate` prints another program, the sources have changed since then.',
)}

The last world of a row is not part of it. The day is that of its last slice, and the failures are worlds that broke an
invariant.

| seed | program | day | bounds | worlds | payments | timers | killed processes | second payments, flagged | failures | hash |
|---|---|---|---|---|--:|--:|--:|--:|--:|---|
${runs.map(runRow).join('\n')}

${
  open.length === 0
    ? ''
    : `## Worlds that still break an invariant

Their defects are not repaired yet.

| world | invariant | what happened |
|---|---|---|
${open.map(openRow).join('\n')}

`
}## Defects found

Each world is a test (\`test/simulation/kept-worlds.test.ts\`). It failed without the repair when it was kept.

| defect | invariant | worlds |
|---|---|---|
${keptRows(ofProduct)}

In these worlds the product was right, and a check was corrected:

| what the check had not allowed | invariant | worlds |
|---|---|---|
${keptRows(ofChecks)}

## Faults by hop

${wrappedText(`Faults that have happened: ${allFaults.length - unseen.length} of ${allFaults.length}.${unseen.length > 0 ? ` Not yet: ${unseen.join(', ')}.` : ''}`)}

Faults of the exchanges between page, backend, gateway and issuer. The browser posts forms and opens frames.

| fault | meaning | ${networkHops.map((hop) => `\`${hop}\``).join(' | ')} |
|---|---|${networkHops.map(() => '--:|').join('')}
${Object.entries(networkFaults).map(networkRow).join('\n')}

Other faults:

| hop | fault | meaning | count |
|---|---|---|--:|
${hops
  .filter((hop) => !networkHops.includes(hop))
  .flatMap(otherRows)
  .join('\n')}

[What happens when something fails](faults.md) has other names for some of them: \`refuse\` is its “connection refused”,
\`reset-after\` its “answer lost”, \`lost\` its “no answer”, \`delay-answer\` its “answer after 20 s”, \`truncate\` its
“answer cut off”, \`duplicate\` its “delivered twice”, \`wrong-type\` its “another type of answer”, and \`wrong-body\` its
“another answer”.

## Coverage of the state tables

${coverage('Transitions of the page', totals.pageTransitions, names.page)}

${coverage('Transitions of orders', totals.orderTransitions, names.order)}

These transitions cannot be taken, and are not counted:

| transition | reason |
|---|---|
${Object.entries(UNREACHABLE)
  .map(([name, reason]) => `| \`${name}\` | ${reason} |`)
  .join('\n')}

## Planted defects

${wrappedText(
  `${DEFECTS.length} defects were planted, one at a time, and ${foundCount} were found: a world broke the invariant that the ` +
    'defect is about, and the same world passes without the defect. The third column has the payments of seed `defects` ' +
    'that were played until then. A world belongs to the sources at the time of its search; a search with later sources ' +
    'finds the defect in another world. Where the product has guards that would stop a defect, they were removed, too.',
)}

| defect | file | payments | world | invariant |
|---|---|--:|---|---|
${DEFECTS.map(defectRow).join('\n')}

${blindness()}## Limits of the simulation

- The store is a model in memory that passes the conformance suite of stores, and the processes are objects of one
  process. \`npm run soak\` uses SQLite and processes that are killed, and \`npm test -- stores\` uses PostgreSQL.
- The checkout is headless: what elements show is not part of it ([faults](faults.md) has the texts in Chromium).
- Defects were planted by the authors of the simulation. That all were found is no rate of detection for unknown ones.
- The gateway is the sandbox. A repeated refund request is not part of the faults of the network, because the interface
  documents promise no protection against it.
- A person who settles or reopens an order has looked it up in the gateway's books, and waits until a request can no
  longer arrive. Wrong decisions by people are not played.
- All tabs of a world share their visibility.
- Frames are played by a small model of the backend's frame page, not by a browser.
`;
writeFileSync('docs/proof.md', text);
writeTotals(totals);
dropRuns();
console.log(
  `docs/proof.md: ${number(sum(runs, 'payments'))} payments, ${foundCount} of ${DEFECTS.length} defects found.`,
);
if (open.length > 0) stop(`Worlds that broke an invariant and are not in kept-worlds.json: ${open.length}.`);
