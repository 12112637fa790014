// Writes docs/proof.md from runs whose counts were saved with `--save .cache/simulation/runs/NAME.json`, and from the
// results of `npm run simulate:defects`. It adds up slices of a seed and refuses worlds that were counted twice.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { DEFECTS } from './simulation/defects.mjs';

process.chdir(new URL('..', import.meta.url).pathname);
const FOLDER = '.cache/simulation/runs';
const read = (file) => JSON.parse(readFileSync(file, 'utf8'));
const runs = readdirSync(FOLDER)
  .filter((name) => name.endsWith('.json'))
  .map((name) => read(`${FOLDER}/${name}`))
  .sort((one, other) => `${one.seed}`.localeCompare(`${other.seed}`) || one.from - other.from);
const defects = read('.cache/simulation/defects.json');
const { names } = runs[0];

for (const one of runs) {
  const isTwice = (other) =>
    other !== one &&
    other.seed === one.seed &&
    other.isBeyond === one.isBeyond &&
    other.from < one.to &&
    one.from < other.to;
  if (runs.some(isTwice)) throw new Error(`Worlds ${one.from} to ${one.to} of seed ${one.seed} were counted twice.`);
}

const sum = (some, key) => some.reduce((total, one) => total + one[key], 0);
const within = runs.filter(({ isBeyond }) => !isBeyond);
const beyond = runs.filter(({ isBeyond }) => isBeyond);
const number = (value) => value.toLocaleString('en-US');

/** Adds up counts by name. */
function counts(key) {
  const all = {};
  for (const run of runs) for (const [name, count] of Object.entries(run[key])) all[name] = (all[name] ?? 0) + count;
  return all;
}

const faults = counts('faults');
const hops = [...new Set(names.faults.map((name) => name.split(' ')[0]))];
const faultRows = hops.map((hop) => {
  const cells = names.faults
    .filter((name) => name.startsWith(`${hop} `))
    .map((name) => `${name.slice(hop.length + 1)} ${number(faults[name] ?? 0)}`);
  return `| \`${hop}\` | ${cells.join(', ')} |`;
});

function coverage(title, taken, all) {
  const missing = all.filter((name) => !taken[name]);
  const list = missing.map((name) => `\`${name}\``).join(', ');
  return wrapped(`${title}: ${all.length - missing.length} of ${all.length}.${list && ` Not yet: ${list}.`}`);
}

/** Breaks prose at 120 columns. */
function wrapped(text) {
  const lines = [''];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last !== '' && last.length + word.length + 1 > 120) lines.push(word);
    else lines[lines.length - 1] = last === '' ? word : `${last} ${word}`;
  }
  return lines.join('\n');
}

const runRow = ({ seed, isBeyond, from, to, payments, timers, kills, secondPayments, failures, hash }) =>
  `| ${seed} | ${isBeyond ? 'beyond' : 'within'} | ${from} to ${to} | ${number(payments)} | ${number(timers)} | ${number(kills)} | ${secondPayments} | ${failures.length} | \`${hash.toString(16)}\` |`;

const defectRow = ({ name, file }) => {
  const { invariant, world, payments } = defects[name] ?? {};
  const found = world === undefined ? 'not found' : `${number(payments)}`;
  return `| ${name} | \`${file}\` | ${found} | ${world === undefined ? '–' : `\`${world}\``} | ${invariant ? `\`${invariant}\`` : '–'} |`;
};

const searched = DEFECTS.filter(({ name }) => defects[name]);
const foundCount = searched.filter(({ name }) => defects[name].world !== undefined).length;
const broken = sum(
  runs.map(({ failures }) => ({ count: failures.length })),
  'count',
);

const text = `# Proof by simulation

<!-- Written by \`npm run simulate:proof\` from real runs. Do not edit. -->

The simulation plays whole payments in one process: the headless checkout, two to four processes of the backend on one
store, the sandbox (gateway, directory, ACS, testpay) and a small browser. Time is virtual, choices come from a seed,
and the network is in memory. The code is in \`test/simulation/\`; \`src/\` knows nothing of it.

## Commands

| command | purpose |
|---|---|
| \`npm run simulate -- --seed 7 --payments 2000\` | plays payments and prints counts and coverage |
| \`npm run simulate -- --seed 7 --slice 0..5000 --save .cache/simulation/runs/7-0.json\` | plays a range of worlds and saves the counts |
| \`npm run simulate -- --world 7.46\` | replays one world; one that fails is shrunk to the faults that it needs, and its trace printed |
| \`… --beyond\` | faults beyond the bounds |
| \`npm run simulate:defects\` | plants each known defect and searches for it |
| \`npm run simulate:proof\` | writes this page |
| \`npm run test:simulation\` | the suite of the CI: fixed seeds |

A world has one or two orders, and its seed is that of the run with its number. The same seed gives the same trace,
which the column hash compares.

## Bounds

Within the bounds a request reaches the gateway within three minutes or never, the store's clock jumps by less than one
minute, and the gateway's books are complete within 5 s after an answer 3xx, 5xx or 108. Beyond them requests are up to
20 minutes late and the clock jumps by up to 15 minutes.

## Invariants

| invariant | meaning |
|---|---|
${Object.entries(names.invariants)
  .map(([name, meaning]) => `| \`${name}\` | ${meaning} |`)
  .join('\n')}

## Runs

${number(sum(within, 'payments'))} payments within the bounds and ${number(sum(beyond, 'payments'))} beyond them;
${broken === 0 ? 'no world broke an invariant' : `${broken} worlds broke an invariant`}.

| seed | bounds | worlds | payments | timers | killed processes | second payments, flagged | failures | hash |
|---|---|---|--:|--:|--:|--:|--:|---|
${runs.map(runRow).join('\n')}

## Faults by hop

| hop | faults |
|---|---|
${faultRows.join('\n')}

## Coverage of the state tables

${coverage('Transitions of the page', counts('pageTransitions'), names.page)}

${coverage('Transitions of orders', counts('orderTransitions'), names.order)}

## Planted defects

${searched.length} defects were planted, one at a time, and ${foundCount} were found. The third column has the payments
of seed \`defects\` that were played until then.

| defect | file | payments | world | invariant |
|---|---|--:|---|---|
${searched.map(defectRow).join('\n')}

## Limits of the simulation

- The gateway is the sandbox. A repeated refund request is not part of the faults of the network, because the interface
  documents promise no protection against it.
- Persons (\`orders.settle\`, \`orders.reopen\`), stored cards and add-card orders are not played.
- All tabs of a world share their visibility.
- Frames are played by a small model of the backend's frame page, not by a browser.
`;
writeFileSync('docs/proof.md', text);
console.log(
  `docs/proof.md: ${number(sum(runs, 'payments'))} payments, ${foundCount} of ${searched.length} defects found.`,
);
