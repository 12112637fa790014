import type { Flow, FlowState } from '../../../protocol/flow.js';
import type { OperationAttempt, OperationProgress } from './attempts.js';

/** The steps of a capture, a void or a refund. */
export type OperationStep = OperationProgress['step'];

/** Events of a capture, a void or a refund. */
type OperationEvent = 'UNANSWERED' | 'ACCEPTED' | 'DONE' | 'REFUSED';

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
const OPERATION_TABLE: OperationTable = {
  initial: 'sent',
  states: {
    sent: {
      open: true,
      reserves: true,
      on: { UNANSWERED: 'unresolved', ACCEPTED: 'pending', DONE: 'done', REFUSED: 'refused' },
    },
    unresolved: { open: true, reserves: true, on: { ACCEPTED: 'pending', DONE: 'done', REFUSED: 'refused' } },
    pending: { open: true, reserves: true, on: { DONE: 'done', REFUSED: 'refused' } },
    done: { reserves: true, on: {} },
    // A person can have decided it before the gateway's answer arrived.
    refused: { on: { DONE: 'done' } },
  },
};

/** True when the step can follow, by the table. */
export function canBecome({ progress }: Pick<OperationAttempt, 'progress'>, next: OperationStep): boolean {
  return Object.values(OPERATION_TABLE.states[progress.step].on).includes(next);
}

/** True while the result of the call is not known. */
export function isOpen({ progress }: Pick<OperationAttempt, 'progress'>): boolean {
  return OPERATION_TABLE.states[progress.step].open === true;
}

/** True when the amount of the call is used, or may be. */
export function reservesAmount({ progress }: Pick<OperationAttempt, 'progress'>): boolean {
  return OPERATION_TABLE.states[progress.step].reserves === true;
}
