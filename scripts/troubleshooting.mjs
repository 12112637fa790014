// Renders docs/troubleshooting.md from the mistakes that the elements report and the problems of calls. `npm run docs`
// writes it, and a test fails when it is stale.
import { wrappedText } from './wrapped-text.mjs';

const INTRO = `# Troubleshooting

The elements write one line on the browser's console for each mistake of the set-up, with the address of a heading of
this page. The address works from the first release on. The page is also in
\`node_modules/scudo-checkout/docs/troubleshooting.md\`. Nothing is written for what a shopper does. A line about a
missing attribute or an unknown language comes three seconds after the element was inserted, because an app may set them
late. The backend writes problems to its log ([Problems in your log](problems.md)). Open both first.`;

/** Symptoms before the elements run, or that the browser and the process report themselves. */
const OTHERS = [
  [
    "The page has no element, and the console has a `SyntaxError` in scudo.js, such as `Cannot use 'import.meta' outside a module`",
    'Load the script as a module: add `type="module"` to its tag.',
  ],
  [
    'The console reports a blocked script or a wrong `integrity`',
    'Take the hash from `dist/integrity.json` of the same version ([files of the element](element.md#files)).',
  ],
  [
    'The process ends with an `OptionError` at the start',
    'Its message names the option, the value and a right one ([configuration](configuration.md)).',
  ],
  [
    'Tests on a container or a phone fail with “must be an https: URL”',
    'Set `allowInsecure` for tests ([hosts without https](testing.md#hosts-without-https)).',
  ],
];

const CATEGORIES = {
  'set-up': 'the merchant: a mistake of the set-up',
  shopper: 'the shopper, with another card or a new try',
  network: 'nothing to fix: a later call succeeds',
  gateway: 'the gateway or an issuer',
};

/**
 * @param {Record<string, { symptom: string, fix: string }>} mistakes
 * @param {Record<string, { status: number, title: string, category: string }>} problems
 */
export function troubleshooting(mistakes, problems) {
  const symptoms = [...new Set(Object.values(mistakes).map(({ symptom }) => symptom))];
  const parts = symptoms.map((symptom) => {
    const entries = Object.entries(mistakes).filter(([, mistake]) => mistake.symptom === symptom);
    const causes = entries.map(([code, { fix }]) => `### ${code}\n\n${wrappedText(fix)}`);
    return [`## ${symptom.replace(/\.$/, '')}`, ...causes].join('\n\n');
  });
  const others = OTHERS.map(([symptom, fix]) => `| ${symptom} | ${fix} |`);
  const rows = Object.entries(problems).map(
    ([code, { status, title, category }]) => `| \`${code}\` | ${status} | ${title} | \`${category}\` |`,
  );
  return `${[
    INTRO,
    ...parts,
    '## Other symptoms',
    ['| symptom | fix |', '|---|---|', ...others].join('\n'),
    '## Problems of calls',
    wrappedText(
      'A refused call is answered with a problem document, whose `code` is one of these. `category` is in the document as well. [Problems in your log](problems.md#calls) has what to do about each.',
    ),
    [
      '| category | who can fix it |',
      '|---|---|',
      ...Object.entries(CATEGORIES).map(([name, who]) => `| \`${name}\` | ${who} |`),
    ].join('\n'),
    ['| code | HTTP status | meaning | category |', '|---|---|---|---|', ...rows].join('\n'),
  ].join('\n\n')}\n`;
}
