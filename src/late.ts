/**
 * The code that a checkout needs from the first keystroke on, in one file. `dist/scudo.js` imports it while it reads
 * the order (docs/decisions/0014-late-code.md).
 */
export * from './elements/card-form/late-form.js';
export * from './elements/developer/explain.js';
export * from './three-d-secure/frames.js';
export * from './payment/backend-client/answer-checks.js';
