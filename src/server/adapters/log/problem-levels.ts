import { PROBLEMS, type ProblemFacts } from '../../../protocol/adapter/problem.js';
import type { ProblemCode } from '../../../protocol/adapter/problem-document.js';
import type { ReportCode } from '../../ports/ports.js';

export type Level = NonNullable<ProblemFacts['level']>;

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
  'staff-refused': 'warn',
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
  undelivered: 'error',
};

/** Level of every code that `onProblem` receives. */
export const PROBLEM_LEVELS: Readonly<Record<ReportCode, Level>> = {
  ...OTHER_LEVELS,
  ...levelsOfCalls(),
};

function levelsOfCalls(): Record<ProblemCode, Level> {
  const levels = Object.entries(PROBLEMS).map(([code, { status, level = status < 500 ? 'warn' : 'error' }]) => [
    code,
    level,
  ]);
  return Object.fromEntries(levels) as Record<ProblemCode, Level>;
}
