import { expect, it } from 'vitest';
import type { OperationProgress } from '../../../../src/server/domain/record/attempts.js';
import { SENT, withOperationProgress } from '../../../../src/server/domain/record/operation.table.js';
import { refundOf, SENT_AT } from '../../use-cases/operations/refunded-order.js';

const STEPS = [
  SENT,
  { step: 'unresolved' },
  { step: 'pending' },
  { step: 'done', at: SENT_AT },
  { step: 'refused', at: SENT_AT },
] as const satisfies readonly OperationProgress[];

it.each([
  ['sent', ['unresolved', 'pending', 'done', 'refused']],
  ['unresolved', ['pending', 'done', 'refused']],
  ['pending', ['done', 'refused']],
  // A person corrects a decision.
  ['done', ['refused']],
  ['refused', ['done']],
])('a refund that is %s becomes only %j', (step, next) => {
  const operation = refundOf({ progress: STEPS.find((one) => one.step === step)! });
  const possible = STEPS.filter((progress) => {
    try {
      return withOperationProgress(operation, progress).progress === progress;
    } catch (error) {
      expect(error).toEqual(new TypeError(`A refund that is ${step} does not become ${progress.step}.`));
      return false;
    }
  });
  expect(possible.map((one) => one.step)).toEqual(next);
});
