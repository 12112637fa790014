// Transitions of the page's tables, and of the order's, that cannot be taken. They are in the tables because each state
// answers each event that a task of its step, or of a step beside it, may send.

/** Each transition, with the reason. */
export const UNREACHABLE = {
  'checking-version PREPARED': 'Pay waits until the preparation has ended',
  'running-method PREPARED': 'Pay waits until the preparation has ended',
  'faulted PREPARED': 'a fault ends the payment, or starts the preparation again',
  'challenging FAULT': 'the task can fail only before the frame has loaded',
  'checking-challenge FAULT': 'the task can fail only before the frame has loaded',
  'awaiting-preparation FIELDS_REFUSED':
    'the version check has one field, the number, which the backend does not name as one of the form',
  'prepared CANCEL': 'Pay continues at once from a preparation that has ended, so no shopper can cancel in between',
  'failed CARD_CONFIRMED':
    'an add-card order has no authorization and no redirect payment, and only such an attempt can fail',
};
