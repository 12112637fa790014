/** A state of the sheet, with its scene of the gallery. */
export interface SheetState {
  readonly name: string;
  readonly scene: string;
  /** A dialog needs the height of a screen; other states have the height of their content. */
  readonly isDialog?: true;
}

/** The states of a payment, in the order in which a shopper sees them. */
export const SHEET_STATES: readonly SheetState[] = [
  { name: 'Form', scene: 'methods-card' },
  { name: 'Focus', scene: 'form-typed' },
  { name: 'Filled in', scene: 'form-asked-typed' },
  { name: 'Errors', scene: 'errors-wrong' },
  { name: 'Another method', scene: 'methods-questions' },
  { name: 'Paying', scene: 'payment-checking' },
  { name: 'Bank, loading', scene: 'challenge-opening', isDialog: true },
  { name: 'Bank, cancel?', scene: 'challenge-question', isDialog: true },
  { name: 'Paid', scene: 'outcome-authorized' },
  { name: 'Card saved', scene: 'outcome-card-authenticated' },
  { name: 'Declined', scene: 'outcome-declined-text' },
  { name: 'Cancelled', scene: 'outcome-challenge-cancelled' },
  { name: 'Pending', scene: 'outcome-awaiting-final-status' },
  { name: 'In doubt', scene: 'outcome-authorization-unanswered' },
  { name: 'Failed', scene: 'outcome-gateway-refused' },
  { name: 'Left unfinished', scene: 'redirect-unfinished' },
  { name: 'Return', scene: 'return-paid' },
  { name: 'Loading', scene: 'loading' },
];
