/** The form, what is read before it, and the end. */
export type OrderStep = 'reading-order' | 'unreachable' | 'entering' | 'correcting-redirect' | 'outcome';

export type CardStep =
  | 'awaiting-preparation'
  | 'authenticating'
  | 'opening-challenge'
  | 'leaving-challenge'
  | 'challenging'
  | 'checking-challenge'
  | 'awaiting-issuer'
  | 'reading-result';

export type RedirectStep =
  | 'initiating'
  | 'resuming'
  | 'redirecting'
  | 'reading-status'
  | 'awaiting-status'
  | 'pending'
  | 'choosing-another'
  | 'switching';

/** A state of the payment, and the `detail.step` of the event `scudo-step`. */
export type CheckoutStep = OrderStep | CardStep | RedirectStep;

/** A state of the preparation of a card. */
export type PreparationState = 'idle' | 'checking-version' | 'running-method' | 'prepared' | 'faulted';

/** The checkout has two regions: the payment, and the preparation of a card while the shopper still types. */
export type CheckoutStates = { readonly payment: CheckoutStep; readonly preparation: PreparationState };
