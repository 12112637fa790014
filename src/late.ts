/**
 * The code that a checkout needs once its order is read, in one file. `dist/scudo.js` imports it while it reads the
 * order (docs/decisions/0032-card-form-in-the-first-file.md).
 */
export * from './elements/late/late-parts.js';
export * from './payment/checkout/payment-tasks.js';
export * from './payment/backend-client/answer-checks.js';
