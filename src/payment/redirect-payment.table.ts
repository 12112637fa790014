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
  | 'choosing-another'
  | 'switching'
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
  | 'CHOOSE_ANOTHER'
  | 'NOT_REPLACED'
  | 'TRY_AGAIN';

/**
 * The flow of a redirect payment (Non-Card Payment Methods Interface, States and transitions). The page
 * unloads while redirecting; a new page enters at returned.
 * @param patience the merchant's time limit for the final status, in milliseconds. Afterwards the page says that
 * the order proceeds when the status arrives.
 */
export function redirectPaymentFlow(
  patience = 60_000,
): Flow<RedirectPaymentState, RedirectPaymentEventType, RedirectPaymentTask> {
  return {
    initial: 'choosing',
    states: {
      choosing: {
        on: { GO: 'initiating', CHECK: 'returned', NOT_REPLACED: 'returned' },
      },
      initiating: {
        // Moves no money: nothing can be charged before the shopper is redirected.
        task: 'initiate',
        after: { ms: 45_000, event: 'SILENT' },
        on: { REDIRECT: 'redirecting', REFUSED: 'choosing', ENDED: 'outcome', FAULT: 'outcome', SILENT: 'outcome' },
      },
      'going-on': {
        // The shopper was redirected before and may have paid, so a fault proves nothing: the order is read.
        task: 'initiate',
        after: { ms: 45_000, event: 'SILENT' },
        on: { REDIRECT: 'redirecting', REFUSED: 'returned', ENDED: 'returned', FAULT: 'returned', SILENT: 'returned' },
      },
      redirecting: {
        // A shopper who is still here was not redirected, and sees how to continue.
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
        // Never shown as a failure. The page waits for the final status as long as it is open.
        task: 'awaitStatus',
        on: { SETTLED: 'outcome', CHECK: 'returned', GO: 'going-on', CHOOSE_ANOTHER: 'choosing-another' },
      },
      'choosing-another': {
        // The order is still pending, and nothing is called before the shopper submits. The unfinished payment may
        // be completed in another tab meanwhile.
        task: 'awaitStatus',
        on: { GO: 'switching', SETTLED: 'outcome', CHECK: 'returned' },
      },
      switching: {
        // The backend sets the unfinished payment aside, or keeps it because it was begun: a fault proves nothing.
        task: 'initiate',
        after: { ms: 45_000, event: 'SILENT' },
        on: {
          REDIRECT: 'redirecting',
          REFUSED: 'choosing-another',
          ENDED: 'returned',
          FAULT: 'returned',
          SILENT: 'returned',
        },
      },
      outcome: {
        on: { TRY_AGAIN: 'choosing', CHECK: 'returned' },
      },
    },
  };
}

export const REDIRECT_PAYMENT = redirectPaymentFlow();
