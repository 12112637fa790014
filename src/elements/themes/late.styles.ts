import { challengeStyles } from './challenge.styles.js';
import { fieldStyles } from './field.styles.js';
import { formStyles } from './form.styles.js';
import { layoutStyles } from './layout.styles.js';

/**
 * The styles that are part of late.js. They are made with Lit's `css` alone, because late.js must not contain a second
 * Lit.
 */
export const LATE_STYLES = [formStyles, fieldStyles, layoutStyles, challengeStyles];
