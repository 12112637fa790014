/** `npm run docs` writes the parts of docs/ that are generated from the code. */
import { spawnSync } from 'node:child_process';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { elementReference, withLanguages } from './element-reference.mjs';
import { withDiagrams } from './flow-diagram.mjs';
import { openApiYaml } from './openapi.mjs';
import { withOutcomes } from './outcome-table.mjs';
import { withSnippets } from './snippets.mjs';
import { withTestingReference } from './testing-reference.mjs';
import { themingReference } from './theming-reference.mjs';
import { troubleshooting } from './troubleshooting.mjs';
import { specCoverage } from './spec-coverage.mjs';

const built = spawnSync(process.execPath, ['scripts/build.mjs'], { stdio: 'inherit' });
if (built.status !== 0) process.exit(1);

const { CHECKOUT } = await import('../.cache/lib/payment.js');
const { OUTCOMES } = await import('../.cache/lib/protocol/adapter/outcome-codes.js');
const { ORDER_STATE_TABLE } = await import('../.cache/lib/server.js');
const { decide } = await import('../.cache/lib/server/domain/card/decision.js');
const { SET_UP_MISTAKES } = await import('../.cache/lib/elements/developer/set-up-mistakes.js');
const { PROBLEMS } = await import('../.cache/lib/protocol/adapter/problem.js');
const { REASON_CODES } = await import('../.cache/lib/server/domain/card/status-reasons.js');
const { AUTHENTICATION_STATUSES } = await import('../.cache/lib/protocol/three-d-secure/three-d-secure-values.js');
const { LANGUAGES } = await import('../.cache/lib/elements/i18n/languages.js');
const { directionOf } = await import('../.cache/lib/protocol/values/language-tag.js');
const { OUTCOME_MESSAGES } = await import('../.cache/lib/elements/i18n/english.js');

const { BEHAVIOURS } = await import('../.cache/lib/sandbox/cards/behaviours.js');
const { RESPONSES, DELAYS } = await import('../.cache/lib/sandbox/testpay/testpay-choices.js');
const { MESSAGE_KINDS } = await import('../.cache/lib/sandbox/core/message-kind.js');

const messages = await Promise.all(
  [
    'adapter/adapter-answers',
    'adapter/adapter-requests',
    'adapter/outcome-codes',
    'adapter/problem-document',
    'adapter/problem',
    'redirect/status-message',
  ].map((name) => import(`../.cache/lib/protocol/${name}.js`)),
);

const rewrite = async (file, change) => writeFile(file, change(await readFile(file, 'utf8')));
await rewrite('docs/life-of-a-payment.md', (text) => withDiagrams(text, { CHECKOUT, ORDER_STATE_TABLE }));
await rewrite('docs/outcomes.md', (text) =>
  withOutcomes(text, OUTCOMES, OUTCOME_MESSAGES, {
    statuses: AUTHENTICATION_STATUSES,
    decide,
    reasons: REASON_CODES,
  }),
);
await writeFile('docs/openapi.yaml', openApiYaml(Object.assign({}, ...messages)));
await writeFile('docs/troubleshooting.md', troubleshooting(SET_UP_MISTAKES, PROBLEMS));
await rewrite('docs/testing.md', (text) =>
  withTestingReference(text, { BEHAVIOURS, RESPONSES, DELAYS, MESSAGE_KINDS }),
);
await writeFile('test/spec-coverage.md', await specCoverage());
const manifest = JSON.parse(await readFile('custom-elements.json', 'utf8'));
await writeFile('docs/theming.md', themingReference(manifest));
await writeFile('docs/reference/elements.md', elementReference(manifest));
await rewrite('docs/languages.md', (text) => withLanguages(text, ['en', ...Object.keys(LANGUAGES)], directionOf));
const pages = (await readdir('docs')).filter((name) => name.endsWith('.md')).map((name) => `docs/${name}`);
for (const page of ['README.md', ...pages]) await rewrite(page, withSnippets);
