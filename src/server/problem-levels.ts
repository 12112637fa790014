import { PROBLEMS } from '../protocol/adapter/problem.js';
import type { ProblemCode } from '../protocol/adapter/problem-document.js';
import type { ReportCode } from './orders/backend-context.js';

/** Method of `console` that writes a problem. */
export type Level = 'error' | 'warn';

/** Levels of the codes that are not about a call, and of flags. */
const OTHER_LEVELS: Record<Exclude<ReportCode, ProblemCode>, Level> = {
  'return-rejected': 'warn',
  'listener-failed': 'error',
  'authorization-unanswered': 'error',
  'capture-unanswered': 'error',
  'void-unanswered': 'error',
  'refund-unanswered': 'error',
  'many-declines': 'error',
  'client-not-public': 'error',
  'closed-early': 'error',
  contradiction: 'error',
  'second-payment': 'error',
  'amount-differs': 'error',
  'report-behind': 'error',
  unconfirmed: 'error',
  'unexpected-message': 'error',
  'paid-after-end': 'error',
  'unknown-result': 'error',
  'not-captured': 'error',
  'changed-elsewhere': 'error',
};

/** Codes of calls that a client causes and that a person has to see: a script of the page may read cards. */
const ALARMING: readonly string[] = ['card-outside-frame'];

/** Codes of calls that are neither the shop's fault nor the gateway's, although their status is at least 500. */
const EXPECTED: readonly string[] = ['card-not-supported', 'closing'];

/**
 * Level of every code that `onProblem` receives. Problems that a client causes have the level `warn`. Faults of the
 * shop, the gateway or an issuer, and card data from outside the frame, have the level `error`.
 */
export const PROBLEM_LEVELS: Readonly<Record<ReportCode, Level>> = {
  ...OTHER_LEVELS,
  ...callLevels(),
};

function callLevels(): Record<ProblemCode, Level> {
  const levels = Object.entries(PROBLEMS).map(([code, { status }]) => [
    code,
    (status < 500 && !ALARMING.includes(code)) || EXPECTED.includes(code) ? 'warn' : 'error',
  ]);
  return Object.fromEntries(levels) as Record<ProblemCode, Level>;
}
