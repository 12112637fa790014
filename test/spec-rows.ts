import { NON_CARD_PAYMENTS } from './spec-rows/non-card-payments.js';
import type { SpecRow } from './spec-rows/row.js';
import { THREE_D_SECURE_FIELDS } from './spec-rows/three-d-secure-2-fields.js';
import { THREE_D_SECURE_RULES } from './spec-rows/three-d-secure-2-rules.js';

export type { SpecRow };

/**
 * The rows of the tables and the rules of the text of both interface documents, and the tests of each. The documents
 * are not part of this repository, so that this list records what was read. `npm run docs` writes it to
 * spec-coverage.md, and scripts/spec-coverage.mjs checks that each test exists and passed.
 */
export const SPEC_ROWS: readonly SpecRow[] = [...THREE_D_SECURE_FIELDS, ...THREE_D_SECURE_RULES, ...NON_CARD_PAYMENTS];
