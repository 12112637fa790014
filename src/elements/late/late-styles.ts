import type { CSSResult } from 'lit';
import { outcomeStyles } from '../themes/outcome.styles.js';
import { payerStyles } from '../themes/payer.styles.js';

/** The styles of what is shown after an order was read. */
export const lateStyles: readonly CSSResult[] = [payerStyles, outcomeStyles];
