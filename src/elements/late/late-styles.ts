import type { CSSResult } from 'lit';
import { linesStyles } from '../themes/lines.styles.js';
import { outcomeStyles } from '../themes/outcome.styles.js';
import { payerStyles } from '../themes/payer.styles.js';

/** The styles of what is shown after an order was read. */
export const lateStyles: readonly CSSResult[] = [linesStyles, payerStyles, outcomeStyles];
