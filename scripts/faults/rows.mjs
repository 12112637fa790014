import { spawnSync } from 'node:child_process';

/**
 * A played payment with one fault.
 * @typedef {object} FaultRow
 * @property {string} hop
 * @property {string} call
 * @property {string} fault
 * @property {string} payment
 * @property {string} reads text that the shopper reads
 * @property {readonly string[]} ways buttons that the shopper can press
 * @property {string} state state of the order
 * @property {number} seconds
 * @property {string} later text that the shopper reads later, or an empty one
 * @property {string} settled state of the order after reconciliation
 * @property {number} charged
 */

/** Title of a row in e2e/fault-table.spec.ts, around its name. */
const TITLE = /^the payment with the fault (.*) ends without a loss$/;

/**
 * Prints the names of the rows, which `--grep` finds.
 * @param {string} [grep]
 * @returns {number} the exit code
 */
export function listRows(grep = '@faults') {
  const parameters = ['test', 'fault-table', '--list', '--reporter=json', '--grep', grep];
  const { stdout, stderr } = spawnSync('node_modules/.bin/playwright', parameters, {
    encoding: 'utf8',
    maxBuffer: 1e8,
  });
  const names = namesIn(stdout.startsWith('{') ? JSON.parse(stdout).suites : []);
  if (names.length === 0) {
    console.error(stderr || `No row has a name like ${grep}. npm run faults -- --list prints all names.`);
    return 1;
  }
  console.log(names.join('\n'));
  return 0;
}

function namesIn(suites = []) {
  return suites.flatMap(({ specs = [], suites: inner }) => [
    ...specs.map(({ title }) => TITLE.exec(title)?.[1] ?? title),
    ...namesIn(inner),
  ]);
}

/**
 * Describes the end of a played row.
 * @param {Omit<FaultRow, 'payment'>} row
 * @returns {string}
 */
export function rowText({ hop, call, fault, reads, ways, state, settled, seconds, later, charged }) {
  const line = (text) => text.replaceAll(/\s+/g, ' ').trim();
  return [
    `\n${call}: ${fault} (${hop})`,
    `  the shopper reads, after ${seconds} s: ${line(reads)}`,
    ...(ways.length > 0 ? [`  and can press: ${ways.map(line).join(', ')}`] : []),
    ...(later ? [`  and later: ${line(later)}`] : []),
    `  the order: ${state}${state === settled ? '' : `, and ${settled} after reconciliation`}`,
    `  charged: ${['no', 'once'][charged] ?? `${charged} times`}`,
  ].join('\n');
}
