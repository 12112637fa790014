import type { Flow, FlowState } from '../../../protocol/flow.js';
import type { OperationAttempt, OperationProgress } from './attempts.js';

/** The steps of a capture, a void or a refund. */
export type OperationStep = OperationProgress['step'];

/** Events of a capture, a void or a refund. */
type OperationEvent = 'UNANSWERED' | 'ACCEPTED' | 'DONE' | 'REFUSED' | 'CORRECTED';

interface OperationRow extends FlowState<OperationStep, OperationEvent, never> {
  /** True when the amount is used, or may be: no other call takes it. */
  readonly reserves?: true;
  /** True when the result is not known yet. */
  readonly open?: true;
}

interface OperationTable extends Flow<OperationStep, OperationEvent, never> {
  readonly states: Readonly<Record<OperationStep, OperationRow>>;
}

/** A call is stored as `sent` before it is sent, so that no process sends it a second time. */
export const SENT = { step: 'sent' } as const;

const OPERATION_TABLE: OperationTable = {
  initial: SENT.step,
  states: {
    sent: {
      open: true,
      reserves: true,
      on: { UNANSWERED: 'unresolved', ACCEPTED: 'pending', DONE: 'done', REFUSED: 'refused' },
    },
    unresolved: { open: true, reserves: true, on: { ACCEPTED: 'pending', DONE: 'done', REFUSED: 'refused' } },
    pending: { open: true, reserves: true, on: { DONE: 'done', REFUSED: 'refused' } },
    // A person can correct the decision of a person, and that of a leg without an amount.
    done: { reserves: true, on: { CORRECTED: 'refused' } },
    // A person can have decided it before the gateway's answer arrived, or by mistake.
    refused: { on: { DONE: 'done' } },
  },
};

/** True when the step can follow, by the table. */
export function canBecome({ progress }: Pick<OperationAttempt, 'progress'>, next: OperationStep): boolean {
  return Object.values(OPERATION_TABLE.states[progress.step].on).includes(next);
}

/**
 * Moves a call to its next step: the only place that changes `progress`.
 * @throws {TypeError} when the table has no such transition
 */
export function withOperationProgress<One extends OperationAttempt>(operation: One, progress: OperationProgress): One {
  if (!canBecome(operation, progress.step))
    throw new TypeError(`A ${operation.kind} that is ${operation.progress.step} does not become ${progress.step}.`);
  return { ...operation, progress };
}

/** True while no answer and no report of the gateway names the result of the call itself. */
export function isCorrectable({ progress }: Pick<OperationAttempt, 'progress'>): boolean {
  return 'by' in progress;
}

/** True while the result of the call is not known. */
export function isOpen({ progress }: Pick<OperationAttempt, 'progress'>): boolean {
  return OPERATION_TABLE.states[progress.step].open === true;
}

/** True when the amount of the call is used, or may be. */
export function reservesAmount({ progress }: Pick<OperationAttempt, 'progress'>): boolean {
  return OPERATION_TABLE.states[progress.step].reserves === true;
}
