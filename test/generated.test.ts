import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { embedPages } from '../scripts/embed-pages.mjs';
import { withDiagrams } from '../scripts/flow-diagram.mjs';
import { openApiYaml } from '../scripts/openapi.mjs';
import { withOutcomes } from '../scripts/outcome-table.mjs';
import { withTestingReference } from '../scripts/testing-reference.mjs';
import { troubleshooting } from '../scripts/troubleshooting.mjs';
import { SET_UP_MISTAKES } from '../src/elements/developer/set-up-mistakes.js';
import { OUTCOME_MESSAGES } from '../src/elements/i18n/english.js';
import { CHECKOUT } from '../src/payment/checkout/checkout.table.js';
import * as answers from '../src/protocol/adapter/adapter-answers.js';
import * as requests from '../src/protocol/adapter/adapter-requests.js';
import * as outcomes from '../src/protocol/adapter/outcome-codes.js';
import * as problemDocument from '../src/protocol/adapter/problem-document.js';
import * as statusMessage from '../src/protocol/redirect/status-message.js';
import { PROBLEMS } from '../src/protocol/adapter/problem.js';
import { AUTHENTICATION_STATUSES } from '../src/protocol/three-d-secure/three-d-secure-values.js';
import { BEHAVIOURS } from '../src/sandbox/cards/behaviours.js';
import { MESSAGE_KINDS } from '../src/sandbox/core/message-kind.js';
import { DELAYS, RESPONSES } from '../src/sandbox/testpay/testpay-choices.js';
import { decide } from '../src/server/domain/card/decision.js';
import { ORDER_STATE_TABLE } from '../src/server/domain/record/order-state.table.js';
import { REASON_CODES } from '../src/server/domain/card/status-reasons.js';

it('shows the state tables as diagrams in docs/life-of-a-payment.md (npm run docs)', () => {
  const text = readFileSync('docs/life-of-a-payment.md', 'utf8');
  expect(withDiagrams(text, { CHECKOUT, ORDER_STATE_TABLE })).toBe(text);
});

it('shows the outcomes and decisions of the code in docs/outcomes.md (npm run docs)', () => {
  const text = readFileSync('docs/outcomes.md', 'utf8');
  expect(
    withOutcomes(text, outcomes.OUTCOMES, OUTCOME_MESSAGES, {
      statuses: AUTHENTICATION_STATUSES,
      decide,
      reasons: REASON_CODES,
    }),
  ).toBe(text);
});

it('writes the messages of the code into docs/openapi.yaml (npm run docs)', () => {
  const code = {
    ...answers,
    ...requests,
    ...outcomes,
    ...problemDocument,
    ...statusMessage,
    PROBLEMS,
  };
  expect(openApiYaml(code)).toBe(readFileSync('docs/openapi.yaml', 'utf8'));
});

it('lists the reported mistakes and the problems of calls in docs/troubleshooting.md (npm run docs)', () => {
  const text = readFileSync('docs/troubleshooting.md', 'utf8');
  expect(troubleshooting(SET_UP_MISTAKES, PROBLEMS)).toBe(text);
});

it('names cards, responses, delays and kinds of messages of the kit in docs/testing.md (npm run docs)', () => {
  const text = readFileSync('docs/testing.md', 'utf8');
  expect(withTestingReference(text, { BEHAVIOURS, RESPONSES, DELAYS, MESSAGE_KINDS })).toBe(text);
});

it.each([
  ['docs/life-of-a-payment.md', 15],
  ['CONTRIBUTING.md', 10],
  ['docs/security.md', 30],
])('finds every source file that %s names', (document, atLeast) => {
  const named = [...readFileSync(document, 'utf8').matchAll(/`((?:src|test|scripts|e2e)\/[\w./-]+\.\w+)`/g)].map(
    ([, file]) => file ?? '',
  );
  expect(named.length).toBeGreaterThan(atLeast);
  for (const file of named) expect(() => readFileSync(file), file).not.toThrow();
});

it('bundles the scripts of served pages from their sources (node scripts/embed-pages.mjs)', async () => {
  expect(await embedPages({ write: false })).toEqual([]);
});
