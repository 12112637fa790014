import type { Flow } from '../protocol/flow.js';

export type RedirectPaymentState =
  | 'choosing'
  | 'initiating'
  | 'going-on'
  | 'redirecting'
  | 'returned'
  | 'unreachable'
  | 'awaiting-status'
  | 'pending'
  | 'outcome';
export type RedirectPaymentTask = 'initiate' | 'leave' | 'readOrder' | 'awaitStatus';
export type RedirectPaymentEventType =
  | 'GO'
  | 'REDIRECT'
  | 'REFUSED'
  | 'ENDED'
  | 'FAULT'
  | 'SILENT'
  | 'STAYED'
  | 'PENDING'
  | 'SETTLED'
  | 'PATIENCE_OVER'
  | 'RELOAD'
  | 'CHECK'
  | 'TRY_AGAIN';

/**
 * The payment that leaves the page, beside the document's table of states (spec: States and
 * transitions). The page unloads while redirecting; a new page enters at returned.
 * @param patience how long a page waits for the final status before it tells the shopper that the
 * order will proceed when it arrives: the merchant's own time limit, in milliseconds.
 */
export function redirectPaymentFlow(
  patience = 60_000,
): Flow<RedirectPaymentState, RedirectPaymentEventType, RedirectPaymentTask> {
  return {
    initial: 'choosing',
    states: {
      choosing: {
        on: { GO: 'initiating', CHECK: 'returned' },
      },
      initiating: {
        // Moves no money: until somebody is sent away, nothing can be charged.
        task: 'initiate',
        after: { ms: 45_000, event: 'SILENT' },
        on: { REDIRECT: 'redirecting', REFUSED: 'choosing', ENDED: 'outcome', FAULT: 'outcome', SILENT: 'outcome' },
      },
      'going-on': {
        // Somebody was sent there before and may have paid: whatever goes wrong, only the order can tell.
        task: 'initiate',
        after: { ms: 45_000, event: 'SILENT' },
        on: { REDIRECT: 'redirecting', REFUSED: 'returned', ENDED: 'returned', FAULT: 'returned', SILENT: 'returned' },
      },
      redirecting: {
        // Who is still here then was not taken away, and sees how to go on.
        task: 'leave',
        after: { ms: 30_000, event: 'STAYED' },
        on: { STAYED: 'returned', CHECK: 'returned' },
      },
      returned: {
        task: 'readOrder',
        after: { ms: 30_000, event: 'SILENT' },
        on: { PENDING: 'awaiting-status', SETTLED: 'outcome', FAULT: 'unreachable', SILENT: 'unreachable' },
      },
      unreachable: {
        on: { RELOAD: 'returned' },
      },
      'awaiting-status': {
        task: 'awaitStatus',
        after: { ms: patience, event: 'PATIENCE_OVER' },
        on: { SETTLED: 'outcome', PATIENCE_OVER: 'pending' },
      },
      pending: {
        // Told, and never as a failure: the final word is still waited for while the page is open.
        task: 'awaitStatus',
        on: { SETTLED: 'outcome', CHECK: 'returned', GO: 'going-on' },
      },
      outcome: {
        on: { TRY_AGAIN: 'choosing', CHECK: 'returned' },
      },
    },
  };
}

export const REDIRECT_PAYMENT = redirectPaymentFlow();
