import { CARD_RULES } from './rules/card-rules.js';
import { CHALLENGE_RULES } from './rules/challenge-rules.js';
import { IDEMPOTENCY_RULES } from './rules/idempotency-rules.js';
import { MESSAGE_RULES } from './rules/message-rules.js';
import { ORDER_RULES } from './rules/order-rules.js';
import { PAGE_RULES } from './rules/page-rules.js';
import { REDIRECT_RULES } from './rules/redirect-rules.js';
import { REQUEST_RULES } from './rules/request-rules.js';
import type { Rule } from './bench/rule.js';

/** The rules of the adapter contract, in the order in which they are checked. */
export const RULES: readonly Rule[] = [
  ...ORDER_RULES,
  ...REQUEST_RULES,
  ...CARD_RULES,
  ...CHALLENGE_RULES,
  ...IDEMPOTENCY_RULES,
  ...REDIRECT_RULES,
  ...MESSAGE_RULES,
  ...PAGE_RULES,
];
