/**
 * The code of the form that is not needed to show the card fields. It is part of late.js, which the element fetches
 * while it reads the order (docs/decisions/0014-late-code.md).
 */
export { rememberChallenge, wasInterrupted } from '../challenge/interrupted-payment.js';
export { LateData } from '../late-data/late-data.js';
export * from './card-form-code.js';
export * as payerCode from './payer-form-code.js';
export { LATE_STYLES } from '../themes/late.styles.js';
