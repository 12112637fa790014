/**
 * The parts of the elements that are not needed to show the card fields. They are part of late.js
 * (docs/decisions/0032-card-form-in-the-first-file.md).
 */
export { ChallengeDialog } from '../challenge/challenge-dialog.controller.js';
export { rememberChallenge, wasInterrupted } from '../challenge/interrupted-payment.js';
export { LateData } from '../late-data/late-data.js';
export { lateStyles } from './late-styles.js';
export { orderLines } from '../order-lines/order-lines.template.js';
export { outcomePanel } from '../outcome/outcome-panel.template.js';
export * from '../payer-fields/payer-code.js';
export { takeOver } from './take-over.js';
