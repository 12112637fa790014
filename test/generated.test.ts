import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { embedPages } from '../scripts/embed-pages.mjs';
import { withDiagrams } from '../scripts/flow-diagram.mjs';
import { withOutcomes } from '../scripts/outcome-table.mjs';
import { OUTCOME_WORDS } from '../src/elements/words.js';
import { CARD_PAYMENT } from '../src/payment/card-payment.table.js';
import { REDIRECT_PAYMENT } from '../src/payment/redirect-payment.table.js';
import { PREPARATION } from '../src/payment/preparation.table.js';
import { OUTCOMES } from '../src/protocol/outcome.js';
import { AUTHENTICATION_STATUSES } from '../src/protocol/three-d-secure-values.js';
import { decide } from '../src/server/card/decision.js';
import { REASON_CODES } from '../src/server/card/status-reasons.js';

it('the diagrams in docs/life-of-a-payment.md are those of the tables (npm run docs)', () => {
  const text = readFileSync('docs/life-of-a-payment.md', 'utf8');
  expect(withDiagrams(text, { PREPARATION, CARD_PAYMENT, REDIRECT_PAYMENT })).toBe(text);
});

it('the table in docs/outcomes.md is that of the code (npm run docs)', () => {
  const text = readFileSync('docs/outcomes.md', 'utf8');
  expect(
    withOutcomes(text, OUTCOMES, OUTCOME_WORDS, {
      statuses: AUTHENTICATION_STATUSES,
      letters: [...'YANURCDI'],
      decide,
      reasons: REASON_CODES,
    }),
  ).toBe(text);
});

it('the files that docs/life-of-a-payment.md names are there', () => {
  const named = [...readFileSync('docs/life-of-a-payment.md', 'utf8').matchAll(/`(src\/[\w./-]+\.ts)`/g)].map(
    ([, file]) => file ?? '',
  );
  expect(named.length).toBeGreaterThan(15);
  for (const file of named) expect(() => readFileSync(file), file).not.toThrow();
});

it('the scripts of served pages are bundled from their sources (node scripts/embed-pages.mjs)', async () => {
  expect(await embedPages({ write: false })).toEqual([]);
});
